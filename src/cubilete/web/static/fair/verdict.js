// Whether the dice and cards of a record are those that its promise gives.
//
// Nothing in the record is believed: not the sizes of the draws, not the numbers drawn, not the texts.
// The text of every event of chance and of the table is computed again, with the game's own
// outcomes.js, which follows which dice are rolled and which cards are left. A record that can't be
// followed is never accepted. The codes are those of the Python module `cubilete.core.fair`.
import { Dice, FIRST, SECOND, THIRD, sealOf } from "./draws.js";
import { Refused, areTexts, isObject, isWhole, readRecord } from "./record.js";
import { fromHex, hex, sha256, sha256Hex } from "./sha256.js";

const HASH = /^[0-9a-f]{64}$/;
const SEED = /^[0-9a-f]{16,128}$/;
const KIND = /^(person|bot [^ \n]+)$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
// A check may lack `table` where the table of a game announces nothing.
const NEEDED = ["outcome", "decided", "over"];
// Milliseconds of work after which the page may react to its user.
const SLICE = 20;

// The module of a game that follows its dice; null where the server has none.
export async function loadCheck(game) {
  if (!SLUG.test(game)) return null;
  return import(`/games/${game}/outcomes.js`).catch(() => null);
}

// The verdict on the text of a record: { code, n, checked, record }. `n` is the event that is wrong,
// `checked` the number of outcomes that were computed; `record` is there if it could be read.
//
// `own` is what must be so: the `table` and `game` of the page, if it is a table's page, and the
// `notes` of this browser. `load` finds the check of a game.
export async function verdictOn(text, own = {}, load = loadCheck) {
  const found = { code: "fair", n: 0, checked: 0 };
  try {
    const record = found.record = readRecord(text);
    checkPromise(record.header);
    checkPlace(record.header, own);
    const dice = openedDice(record);
    checkSeeds(dice, record.header);
    found.checked = await checkEvents(dice, record, load);
    if (dice.recipe !== FIRST && record.result.fair.seal !== sealOf(record)) refuse("wrong-seal");
    checkNotes(record, own.notes ?? []);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    found.code = error.code;
    found.n = error.n;
  }
  return found;
}

function refuse(code, n = 0) {
  throw new Refused(code, n);
}

// --- The promise, the secret and the seeds ---

const isHash = (value) => typeof value === "string" && HASH.test(value);

function checkPromise(header) {
  const { fair, kinds, players } = header;
  if (!isObject(fair)) refuse("no-fair-dice");
  const { recipe = FIRST, commitment, table, seeds, fingerprints, prepared, made } = fair;
  if (![FIRST, SECOND, THIRD].includes(recipe)) refuse("unknown-recipe");
  const forEachSeat = (values, form) => areTexts(values) && values.length === players.length
    && values.every((value) => form.test(value));
  const seats = (values) => Array.isArray(values) && values.every((seat, place) =>
    isWhole(seat) && seat < players.length && seat > (place ? values[place - 1] : -1));
  let right = isHash(commitment) && typeof table === "string" && table !== "" && !table.includes("\n")
    && forEachSeat(seeds, SEED) && forEachSeat(fingerprints, HASH) && seats(made);
  if (right && recipe !== FIRST) {
    right = forEachSeat(prepared, HASH) && forEachSeat(kinds, KIND)
      && players.every((name) => !name.includes("\n"))
      && kinds.every((kind, seat) => (kind === "person" && recipe !== THIRD) || made.includes(seat));
  }
  if (!right) refuse("bad-promise");
}

function checkPlace({ game, fair }, own) {
  if (own.table && (fair.table !== own.table || (own.game && game !== own.game))) refuse("other-table");
}

function openedDice({ header, result }) {
  const { secret, seal } = (isObject(result) && isObject(result.fair) && result.fair) || {};
  if (!isHash(secret)) refuse("no-secret");
  if (hex(sha256(fromHex(secret))) !== header.fair.commitment) refuse("wrong-secret");
  const dice = new Dice(header, secret);
  if (dice.recipe !== FIRST && !isHash(seal)) refuse("wrong-seal");
  return dice;
}

function checkSeeds(dice, { fair: { seeds, fingerprints, prepared, made } }) {
  seeds.forEach((seed, seat) => {
    if (sha256Hex(seed) !== fingerprints[seat]) refuse("wrong-seed");
    const ours = dice.madeSeed(seat);
    if (made.includes(seat) && seed !== ours) refuse("chosen-seed");
    if (!made.includes(seat) && seed === ours) refuse("bad-promise");
  });
  const ready = seeds.map((_, seat) => sha256Hex(dice.madeSeed(seat)));
  if (dice.recipe !== FIRST && ready.join() !== prepared.join()) refuse("wrong-prepared");
}

// --- The events ---

async function checkEvents(dice, { header, events, result }, load) {
  const check = await load(header.game);
  if (!check || check.edition !== header.edition) refuse("not-checkable");
  const course = attempt(() => check.follow(header), "bad-record");
  if (!NEEDED.every((name) => typeof course[name] === "function")) refuse("not-checkable");
  let checked = 0;
  let pause = performance.now() + SLICE;
  for (const event of events) {
    const { n, by, text } = event;
    if (by === "chance") {
      checked++;
      checkOutcome(dice.drawer(dice.number(n, checked)), dice.recipe, course, event);
    } else if (by === "table") {
      if (attempt(() => course.table(), "bad-events", n) !== text) refuse("not-fair", n);
    } else {
      attempt(() => course.decided(by, text), "bad-events", n);
    }
    if (performance.now() > pause) {
      await new Promise((resolve) => { setTimeout(resolve); });
      pause = performance.now() + SLICE;
    }
  }
  checkEnd(course, result, dice, events.length + 1);
  return checked;
}

function checkOutcome(draw, recipe, course, { n, text, fair }) {
  const of = [];
  const drawn = [];
  const drawNoted = (sizes) => {
    const numbers = draw(sizes);
    of.push(...sizes);
    drawn.push(...numbers);
    return numbers;
  };
  const expected = attempt(() => course.outcome(drawNoted), "bad-events", n);
  if (typeof expected !== "string" || !expected || expected !== text) refuse("not-fair", n);
  if (fair === undefined && recipe === FIRST) return;  // /1 did not demand the numbers
  if (!isObject(fair) || !sameNumbers(fair.of, of) || !sameNumbers(fair.drawn, drawn)) refuse("not-fair", n);
}

function sameNumbers(said, right) {
  return Array.isArray(said) && said.length === right.length && said.every((number, at) => number === right[at]);
}

// A game ends where its rules say so. One that was given up ends earlier, but with a decision: the
// table draws and announces what follows from one at once.
function checkEnd(course, result, dice, next) {
  const over = attempt(() => course.over(), "bad-events", next);
  const missing = [() => course.outcome(dice.drawer(next)), () => course.table()].some(isDue);
  if (missing || over !== (result.abandoned !== true)) refuse("bad-events", next);
}

function isDue(step) {
  try {
    step();
  } catch {
    return false;
  }
  return true;
}

// The check of a game throws where something can't happen; that is a verdict, not a fault.
function attempt(step, code, n = 0) {
  try {
    return step();
  } catch {
    return refuse(code, n);
  }
}

// --- What this browser noted ---

// The notes that this browser made of the record's table (see seed.js). If one of them disagrees, the
// record is not that of the game that was played here, however well its parts fit together.
function checkNotes({ header: { fair }, result }, notes) {
  for (const note of notes.filter((each) => isObject(each) && each.table === fair.table)) {
    if (note.promise && note.promise !== fair.commitment) refuse("own-promise");
    if (note.prepared && !wasPrepared(note.prepared, fair.prepared)) refuse("own-promise");
    const mine = (seed, seat) => seed === note.seed && !fair.made.includes(seat);
    if (note.seed && !fair.seeds.some(mine)) refuse("own-seed");
    if (note.seal && note.seal !== result.fair.seal) refuse("own-seal");
  }
}

// A form may have shown more fingerprints than seats were taken in the end.
function wasPrepared(noted, prepared) {
  return Array.isArray(noted) && Array.isArray(prepared) && noted.length >= prepared.length
    && prepared.every((fingerprint, seat) => fingerprint === noted[seat]);
}
