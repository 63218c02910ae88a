// Changes `from` into `to` in place, so that focus and typing survive. Elements that a script has
// added for an animation (data-passing) stay.
export function morph(from, to) {
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
  const ours = [...from.childNodes].filter((child) => !child.dataset?.passing);
  const theirs = [...to.childNodes];
  theirs.forEach((child, i) => {
    if (ours[i]) morph(ours[i], child);
    else from.append(child.cloneNode(true));
  });
  ours.slice(theirs.length).forEach((child) => child.remove());
}

// Replaces the elements with data-same by the page's own pieces with these hashes (data-v), in
// their order. False if the page lacks one of them.
export function fillIn(next, page) {
  const here = new Map([...page.querySelectorAll("[data-v]")].map((piece) => [piece.dataset.v, piece]));
  for (const empty of next.querySelectorAll("[data-same]")) {
    const kept = empty.dataset.same.split(" ").map((hash) => here.get(hash)).map((piece) => piece && next.ownerDocument.importNode(piece, true));
    if (kept.includes(undefined)) return false;
    for (const piece of kept) piece.querySelectorAll("[data-passing]").forEach((passing) => passing.remove());
    empty.replaceWith(...kept);
  }
  return true;
}

// The hashes of the page's pieces.
export const have = (page) => [...page.querySelectorAll("[data-v]")].map((piece) => piece.dataset.v).join(",");
