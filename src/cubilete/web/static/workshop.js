// Editing without reloading: every change is posted, and the answer replaces the part of the page
// that changes. Without this script the form posts and the page loads again.
import { morph } from "./morph.js";

const form = document.getElementById("bench");
const part = document.getElementById("part");
const toast = document.getElementById("toast");
const wait = document.getElementById("wait");
const PAUSE = 800;

let last = Promise.resolve();
const touched = new Set(); // names of the fields that were changed since the last post was put together

// One change after the other: each one starts from what the one before has left.
function send(button) {
  last = last.then(() => post(button));
}

// The last change is sent also when the page is left at once (keepalive).
const ask = (body) => fetch(form.action, { method: "POST", headers: { "X-Part": "1" }, body, keepalive: true }).catch(() => undefined);

async function post(button) {
  touched.clear();
  const body = new FormData(form);
  body.delete("do"); // of buttons, which FormData does not send
  if (button?.name) body.append(button.name, button.value);
  let response = await ask(body);
  while (response?.status === 429) { // painting is fast: what was too fast is sent again
    await new Promise((resume) => setTimeout(resume, PAUSE));
    response = await ask(body);
  }
  toast.hidden = Boolean(response?.ok);
  if (!response) toast.textContent = form.dataset.lost;
  else if (!response.ok) toast.textContent = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("main p")?.textContent ?? response.statusText;
  else show(await response.text());
  if (button?.name === "open") document.getElementById("open-card")?.scrollIntoView({ block: "center" });
}

function show(html) {
  const next = document.createElement("div");
  next.id = "part";
  next.innerHTML = html;
  morph(part, next);
  // An attribute is only the first value of a field that somebody has touched. What is chosen
  // for all touches that follow (data-stays) stays, and so does what was changed while we waited: it is
  // posted next.
  for (const field of part.querySelectorAll("input, select")) {
    if (field.matches("[data-stays]") || touched.has(field.name) || (field === document.activeElement && !field.matches("[type=radio], [type=checkbox]"))) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.tagName === "SELECT") field.value = field.querySelector("[selected]")?.value ?? field.options[0]?.value;
    else field.value = field.defaultValue;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.submitter);
});
form.addEventListener("input", (event) => touched.add(event.target.name));
form.addEventListener("change", (event) => {
  if (!event.target.matches("[data-idle]")) send(); // a choice for the next touch changes nothing yet
});
document.documentElement.classList.add("scripted");

// --- The report ---

async function look() {
  const response = await fetch(wait.dataset.progress).catch(() => undefined);
  if (response?.ok) {
    const { running, done, total } = await response.json();
    if (!running) return location.reload();
    const words = document.getElementById("wait-words");
    const bar = document.getElementById("bar");
    bar.max = total;
    bar.value = done;
    words.textContent = words.dataset.running.replace("{done}", done).replace("{total}", total);
  }
  setTimeout(look, PAUSE);
}
if (wait) setTimeout(look, PAUSE);
