// Forms are sent in the background, and what the server sends is morphed in. Without this
// script everything works too, by loading pages.
"use strict";
const live = document.getElementById("live");
const toast = document.getElementById("toast");
const words = document.documentElement.lang === "es"
  ? { slower: "Más despacio, por favor.", lost: "No hay conexión: se vuelve a intentar." }
  : { slower: "Slower, please.", lost: "No connection: trying again." };
let picking = ""; // the address of what is being previewed

function complain(sentence) {
  toast.textContent = sentence;
  toast.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => { toast.hidden = true; }, 6000);
}

// The server leaves out what this page has: elements whose hashes (data-v) it knows are named by one
// empty element, data-same. False if the page does not have one of them after all.
function fillIn(root) {
  for (const empty of root.querySelectorAll("[data-same]")) {
    const kept = empty.dataset.same.split(/([ ,])/).filter((part) => part !== ",").map((part) => (
      part === " " ? document.createTextNode("\n") : live.querySelector(`[data-v="${part}"]`)?.cloneNode(true)));
    if (!kept.every(Boolean)) return false;
    empty.replaceWith(...kept);
  }
  return true;
}

const have = () => [...live.querySelectorAll("[data-v]")].map((piece) => piece.dataset.v).join(",");
const partOnly = (all = false) => ({ "X-Part": "1", "X-Have": all ? "" : have(), Accept: "text/html, application/json" });

// Makes `from` like `to`, keeping the elements that stay, so that focus and typing survive.
function morph(from, to) {
  if (from.dataset?.v && from.dataset.v === to.dataset?.v) return;
  const another = from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || (from.id ?? "") !== (to.id ?? "");
  if (another) return from.replaceWith(to.cloneNode(true));
  if (from.nodeType === Node.TEXT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) return;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && name !== "open") from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  if (from === document.activeElement && from.matches("input:not([type=hidden]), textarea")) return;
  const theirs = [...to.childNodes];
  theirs.forEach((child, i) => {
    if (from.childNodes[i]) morph(from.childNodes[i], child);
    else from.append(child.cloneNode(true));
  });
  while (from.childNodes.length > theirs.length) from.lastChild.remove();
}

function show(html) {
  const next = live.cloneNode(false);
  next.innerHTML = html;
  if (!fillIn(next)) return load(picking || location.href, true);
  const focused = document.activeElement && document.activeElement.value;
  const before = live.querySelector("main");
  const newer = next.querySelector("main");
  if (before && newer && Number(newer.dataset.revision) < Number(before.dataset.revision)) return;
  const on = (root) => root.querySelector("input[name=on]")?.value;
  const faces = (root) => [...root.querySelectorAll(".felt .dice .die")].map((die) => die.querySelector("use")?.getAttribute("href"));
  const moved = on(next) !== on(live);
  const lay = faces(live);
  morph(live, next);
  if (moved) live.querySelectorAll("input[type=checkbox]").forEach((box) => { box.checked = box.defaultChecked; });
  const fell = faces(live).some((face) => {
    const at = lay.indexOf(face);
    if (at >= 0) lay.splice(at, 1);
    return at < 0;
  });
  if (fell) live.querySelectorAll(".felt .dice .die").forEach((die) => {
    die.classList.remove("fresh");
    void die.offsetWidth;
    die.classList.add("fresh");
  });
  if (focused && document.activeElement === document.body) {
    const again = [...live.querySelectorAll("button")].find((button) => button.value === focused);
    if (again) again.focus();
  }
}

async function load(address, all = false) {
  const answer = await fetch(address, { headers: partOnly(all) });
  if (answer.ok) await show(await answer.text());
}

async function send(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  let address = form.action;
  const options = { method: form.method, headers: partOnly() };
  if (form.method === "post") options.body = new URLSearchParams(data);
  else address += "?" + new URLSearchParams(data);
  picking = form.id === "pick" && data.get("pick") ? address : "";
  const response = await fetch(address, options);
  const text = await response.text();
  if (response.ok) {
    await show(text);
    if (form.querySelector("#say")) form.reset();
  } else {
    complain(response.status === 429 ? words.slower : JSON.parse(text).detail);
    await load(location.href);
  }
}

live.addEventListener("submit", (event) => {
  if ("leave" in event.target.dataset) return; // it leads to another page
  event.preventDefault();
  send(event.target, event.submitter).catch(() => complain(words.lost));
});

live.addEventListener("click", (event) => {
  const closed = event.target.closest("[aria-disabled=true]");
  if (!closed) return;
  // The reason is its own, or that of all around it; {cell} is what its label begins with.
  const why = closed.dataset.now ?? closed.closest("[data-wait]")?.dataset.wait ?? closed.closest("[data-why]")?.dataset.why;
  if (why) complain(why.replace("{cell}", () => closed.ariaLabel?.split(":")[0] ?? ""));
});

// A replay is moved by its slider; a table by what the server sends.
live.addEventListener("change", (event) => {
  if (event.target.type === "range") event.target.form.requestSubmit();
});

if (live.dataset.stream) {
  const stream = new EventSource(live.dataset.stream + "&have=" + have());
  stream.onmessage = (event) => {
    // The answer to one's own move has been shown already.
    if (Number(event.lastEventId) <= Number(live.querySelector("main")?.dataset.revision)) return;
    const shown = picking ? load(picking) : show(event.data);
    Promise.resolve(shown).catch(() => complain(words.lost));
  };
}
