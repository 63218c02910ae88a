// A lesson: puts a copy of the bubble beside what it speaks of, and a light on that. The notice of
// the page, which has the same words, stays for screen readers. Nothing here takes a touch.
const live = document.getElementById("live");
const light = Object.assign(document.createElement("div"), { className: "spotlight", hidden: true });
const voice = Object.assign(document.createElement("div"), { className: "bubble lola afloat", hidden: true });
voice.setAttribute("aria-hidden", "true");
document.body.append(light, voice);
document.documentElement.classList.add("guided");
const GAP = 16;
let seen = "";
let waiting = 0;

const visible = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
const all = (selector) => [...live.querySelectorAll(selector)].filter((each) => visible(each) && !each.closest(".lesson"));

const control = (thing) => thing.control ?? thing.querySelector("input:is([type=checkbox], [type=radio])");

const within = (box) => box.top >= 48 && box.bottom <= innerHeight;

// Of several buttons that do the same, one that is in sight.
function one(things) {
  if (things.some(control)) return things;
  const seen = things.filter((thing) => within(thing.getBoundingClientRect()));
  return [...seen, ...things].slice(0, 1);
}

// What has a field to choose comes before what only opens it.
function parts(things) {
  const fields = things.filter(control);
  return fields.length ? fields : things;
}

// Whether all that the step names is chosen, and nothing else.
function chosen(things) {
  const boxes = [...new Set(things.map(control).filter(Boolean))];
  const form = boxes[0]?.form;
  if (!form) return false;
  const checked = [...form.elements].filter((field) => ["checkbox", "radio"].includes(field.type) && field.checked);
  return boxes.every((box) => box.checked) && checked.length === boxes.length;
}

function around(things) {
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
}

function place() {
  waiting = 0;
  const says = live.querySelector(".lesson .bubble");
  const asks = says?.dataset.at;
  let things = asks ? one(all(says.dataset.at)) : [];
  if (!things.length && says?.dataset.or) things = parts(all(says.dataset.or));
  const confirms = things.length > 0 && chosen(things);
  if (confirms) things = one(all(says.dataset.then));
  light.hidden = voice.hidden = !things.length;
  document.documentElement.classList.toggle("guiding", things.length > 0);
  if (!things.length) return part(says);
  const words = says.cloneNode(true);
  if (confirms) words.querySelector("p:last-child").textContent = says.dataset.confirm;
  if (voice.innerHTML !== words.innerHTML) voice.innerHTML = words.innerHTML;
  const step = `${says.dataset.text} ${confirms} ${says.dataset.at}`;
  if (seen !== step) {
    seen = step;
    const box = around(things);
    if (!within(box)) things[0].scrollIntoView({ block: "center" });
  }
  const box = around(things);
  Object.assign(light.style, { left: `${box.left - 6}px`, top: `${box.top - 6}px`, width: `${box.width + 12}px`, height: `${box.height + 12}px` });
  const [width, height] = [voice.offsetWidth, voice.offsetHeight];
  const below = box.bottom + GAP + height <= innerHeight - 8;
  const left = Math.max(8, Math.min(box.left + box.width / 2 - width / 2, innerWidth - width - 8));
  const top = below ? box.bottom + GAP : Math.max(8, box.top - GAP - height);
  voice.className = `bubble lola afloat ${below ? "up" : "down"}`;
  Object.assign(voice.style, { left: `${left}px`, top: `${top}px` });
  const at = 100 * (box.left + box.width / 2 - left) / width;
  voice.style.setProperty("--at", Math.max(8, Math.min(92, at)));
}

// The last words are above the table.
function part(says) {
  if (!says?.closest(".end, .over") || seen === "end") return;
  seen = "end";
  scrollTo({ top: 0 });
}

const later = () => { waiting ||= requestAnimationFrame(place); };
new MutationObserver(later).observe(live, { childList: true, subtree: true, attributes: true, characterData: true });
addEventListener("resize", later);
addEventListener("scroll", later, { capture: true, passive: true });
live.addEventListener("change", later);
live.addEventListener("reset", () => setTimeout(later));
later();
