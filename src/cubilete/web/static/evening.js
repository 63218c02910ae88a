// Keeps the page of an evening up to date: leads to the table where one has a seat, and shows what has
// changed. Without this script the browser loads the page again from time to time.
const EVERY = 1500;
const page = document.querySelector("main.evening");
const { state, revision } = page.dataset;
let led = sessionStorage.getItem("cubilete-led") ?? "";

// Somebody who has come back from a table to look at the evening is not led there again.
if (page.dataset.table && document.referrer.endsWith(`/t/${page.dataset.table}`)) led = page.dataset.table;

const isWriting = () => {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && !field.readOnly && field.value !== field.defaultValue;
};

async function look() {
  if (document.hidden) return;
  const answer = await fetch(state, { cache: "no-store" });
  if (!answer.ok) return;
  const now = await answer.json();
  if (now.table && now.table !== led) {
    sessionStorage.setItem("cubilete-led", now.table);
    location.assign(`/t/${now.table}`);
  } else if (String(now.revision) !== revision && !isWriting()) {
    location.reload();
  }
}

// Without a connection it is tried again.
const keepLooking = () => look().catch(() => {}).finally(() => setTimeout(keepLooking, EVERY));
keepLooking();
