// What this browser notes of each table, so that the page that checks the dice can compare:
// {table, seed?, promise?, prepared?, seal?}. The seed is sixteen random bytes that the table can't
// choose; promise and prepared are what the form showed before the seed was sent; the seal is that of
// the game when it was over. The first value of each stays: a table must not replace it later.
"use strict";
{
  const NOTES = "cubilete-seeds";
  const MOST_NOTES = 300;

  // Adds what is not noted yet; returns the note. Without storage nothing can be checked later.
  const note = (table, values) => {
    try {
      const notes = JSON.parse(localStorage.getItem(NOTES) ?? "[]");
      const noted = notes.find((each) => each.table === table);
      const changed = { table, ...values, ...noted };
      if (noted && Object.keys(noted).length === Object.keys(changed).length) return noted;
      const others = notes.filter((each) => each.table !== table);
      localStorage.setItem(NOTES, JSON.stringify([...others, changed].slice(-MOST_NOTES)));
      return changed;
    } catch {
      return values; // storage may be disabled, full or corrupt
    }
  };

  // The seed for a table: the same however often the form is sent.
  const seedFor = ({ table, promise, prepared }) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const seed = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return note(table, { seed, promise, ...(prepared && { prepared: prepared.split(" ") }) }).seed;
  };

  // On submit, not before: an update of the page would empty the field again.
  document.addEventListener("submit", (event) => {
    const field = event.target.elements.namedItem("seed");
    if (field) field.value = seedFor(event.target.dataset);
  }, true);

  // Everybody notes the seal, also people who only watch.
  const noteSeal = () => {
    const sealed = document.querySelector("[data-seal]");
    if (sealed) note(sealed.dataset.table, { seal: sealed.dataset.seal });
  };
  noteSeal();
  const live = document.getElementById("live");
  if (live) new MutationObserver(noteSeal).observe(live, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seal"] });
}
