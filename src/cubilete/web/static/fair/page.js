// The page that checks the dice of a record: of its own table, or of a file that is chosen.
import { FIRST, THIRD } from "./draws.js";
import { verdictOn } from "./verdict.js";

const status = document.getElementById("verify");
const own = document.getElementById("own");
const claims = document.getElementById("claims");
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

// What is proven of a record that holds, and what is not: by the same conditions as in the Python
// module `cubilete.core.fair.claims`, except that only the command checks the rules.
function claimsOf({ header: { fair }, result }, has) {
  const first = (fair.recipe ?? FIRST) === FIRST;
  const shared = fair.recipe === THIRD;
  return {
    covers: {
      dice: true,
      "made-seeds": first,
      seats: !first && !shared,
      "bot-seeds": !first,
      commitment: has("promise"),
      seal: has("seal"),
    },
    limits: {
      rules: true,
      seats: first,
      "shared-dice": shared,
      "bot-seeds": first,
      decisions: !first && !has("seal"),
      "decisions-of-first-recipe": first,
      end: result.abandoned === true && !has("seal"),
      commitment: !has("promise"),
      "own-seeds": fair.made.length === fair.seeds.length,
      options: true,
      "look-ahead": true,
      "last-seed": !shared,
      people: true,
    },
  };
}

function fill(list, conditions, values) {
  const codes = Object.keys(conditions).filter((code) => conditions[code]);
  document.getElementById(list).replaceChildren(...codes.map((code) => {
    const item = document.createElement("li");
    item.textContent = sentence(`${list}-${code}`, values);
    return item;
  }));
}

function clear() {
  own.textContent = "";
  claims.hidden = true;
}

function show({ code, n, checked, record }, notes) {
  clear();
  status.textContent = sentence(code, { n: code === "fair" ? checked : n });
  if (code !== "fair") return;
  const noted = notes.filter((note) => note?.table === record.header.fair.table);
  const has = (key) => noted.some((note) => note[key]);
  const { covers, limits } = claimsOf(record, has);
  own.textContent = sentence(has("seed") ? "own" : "none");
  fill("covers", covers, {});
  fill("limits", limits, { n: record.events.length });
  claims.hidden = false;
}

async function check(read) {
  const turn = ++latest;
  status.textContent = computing;
  clear();
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
