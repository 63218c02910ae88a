// Steps of a replay change the page in place; arrow keys step, and a button plays the game. The
// links and the form work without this script too.
import { live, load } from "./table.js";

const autoplay = document.getElementById("autoplay");
const PAUSE = 1200;
let timer = 0;

export async function go(address) {
  await load(address, true);
  history.replaceState(null, "", address);
}

function step(rel) {
  const link = live.querySelector(`a[rel=${rel}]`);
  return link ? go(link.href) : undefined;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  autoplay.setAttribute("aria-pressed", "false");
}

async function playOn() {
  await step("next");
  const { n, most } = live.querySelector("[data-most]").dataset;
  if (n === most) stop();
  else if (timer) timer = setTimeout(playOn, PAUSE);
}

autoplay.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
autoplay.addEventListener("click", () => {
  if (timer) return stop();
  autoplay.setAttribute("aria-pressed", "true");
  timer = setTimeout(playOn, PAUSE / 4);
});

live.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  go(link.href);
});

// Registered before table.js's handler, which would not change the address.
document.addEventListener("submit", (event) => {
  if (!("replay" in event.target.dataset)) return;
  event.preventDefault();
  event.stopPropagation();
  stop();
  go(event.target.action + "?" + new URLSearchParams(new FormData(event.target)));
}, true);

live.addEventListener("change", (event) => {
  if (event.target.matches("select")) event.target.form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel) return;
  event.preventDefault();
  stop();
  step(rel);
});
