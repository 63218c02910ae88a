// Every person's own share in the dice: sixteen random bytes that the table can't choose. The
// browser notes them together with the promise that the table had made before, so that the page
// that checks the dice can look for both.
"use strict";
const NOTES = "cubilete-seeds";
const MOST_NOTES = 100;

function note(table, seed, promise) {
  try {
    const notes = JSON.parse(localStorage.getItem(NOTES) ?? "[]").filter((old) => old.table !== table);
    localStorage.setItem(NOTES, JSON.stringify([...notes, { table, seed, promise }].slice(-MOST_NOTES)));
  } catch {
    // A browser that keeps nothing plays with its seed all the same; it can't look for it later.
  }
}

// When a form is sent, not before: what the server sends meanwhile would empty the field again.
document.addEventListener("submit", (event) => {
  const field = event.target.elements.namedItem("seed");
  if (!field) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  note(event.target.dataset.table, field.value, event.target.dataset.promise);
}, true);
