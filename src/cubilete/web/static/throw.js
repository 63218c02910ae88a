// You throw: the cup stands over your new dice until you touch it, hold it and let go, or shake the
// phone. The roll is the server's and is on the page already: the cup only covers it for a while, and
// every button of the page works meanwhile.
import { byHand } from "./roll.js";
import { sound } from "./sound.js";

const KEPT = "cubilete-throws";
const SVG = "http://www.w3.org/2000/svg";
const RATTLE = 380;
const PATIENCE = 6000;
const SHAKEN = 22; // m/s²; a phone at rest measures 9.8

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const place = document.getElementById("throws");
const toggle = place?.querySelector("button");
let wanted = false;
let held = null;

// Without storage the switch holds for this page only.
function kept() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

function keep(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    return;
  }
}

function drop() {
  if (!held) return;
  clearTimeout(held.timer);
  held.cup.remove();
  held = null;
}

function spill() {
  if (!held) return;
  const { rolled, count } = held;
  drop();
  rolled();
  sound("dice", count);
}

function rattle() {
  if (!held || held.cup.matches(".rattling")) return;
  held.cup.classList.add("rattling");
  navigator.vibrate?.([40, 30, 40]);
}

function cupOver(tray) {
  const cup = Object.assign(document.createElement("button"), { type: "button", className: "throwing" });
  cup.dataset.passing = "cup";
  cup.setAttribute("aria-label", place.dataset.cup);
  const drawing = cup.appendChild(document.createElementNS(SVG, "svg"));
  drawing.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", "/s/drama.svg#cup");
  cup.append(Object.assign(document.createElement("span"), { textContent: place.dataset.cup }));
  cup.addEventListener("pointerdown", rattle);
  cup.addEventListener("click", () => {
    const soon = held?.cup.matches(".rattling") ? 120 : RATTLE;
    rattle();
    setTimeout(spill, soon);
  });
  tray.append(cup);
  return cup;
}

// Takes the dice of a roll on which the viewer decides. An update in between puts the cup away.
function hold(root, dice, rolled) {
  const mine = root.querySelector("main")?.dataset.turn === "1";
  if (held && (dice.length || !mine || !held.cup.isConnected)) drop();
  const tray = dice[0]?.parentElement;
  if (!wanted || still() || !mine || !tray || document.querySelector("main [data-left]")) return false;
  held = { cup: cupOver(tray), rolled, count: dice.length, timer: setTimeout(spill, PATIENCE) };
  return true;
}

// Phones that ask whether a page may feel movement are asked when the switch is touched.
async function feel() {
  if (typeof DeviceMotionEvent === "undefined") return;
  if (DeviceMotionEvent.requestPermission && (await DeviceMotionEvent.requestPermission()) !== "granted") return;
  addEventListener("devicemotion", ({ accelerationIncludingGravity: force }) => {
    if (!held || !force || Math.hypot(force.x, force.y, force.z) < SHAKEN) return;
    rattle();
    setTimeout(spill, RATTLE);
  });
}

function want(on) {
  wanted = on;
  toggle.setAttribute("aria-pressed", on);
  if (!on) spill();
}

export function throwByHand() {
  if (!toggle || still()) return;
  place.hidden = false;
  byHand.hold = hold;
  want(kept());
  toggle.addEventListener("click", () => {
    want(!wanted);
    keep(wanted);
    if (wanted) feel().catch(() => {}); // it works without
  });
  if (wanted && !globalThis.DeviceMotionEvent?.requestPermission) feel();
}
