// Follows the dice of a game of Twenty One, so that the browser can check them (docs/fair-dice.md).
// It knows what decides which dice are rolled and when the game ends, not the points.

export const edition = 1;

const COLOURS = "WYRGBK";
const SHEETS = "ABCDEF";
const ROWS = 5;
const WRITTEN = /^write ([WYRGBK][1-6](?: [WYRGBK][1-6]){0,5})$/;

function demand(right) {
  if (!right) throw new Error("this can't happen here");
}

// T1-M1: every row has each colour once.
function isSheet(rows) {
  const sorted = [...COLOURS].sort().join("");
  return rows.length === ROWS && rows.every((row) => [...row].sort().join("") === sorted);
}

export function follow({ players, material }) {
  const seats = players.length;
  const decisions = new Map();
  let active = -1;
  let sheets = null;
  // What each seat has: the row it is on, and the colours that are free in it.
  const row = players.map(() => 0);
  const free = players.map(() => new Set(COLOURS));
  let waitsForDice = true;
  let writing = false;
  let over = false;
  let rolledAgain = false;
  let roll = {};
  demand(seats >= 2 && seats <= 6 && [...SHEETS].every((name) => isSheet(material.sheets[name])));

  // The colours of a seat's current row from the left: the printed numbers are 6 5 4 3 2 1.
  const boxes = (seat) => [...material.sheets[sheets[seat]][row[seat]]];

  function start(draw) {
    [active] = draw([seats]);  // T1-1
    return `start ${active}`;
  }

  function dealSheets(draw) {
    const left = [...SHEETS];
    const sizes = players.map((_, seat) => SHEETS.length - seat);
    sheets = draw(sizes).map((place) => left.splice(place, 1)[0]);
    return `sheets ${sheets.join(" ")}`;
  }

  // T1-2: the second time all dice are rolled but those that show a 1.
  function rollDice(draw) {
    const colours = [...COLOURS].filter((colour) => !rolledAgain || roll[colour] !== 1);
    draw(colours.map(() => 6)).forEach((number, place) => { roll[colours[place]] = number + 1; });
    waitsForDice = false;
    writing = rolledAgain || Object.values(roll).every((face) => face === 1);
    return `roll ${colours.map((colour) => colour + roll[colour]).join(" ")}`;
  }

  // T1-3: a die goes to the free box of its colour, if no lower number is printed there.
  function checkWriting(seat, dice) {
    const places = dice.map((die) => COLOURS.indexOf(die[0]));
    demand(places.every((place, at) => at === 0 || place > places[at - 1]));
    for (const [colour, face] of dice) {
      demand(Number(face) === roll[colour] && free[seat].has(colour));
      demand(roll[colour] <= 6 - boxes(seat).indexOf(colour));
    }
  }

  function openDecisions() {
    for (const [seat, dice] of decisions) {
      const lost = boxes(seat).find((colour) => free[seat].has(colour));  // T1-5
      for (const [colour] of dice.length ? dice : [lost]) free[seat].delete(colour);
      if (free[seat].size === 0) {  // T1-7
        row[seat]++;
        free[seat] = new Set(COLOURS);
      }
    }
    over = row.some((number) => number === ROWS);  // T1-8
    decisions.clear();
    active = (active + 1) % seats;
    writing = false;
    rolledAgain = false;
    roll = {};
    waitsForDice = true;
  }

  return {
    outcome(draw) {
      demand(waitsForDice && !over);
      if (active < 0) return start(draw);
      return sheets ? rollDice(draw) : dealSheets(draw);
    },

    decided(seat, text) {
      demand(!waitsForDice && !over);
      if (!writing) {
        demand(seat === active && (text === "stand" || text === "reroll"));
        rolledAgain = waitsForDice = text === "reroll";
        writing = text === "stand";
        return;
      }
      const dice = text === "cross" ? [] : WRITTEN.exec(text)?.[1].split(" ");
      demand(dice && !decisions.has(seat));
      checkWriting(seat, dice);
      decisions.set(seat, dice);
      if (decisions.size === seats) openDecisions();  // T1-6
    },

    over: () => over,
  };
}
