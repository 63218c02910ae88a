// Keyboard shortcuts at the table. A key does what a click on a button of the page would do: where
// the page has no such button, the key does nothing. They rest while somebody types, in dialogs, and
// where the setting is off (WCAG 2.1.4).
const panel = document.getElementById("atajos");
const opener = document.getElementById("shortcuts");
const STILL = { preventScroll: true };

const usable = (element) => element.getAttribute("aria-disabled") !== "true" && !element.disabled
  && element.checkVisibility({ visibilityProperty: true });
const all = (selector) => [...document.querySelectorAll(selector)].filter(usable);
const press = (...selectors) => {
  for (const selector of selectors) {
    const [found] = all(selector);
    if (found) return found.click();
  }
};

// Dice and everything that is previewed, in the order of the page.
const CHOICES = "#live .stage :is(button[form=pick], button[name=pick], label.die input, .die input):not([value=''])";
const focusable = () => [...document.querySelectorAll(CHOICES)].filter((element) => !element.disabled
  && (element.closest("label") ?? element).checkVisibility({ visibilityProperty: true }));

function step(by) {
  const things = focusable();
  if (!things.length) return;
  const at = things.indexOf(document.activeElement);
  const next = things[at < 0 ? (by > 0 ? 0 : things.length - 1) : (at + by + things.length) % things.length];
  next.focus();
}

// As they lie: kept dice keep their places, whatever the order of the page. Where the dice can't be
// touched, the number to call is meant. One that can't be chosen says why.
function die(number) {
  const dice = [...document.querySelectorAll("#live .felt .dice .die:not(.mini)")]
    .sort((one, other) => one.offsetTop - other.offsetTop || one.offsetLeft - other.offsetLeft);
  const touched = dice.some((each) => each.matches("label, button")) ? dice : document.querySelectorAll("#live .cd");
  const found = touched[number - 1];
  if (!found?.matches("label, button")) return;
  (found.control ?? found).focus(STILL);
  found.click();
}

function show(dialog) {
  document.querySelectorAll(":popover-open").forEach((other) => other.hidePopover());
  dialog.showModal();
}

const KEYS = {
  t: () => press("#live .throwing", "#live .actions button.primary", "#live .stage button.primary", "#live [autofocus]"),
  n: () => step(1),
  b: () => step(-1),
  x: () => press("#live .actions button[name=pick][value='']", "#live button[form=pick][aria-pressed=true]"),
  z: () => (document.querySelector("form#undo button") ?? document.querySelector(".tool.undo"))?.click(),
  h: () => press("#live .hinting"),
  w: () => press("#live .status .now"),
  r: () => press(".rail [data-rules]"),
  c: () => document.getElementById("say")?.focus(),
  m: () => press("[popovertarget=opciones]"),
  "?": () => show(panel),
};

// Text fields, lists, and the counters in which digits are typed.
const types = (element) => element.isContentEditable
  || element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])")
  || element.closest(".real-dice");

function hear(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || event.defaultPrevented) return;
  if (types(event.target) || document.querySelector(":modal")) return;
  const act = /^[1-9]$/.test(event.key) ? () => die(Number(event.key)) : KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

if (document.documentElement.dataset.keys !== "off") addEventListener("keydown", hear);
if (opener) {
  opener.hidden = false;
  opener.querySelector("button").addEventListener("click", () => show(panel));
}
