// The browser's seed for the dice: sixteen random bytes that the table can't choose. The browser
// stores it with the table's commitment, so that the page that checks the dice finds both.
"use strict";
const NOTES = "cubilete-seeds";
const MOST_NOTES = 100;

// The seed for a table: the same however often the form is sent. Without storage the seed is used
// all the same, but can't be checked later.
function seedFor(table, promise) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const notes = JSON.parse(localStorage.getItem(NOTES) ?? "[]");
    const noted = notes.find((note) => note.table === table);
    if (noted) return noted.seed;
    localStorage.setItem(NOTES, JSON.stringify([...notes, { table, seed, promise }].slice(-MOST_NOTES)));
  } catch {
    // Storage may be disabled, full or corrupt.
  }
  return seed;
}

// On submit, not before: an update of the page would empty the field again.
document.addEventListener("submit", (event) => {
  const field = event.target.elements.namedItem("seed");
  if (field) field.value = seedFor(event.target.dataset.table, event.target.dataset.promise);
}, true);
