// Plays what was hidden and is shown to everybody now: cups are lifted one after the other, and dice
// that are lost fly into the pot. It is a copy over the table, which goes on below: updates are shown
// there as they come, and closing the copy loses nothing.
const LIFT = 700;
const FLIGHT = 620;
const HOLD = 3500;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
let playing = null;

// A wait that a button can cut short.
function pause(show, milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    show.skip = () => { clearTimeout(timer); resolve(); };
  });
}

function fly(show, die, label) {
  const from = die.getBoundingClientRect();
  const to = show.box.querySelector(".pot").getBoundingClientRect();
  const flying = Object.assign(document.createElement("span"), { className: "flying" });
  Object.assign(flying.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  const turning = flying.appendChild(Object.assign(die.cloneNode(true), { className: "die" }));
  if (label) flying.append(Object.assign(document.createElement("i"), { textContent: label }));
  show.box.append(flying);
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  const path = ["none", `translate(${x / 2}px, ${y / 2 - 40}px)`, `translate(${x}px, ${y}px)`];
  const timing = { duration: FLIGHT, easing: "cubic-bezier(.4, 0, .8, .6)" };
  turning.animate({ rotate: ["0deg", "360deg"], scale: [1, 1.2, 0.6] }, timing);
  flying.animate({ transform: path, opacity: [1, 1, 0.3] }, timing).finished.finally(() => flying.remove());
}

function count(show, station) {
  const total = show.box.querySelector("[data-total]");
  total.textContent = Number(total.textContent) + Number(station.dataset.lost);
}

const name = (station) => station.querySelector(".nm b").textContent;
const told = (station) => station.querySelector(".row").getAttribute("aria-label");

async function lift(show, station) {
  show.told.textContent = told(station);
  station.classList.add("lifting");
  await pause(show, LIFT);
  station.classList.replace("lifting", "up");
  if (Number(station.dataset.lost) && !show.closed && !show.hurry) {
    const label = `${name(station)} −${station.dataset.lost}`;
    station.querySelectorAll(".gone").forEach((die, place) => fly(show, die, place ? "" : label));
    await pause(show, FLIGHT);
  }
  count(show, station);
}

function liftAll(show, stations) {
  const down = stations.filter((station) => !station.matches(".up"));
  for (const station of down) {
    station.classList.remove("lifting");
    station.classList.add("up");
    count(show, station);
  }
  if (down.length) show.told.textContent = down.map((station) => told(station)).join(" ");
}

function close(show) {
  if (show.closed) return;
  show.closed = true;
  show.hurry = true;
  show.skip?.();
  show.box.remove();
  if (playing === show) playing = null;
  if (document.activeElement === document.body) show.focused?.focus({ preventScroll: true });
}

async function run(show, stations) {
  const next = show.box.querySelector("[data-reveal=next]");
  for (const [place, station] of stations.entries()) {
    if (show.hurry) break;
    const following = stations[place + 1];
    next.textContent = following ? show.box.dataset.lift.replace("@", name(following)) : next.dataset.done;
    await lift(show, station);
  }
  if (show.closed) return;
  liftAll(show, stations);
  show.done = true;
  next.textContent = next.dataset.done;
  show.box.querySelector("[data-reveal=all]").disabled = true;
  await pause(show, HOLD);
  close(show);
}

function play(source) {
  if (playing) close(playing);
  const box = source.cloneNode(true);
  box.removeAttribute("data-v");
  box.setAttribute("role", "dialog");
  box.popover = "manual";
  box.classList.add("staged");
  box.querySelector("[data-reveal=next]").classList.add("primary");
  box.querySelector("[data-total]").textContent = "0";
  const show = { box, told: box.querySelector(".told"), focused: document.activeElement, closed: false, hurry: still(), done: false };
  playing = show;
  const stations = [...box.querySelectorAll(".st")];
  document.body.append(box);
  box.showPopover();
  box.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-reveal]")?.dataset.reveal;
    if (pressed === "all") show.hurry = true;
    if (pressed === "next" && show.done) return close(show);
    if (pressed) show.skip?.();
  });
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") close(show); });
  if (!document.activeElement?.matches("input, textarea")) box.querySelector("[data-reveal=next]").focus({ preventScroll: true });
  run(show, stations);
}

// Plays each reveal once, and none that the page was loaded with.
export function watchReveals(live) {
  const newest = () => live.querySelector(".drama > .reveal");
  let seen = Number(newest()?.dataset.n ?? 0);
  new MutationObserver(() => {
    const source = newest();
    if (!source || Number(source.dataset.n) <= seen) return;
    seen = Number(source.dataset.n);
    play(source);
  }).observe(live, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-n"] });
}
