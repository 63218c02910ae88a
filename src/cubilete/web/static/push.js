// "Tell me when it's my turn": asks the browser for a subscription only when the button is pressed.
const box = document.querySelector("[data-push]");

function show(state) {
  box.hidden = false;
  for (const part of box.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
}

const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function state() {
  if (!window.isSecureContext) return "insecure";
  if (!able()) return "unable";
  if (Notification.permission === "denied") return "blocked";
  const found = await subscription();
  if (!found) return "off";
  if (!sessionStorage.getItem("cubilete-push")) await tell("/push", found); // the server may have forgotten it
  return "on";
}

async function subscription() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.getSubscription();
}

async function tell(path, found) {
  const { endpoint, keys } = found.toJSON();
  const body = new URLSearchParams({ token: box.dataset.token, endpoint, p256dh: keys.p256dh, auth: keys.auth });
  const answer = await fetch(path, { method: "POST", body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  sessionStorage.setItem("cubilete-push", path === "/push" ? "told" : "");
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: box.dataset.push };
  await tell("/push", await worker.pushManager.subscribe(options));
  return "on";
}

async function end() {
  const found = await subscription();
  if (found) {
    await tell("/push/forget", found);
    await found.unsubscribe();
  }
  return "off";
}

async function become(next) {
  try {
    show(await next());
  } catch (error) {
    console.warn("notifications:", error.name, error.message);
    show("failed");
  }
}

if (box) {
  box.querySelector("[data-when=off] button").addEventListener("click", () => become(begin));
  box.querySelector("[data-when=on] button").addEventListener("click", () => become(end));
  become(state);
}
