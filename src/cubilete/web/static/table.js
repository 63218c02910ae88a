// Forms are sent in the background, and what the server sends is morphed in. Without this
// script everything works too, by loading pages.
//
// What is shown never goes back: a page older than the one shown is dropped, an answer is shown
// only if nothing was asked after it, and the stream waits while something is being previewed.
import { fillIn, have, morph } from "./morph.js";
import { typeFace } from "./pad.js";
import { roll } from "./roll.js";
import { sound } from "./sound.js";

export const live = document.getElementById("live");
const toast = document.getElementById("toast");
const noConnection = document.documentElement.lang === "es"
  ? "No hay conexión: se vuelve a intentar."
  : "No connection: trying again.";
let picking = ""; // the address of what is being previewed
let asked = 0; // how many requests there have been

// A sentence; the number of a rule at its end leads to the rule.
function complain(sentence) {
  const [, words, rule] = /^(.*?)(?: \(([A-Z0-9]+-[A-Z]?\d+)\))?$/s.exec(sentence);
  toast.textContent = words;
  if (rule) {
    const href = `/rules/${live.querySelector("main")?.dataset.game}#${rule}`;
    toast.append(" ", Object.assign(document.createElement("a"), { href, target: "_blank", className: "rule", textContent: rule }));
  }
  toast.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => { toast.hidden = true; }, 6000);
}

// --- Showing ---

const shown = () => ({ revision: 0, event: 0, fall: 0, turn: "0", ...live.querySelector("main")?.dataset });

function show(html) {
  const next = Object.assign(live.cloneNode(false), { innerHTML: html });
  const before = shown();
  if (Number(next.querySelector("main")?.dataset.revision) < Number(before.revision)) return;
  // The game begins: the menu of the table has more to offer, outside of what is live.
  if (live.querySelector("main.setup") && next.querySelector("main.game")) return location.reload();
  if (!fillIn(next, live)) return refresh(true);
  const focused = document.activeElement;
  const asking = live.querySelector("[autofocus]")?.value;
  morph(live, next);
  const after = shown();
  if (after.event !== before.event) live.querySelectorAll("input[type=checkbox]").forEach((box) => { box.checked = box.defaultChecked; });
  const dice = roll(live, Number(before.fall));
  if (dice) sound("dice", dice);
  else if (Number(after.event) > Number(before.event)) sound("pencil");
  if (after.turn === "1" && before.turn !== "1") sound("knock");
  // The screen between two people on one device takes the focus, and gives it back.
  const asks = live.querySelector("[autofocus]");
  if (asks && asks.value !== asking) asks.focus();
  else if (asking !== undefined && !asks) live.querySelector("main")?.focus();
  if (document.activeElement === document.body) takeUp(focused);
}

// Whoever plays by keyboard goes on where they were: at the same button, or at the next dice.
function takeUp(lost) {
  const same = [...live.querySelectorAll("button")].find((button) => button.value && button.value === lost?.value);
  (same ?? (lost?.closest(".pad") && live.querySelector(".pad input:not([type=hidden])")))?.focus();
}

// --- Asking ---

// The answer, and whether it is still the one that is waited for.
async function ask(address, options = {}, all = false) {
  const number = ++asked;
  const headers = { "X-Part": "1", "X-Have": all ? "" : have(live), Accept: "text/html, application/json" };
  const response = await fetch(address, { ...options, headers });
  return { response, text: await response.text(), current: number === asked };
}

export async function load(address, all = false) {
  const { response, text, current } = await ask(address, {}, all);
  if (response.ok && current) await show(text);
}

const refresh = (all = false) => load(picking || location.href, all);

async function send(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  const query = new URLSearchParams(data);
  const post = form.method === "post";
  const address = post ? form.action : `${form.action}?${query}`;
  if (form.id === "pick") picking = data.get("pick") ? address : "";
  else if (data.has("on")) picking = ""; // a move: talk leaves a preview as it is
  const { response, text, current } = await ask(address, post ? { method: "post", body: query } : {});
  if (!response.ok) {
    complain(JSON.parse(text).detail);
    if (current) await refresh();
    return;
  }
  if (form.querySelector("#say")) form.reset();
  if (current) await (post && picking ? refresh() : show(text));
}

live.addEventListener("submit", (event) => {
  if ("leave" in event.target.dataset) return; // it leads to another page
  event.preventDefault();
  send(event.target, event.submitter).catch(() => complain(noConnection));
});

// Why something can't be touched: its own sentence, or one of those that its group has (data-whys,
// or another that it names) with its own values filled in.
function reason(closed) {
  const group = closed.closest("[data-whys]")?.dataset;
  if (!group) return closed.dataset.why;
  return (group[closed.dataset.why] ?? group.whys).replace(/\{(\w+)\}/g, (_, name) => closed.dataset[name]);
}

live.addEventListener("click", (event) => {
  const closed = event.target.closest("[aria-disabled=true], [data-whys] [data-cell]");
  const why = closed && reason(closed);
  if (why) complain(why);
});

live.addEventListener("keydown", typeFace);

// A replay is moved by its slider; a table by what the server sends.
live.addEventListener("change", (event) => {
  if (event.target.type === "range") event.target.form.requestSubmit();
});

// --- Listening ---

// What is previewed is fetched again; where that fails, what the server sent is shown instead.
async function hear(event) {
  const revision = Number(event.lastEventId);
  if (revision <= Number(shown().revision)) return; // one's own move, answered already
  if (picking) await refresh().catch(() => { picking = ""; });
  if (revision > Number(shown().revision)) await show(event.data);
}

if (live.dataset.stream) {
  const stream = new EventSource(`${live.dataset.stream}&have=${have(live)}`);
  stream.onmessage = (event) => hear(event).catch(() => complain(noConnection));
}
