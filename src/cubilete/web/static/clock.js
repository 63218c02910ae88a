// Counts the clocks down between two updates; the server measures the time. Without this script
// the page shows the time that was left when it was loaded.
const live = document.getElementById("live");
const hurry = document.getElementById("hurry");
const SOON = 10;
const shown = new WeakMap(); // when each clock was last told by the server

// The same as clock_face in table/clock.py.
function face(left) {
  const [days, hours, minutes] = [86400, 3600, 60].map((unit) => Math.floor(left / unit));
  if (!hours) return `${minutes}:${String(left % 60).padStart(2, "0")}`;
  return days ? `${days} d ${hours % 24} h` : `${hours} h ${minutes % 60} min`;
}

function count(clock) {
  const told = `${clock.dataset.left} ${clock.dataset.at}`;
  if (shown.get(clock)?.told !== told) shown.set(clock, { told, at: performance.now() });
  if (!("runs" in clock.dataset)) return;
  const passed = (performance.now() - shown.get(clock).at) / 1000;
  const left = Math.max(0, Math.ceil(Number(clock.dataset.left) - passed));
  const text = face(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.toggleAttribute("data-soon", left <= SOON);
}

// Announce once for each decision, not every second.
function warn() {
  const soon = live.querySelector("[data-mine][data-soon]") !== null;
  if (soon !== hurry.hidden) return;
  hurry.textContent = soon ? hurry.dataset.words : "";
  hurry.hidden = !soon;
}

setInterval(() => {
  live.querySelectorAll("[data-left]").forEach(count);
  warn();
}, 250);
