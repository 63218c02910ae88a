// The recipes cubilete-fair/1 to /3 (docs/fair-dice.md): what each draw, made seed and seal must be.
import { fromHex, hex, hmac, sha256Hex, utf8 } from "./sha256.js";

export const FIRST = "cubilete-fair/1";
export const SECOND = "cubilete-fair/2";
export const THIRD = "cubilete-fair/3";

// Everything that the draws of one game depend on. `fair` is the key of the record's header.
export class Dice {
  constructor(header, secret) {
    const { recipe = FIRST, table, seeds } = header.fair;
    this.recipe = recipe;
    this.table = table;
    this.key = fromHex(secret);
    // What the seats add to each message: in /1 the seeds, in /2 a hash of seats, names and seeds.
    // In /3 tables share their dice, so they add nothing.
    this.seats = recipe === THIRD ? []
      : recipe === FIRST ? seeds : [seatingOf(header.kinds, header.players, seeds)];
  }

  hash(...lines) {
    return hmac(this.key, utf8([this.recipe, this.table, ...lines].join("\n")));
  }

  // The seed of a seat that brought none: fixed by the secret and the table's name.
  madeSeed(seat) {
    return hex(this.hash("seed", seat)).slice(0, 32);
  }

  // The number that the draws of an outcome depend on: that of its event, or in /3 its own.
  number(event, outcome) {
    return this.recipe === THIRD ? outcome : event;
  }

  // The endless sequence of 32-bit words for event n, or in /3 for outcome n.
  *words(n) {
    for (let block = 0; ; block++) {
      const digest = new DataView(this.hash(n, block, ...this.seats).buffer);
      for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
    }
  }

  // A function that draws a number below each of the sizes it gets. Words beyond the last whole
  // multiple of a size are discarded, so that all numbers are equally likely.
  drawer(n) {
    const words = this.words(n);
    return (sizes) => sizes.map((size) => {
      if (!(Number.isInteger(size) && size > 0 && size <= 2 ** 32)) throw new Error("nothing to draw from");
      let word;
      do word = words.next().value; while (word >= Math.floor(2 ** 32 / size) * size);
      return word % size;
    });
  }
}

// A bot's name is left out: the server chooses it, and must not find dice by trying names.
function seatingOf(kinds, players, seeds) {
  const seats = kinds.map((kind, seat) => {
    const person = kind === "person";
    return `${person ? "person" : "bot"}\n${person ? players[seat] : ""}\n${seeds[seat]}\n`;
  });
  return sha256Hex(seats.join(""));
}

// The hash of the whole course of a game: seats, events and result.
export function sealOf({ header, events, result }) {
  const lines = [
    "cubilete-seal/2",
    `${header.game} ${header.edition} ${header.fair.table}`,
    ...header.kinds.map((kind, seat) => `${kind} ${header.players[seat]}`),
    ...events.map(({ n, by, text }) => `${n} ${by} ${text}`),
    result.abandoned === true ? "abandoned" : ["scores", ...result.scores, "winners", ...result.winners].join(" "),
  ];
  return sha256Hex(lines.map((line) => `${line}\n`).join(""));
}
