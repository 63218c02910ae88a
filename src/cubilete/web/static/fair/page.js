// The page that checks the dice of a record: of its own table, or of a file that is chosen.
import { FIRST } from "./draws.js";
import { verdictOn } from "./verdict.js";

const status = document.getElementById("verify");
const list = document.getElementById("checks");
const sentences = document.getElementById("sentences").content;
const computing = status.textContent;
let latest = 0;

function sentence(code, values = {}) {
  const found = sentences.querySelector(`[data-code="${code}"]`).textContent;
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// What this browser noted when its forms were sent and when games ended (see seed.js).
function ownNotes() {
  try {
    const notes = JSON.parse(localStorage.getItem("cubilete-seeds") ?? "[]");
    return Array.isArray(notes) ? notes : [];
  } catch {
    return [];  // storage may be disabled, or corrupt: there is nothing to compare
  }
}

// What else is known of a record that holds: what this browser compared, and what is not proven.
function remarks({ header: { fair }, events, result }, notes) {
  const noted = notes.filter((note) => note?.table === fair.table);
  const has = (key) => noted.some((note) => note[key]);
  const codes = [
    has("seed") ? "own" : "none",
    has("promise") && "promise",
    has("seal") && "seal",
    (fair.recipe ?? FIRST) === FIRST && "first-recipe",
    fair.made.length === fair.seeds.length && "all-made",
    result.abandoned === true && !has("seal") && "end",
  ];
  return codes.filter(Boolean).map((code) => sentence(code, { n: events.length }));
}

function show({ code, n, checked, record }, notes) {
  const fair = code === "fair";
  status.textContent = sentence(code, { n: fair ? checked : n });
  list.replaceChildren(...(fair ? remarks(record, notes) : []).map((remark) => {
    const item = document.createElement("li");
    item.textContent = remark;
    return item;
  }));
}

async function check(read) {
  const turn = ++latest;
  status.textContent = computing;
  list.replaceChildren();
  const { table, game } = status.dataset;
  const notes = ownNotes();
  const verdict = await read()
    .then((text) => verdictOn(text, { table, game, notes }))
    .catch((error) => ({ code: error.code ?? "failed" }));
  if (turn === latest) show(verdict, notes);  // a file may have been chosen in the meantime
}

// Strict: what is not UTF-8 is no record, and a byte order mark is part of the text.
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

async function fetchRecord() {
  const answer = await fetch(status.dataset.record);
  if (answer.status === 422) throw { code: "no-secret" };  // the game is not over
  if (!answer.ok) throw { code: "failed" };
  return decoded(await answer.arrayBuffer());
}

document.getElementById("file").addEventListener("change", ({ target: { files: [file] } }) => {
  if (file) check(async () => decoded(await file.arrayBuffer()));
});
check(fetchRecord);
