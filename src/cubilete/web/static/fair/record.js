// Reads a record, format cubilete-record/1 (docs/records.md), as strictly as the Python reader does:
// what the two read differently could be one game on this page and another one elsewhere.

// Why a record is not accepted: a code, and the number of the event where there is one.
export class Refused extends Error {
  constructor(code, n = 0) {
    super(code);
    this.code = code;
    this.n = n;
  }
}

export const isWhole = (value) => Number.isSafeInteger(value);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const areTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?[0-9][0-9.eE+-]*/g;
const NUMBER = /^[-0-9]/;
const WHOLE = /^-?[0-9]+$/;

// JSON.stringify escapes half a character, which UTF-8 can't encode; it escapes no whole one.
const HALF = /(^|[^\\])(\\\\)*\\u[dD]/;

// JSON.parse takes the last of two equal keys, and accepts halves of characters and numbers that are
// too large to be written again. The Python reader refuses all of these.
function isPlain(line, entry) {
  if (HALF.test(JSON.stringify(entry))) return false;
  const open = [];
  const tokens = line.match(TOKENS) ?? [];
  return tokens.every((token, at) => {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (NUMBER.test(token)) return WHOLE.test(token) || Number.isFinite(Number(token));
    if (token[0] !== '"' || tokens[at + 1] !== ":") return true;
    const keys = open[open.length - 1];
    const key = JSON.parse(token);
    return !keys.has(key) && keys.add(key);
  });
}

// JSON.parse reads 1.0 as 1. `false` is refused wherever a whole number, a text or a list must be, and
// is harmless under the keys that nobody reads.
function withoutFractions(line) {
  return line.replace(TOKENS, (token) => (NUMBER.test(token) && !WHOLE.test(token) ? "false" : token));
}

function parseLine(line) {
  let entry;
  try {
    JSON.parse(line);  // before anything in it is replaced
    entry = JSON.parse(withoutFractions(line));
  } catch {
    throw new Refused("bad-record");
  }
  if (!isObject(entry) || !isPlain(line, entry)) throw new Refused("bad-record");
  return entry;
}

function checkHeader(header) {
  const { format, game, edition, players, options, material } = header;
  const right = format === "cubilete-record/1" && typeof game === "string" && isWhole(edition)
    && areTexts(players) && players.length > 0 && isObject(options) && isObject(material);
  if (!right) throw new Refused("bad-record");
}

function checkEvent(event, n, seats) {
  const { by, text } = event;
  const known = by === "chance" || by === "table" || (isWhole(by) && by >= 0 && by < seats);
  const right = event.n === n && known && typeof text === "string" && !("result" in event);
  if (!right) throw new Refused("bad-events", n);
}

function checkResult(result) {
  if (!isObject(result)) throw new Refused("bad-record");
  const wholes = (value) => Array.isArray(value) && value.every(isWhole);
  if (result.abandoned !== true && !(wholes(result.scores) && wholes(result.winners))) {
    throw new Refused("bad-record");
  }
}

// The header, the events and the result of a record; the result is null while the game is on.
export function readRecord(text) {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const [header, ...events] = lines.map(parseLine);
  if (!header) throw new Refused("bad-record");
  checkHeader(header);
  const last = events[events.length - 1];
  const result = last && "result" in last ? events.pop().result : null;
  if (result !== null || last?.result === null) checkResult(result);
  events.forEach((event, index) => checkEvent(event, index + 1, header.players.length));
  return { header, events, result };
}
