// Every person's own share in the dice: sixteen random bytes that the table can't choose. The
// browser notes them together with the promise that the table had made before, so that the page
// that checks the dice can look for both.
"use strict";
const NOTES = "cubilete-seeds";
const MOST_NOTES = 100;

// What the browser gives to a table, the same however often it is sent. One that keeps nothing
// plays with its seed all the same; it can't look for it later.
function seedFor(table, promise) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const notes = JSON.parse(localStorage.getItem(NOTES) ?? "[]");
    const noted = notes.find((note) => note.table === table);
    if (noted) return noted.seed;
    localStorage.setItem(NOTES, JSON.stringify([...notes, { table, seed, promise }].slice(-MOST_NOTES)));
  } catch {
    // Storage may be forbidden, full or spoilt.
  }
  return seed;
}

// When a form is sent, not before: what the server sends meanwhile would empty the field again.
document.addEventListener("submit", (event) => {
  const field = event.target.elements.namedItem("seed");
  if (field) field.value = seedFor(event.target.dataset.table, event.target.dataset.promise);
}, true);
