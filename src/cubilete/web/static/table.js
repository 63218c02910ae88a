// Sends forms in the background and morphs updates in. Without this script the same forms work by
// loading pages.
//
// The page never goes back: an update older than the page is dropped, a response is shown only if
// no request was sent after it, and the stream waits while an action is being previewed.
import { fillIn, have, morph } from "./morph.js";
import { insist } from "./notice.js";
import { expectPlaces, layOut, placesAfter } from "./places.js";
import { typeFace } from "./real-dice.js";
import { roll } from "./roll.js";
import { sound } from "./sound.js";

export const live = document.getElementById("live");
const toast = document.getElementById("toast");
const noConnection = document.documentElement.lang === "es"
  ? "Sin conexión. Reintentando…"
  : "No connection. Retrying…";
const STILL = { preventScroll: true }; // the page never scrolls by itself
let picking = ""; // the address of what is being previewed
let asked = 0; // how many requests there have been

// Shows a sentence; the rule number at its end becomes a link.
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

const shown = () => ({ revision: 0, event: 0, outcome: 0, turn: "0", ...live.querySelector("main, [data-most]")?.dataset });

// Updates are parsed in a document without a window: in this one every drawing of an update would
// be looked up as soon as it is parsed, also those that the page shows already.
const nowhere = document.implementation.createHTMLDocument("");

function show(html) {
  const next = Object.assign(nowhere.importNode(live), { innerHTML: html });
  const before = shown();
  if (Number(next.querySelector("main")?.dataset.revision) < Number(before.revision)) return;
  // The game begins: reload, because the menu outside the live part changes too.
  if (live.querySelector("main.setup") && next.querySelector("main.game")) return location.reload();
  if (!fillIn(next, live)) return refresh(true);
  const focused = document.activeElement;
  const asked = live.querySelector("[autofocus]")?.value;
  morph(live, next);
  const after = shown();
  layOut(live, after.event !== before.event);
  if (after.event !== before.event) live.querySelectorAll("input[type=checkbox]").forEach((box) => { box.checked = box.defaultChecked; });
  const dice = roll(live, Number(before.outcome));
  if (dice) sound("dice", dice);
  else if (Number(after.event) > Number(before.event)) sound("pencil");
  if (after.turn === "1" && before.turn !== "1") sound("knock");
  // The pass-the-device screen takes the focus, and gives it back.
  const asks = live.querySelector("[autofocus]");
  if (asks && asks.value !== asked) asks.focus(STILL);
  else if (asked !== undefined && !asks) live.querySelector("main")?.focus(STILL);
  if (document.activeElement === document.body) takeUp(focused);
}

// Keeps keyboard focus: on the same button, or on the form for the next dice.
function takeUp(lost) {
  const same = [...live.querySelectorAll("button")].find((button) => button.value && button.value === lost?.value);
  (same ?? (lost?.closest(".real-dice") && live.querySelector(".real-dice input:not([type=hidden])")))?.focus(STILL);
}

// --- Requests ---

// The response, and whether no request was sent after it.
async function ask(address, options = {}, all = false) {
  const number = ++asked;
  const headers = { "X-Part": "1", "X-Have": all ? "" : have(live), Accept: "text/html, application/json" };
  const response = await fetch(address, { ...options, headers });
  return { response, text: await response.text(), current: number === asked };
}

// Whether the server had something to show at this address.
export async function load(address, all = false) {
  const { response, text, current } = await ask(address, {}, all);
  if (response.ok && current) await show(text);
  return response.ok;
}

// What is previewed may have become illegal meanwhile: then the page is shown without it.
async function refresh(all = false) {
  if (picking && await load(picking, all)) return;
  picking = "";
  await load(location.href, all);
}

async function send(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  if (form.id === "pick" && button?.ariaPressed === "true") data.set("pick", ""); // chosen again: given back
  const query = new URLSearchParams(data);
  const post = form.method === "post";
  const action = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const address = post ? action : `${action}?${query}`;
  const asksHint = action.endsWith("/hint");
  const moves = data.has("on") && !asksHint;
  if (form.id === "pick") picking = data.get("pick") ? address : "";
  else if (moves) picking = ""; // a move: talk leaves a preview as it is
  if (asksHint) button.setAttribute("aria-busy", "true");
  if (moves) expectPlaces(placesAfter(form));
  const { response, text, current } = await insist(() => ask(address, post ? { method: "post", body: query } : {}));
  button?.removeAttribute("aria-busy");
  if (!response.ok) {
    if (moves) expectPlaces(null);
    complain(JSON.parse(text).detail);
    if (picking === address) picking = "";
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

// Why an element can't be used: its own sentence, or a sentence of its group (data-whys, or the
// one it names) with its values filled in.
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

// A replay has no stream.
live.addEventListener("change", (event) => {
  if (event.target.type === "range") event.target.form.requestSubmit();
});

// --- Listening ---

// A preview is fetched again; if that fails, the update is shown instead.
async function hear(event) {
  const revision = Number(event.lastEventId);
  if (revision <= Number(shown().revision)) return; // one's own move, answered already
  if (picking) await refresh().catch(() => { picking = ""; });
  if (revision > Number(shown().revision)) await show(event.data);
}

// Somebody went away or came back: the same revision, drawn anew.
async function hearPresence(event) {
  await (picking ? refresh() : show(event.data));
}

if (live.dataset.stream) {
  const stream = new EventSource(`${live.dataset.stream}&have=${have(live)}`);
  stream.onmessage = (event) => hear(event).catch(() => complain(noConnection));
  stream.onopen = () => document.dispatchEvent(new Event("stream-open"));
  stream.onerror = () => document.dispatchEvent(new Event("stream-cut"));
  stream.addEventListener("presence", (event) => hearPresence(event).catch(() => complain(noConnection)));
}
