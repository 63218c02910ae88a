// What happens while nobody looks at the page: "your turn" in title, icon and by vibration; and what
// happens without a connection: it is said, and what was sent is sent again.
const live = document.getElementById("live");
const toast = document.getElementById("connection");
const icon = document.querySelector('link[rel="icon"]');
const title = document.title;
const LONGEST = 120000; // milliseconds until what could not be sent is given up
const AGAIN = 2000;

// --- Your turn ---

let calling = false;
const myTurn = () => live.querySelector("main")?.dataset.turn === "1";
const unseen = () => document.hidden || !document.hasFocus();

function call() {
  const calls = myTurn() && unseen();
  if (calls === calling) return;
  calling = calls;
  document.title = calls ? `● ${toast.dataset.turn} · ${title}` : title;
  icon.href = calls ? "/static/icon-turn.svg" : "/static/icon.svg";
  // Browsers allow it only after a touch, and mostly over https.
  if (calls && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([90, 60, 90]);
}

// --- The connection ---

let cut = false;
let pending = 0;
let given = null; // the timer of the last sentence

function tell() {
  clearTimeout(given);
  toast.textContent = pending ? toast.dataset.kept : cut ? toast.dataset.cut : "";
  toast.hidden = !toast.textContent;
}

function connected(now) {
  cut = !now;
  tell();
}

const wait = (milliseconds) => new Promise((resolve) => {
  const timer = setTimeout(resolve, milliseconds);
  window.addEventListener("online", () => { clearTimeout(timer); resolve(); }, { once: true });
});

// Repeats a request until the server answers. A move has a key of its own, so it is played once.
export async function insist(request) {
  if (!toast) return request(); // a replay
  const since = Date.now();
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch has no other error of the network
  }
  pending += 1;
  try {
    while (Date.now() - since < LONGEST) {
      tell();
      await wait(AGAIN);
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
  } finally {
    pending -= 1;
    tell();
  }
  toast.textContent = toast.dataset.lost;
  toast.hidden = false;
  given = setTimeout(tell, 10000);
  throw new TypeError("no connection");
}

if (live && toast) {
  new MutationObserver(call).observe(live, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-turn"] });
  for (const happens of ["visibilitychange", "focus", "blur"]) (happens === "visibilitychange" ? document : window).addEventListener(happens, call);
  window.addEventListener("offline", () => connected(false));
  window.addEventListener("online", () => connected(true));
  document.addEventListener("stream-cut", () => connected(false));
  document.addEventListener("stream-open", () => connected(true));
  call();
}
