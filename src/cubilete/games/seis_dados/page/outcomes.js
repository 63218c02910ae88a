// Follows the dice of a game of Seis dados, so that the browser can check them (docs/fair-dice.md).
// It knows what decides which dice are rolled and when the game ends, not which values are right.

export const edition = 1;

const SECTIONS = [
  ["ones", "twos", "threes", "fours", "fives", "sixes"],
  ["pair", "three", "four", "five", "six"],
  ["straight-3", "straight-4", "straight-5", "straight-6"],
  ["max-sum", "min-sum", "jokers"],
  ["double-pair", "triple-pair", "three-and-pair", "double-three", "four-and-pair"],
  ["straight-3-and-pair", "straight-4-and-pair", "three-and-straight-3", "sevens"],
];
const BASIC = SECTIONS.slice(0, 4).flat();
const REPETITION = /^(reroll|joker) ([1-6](?: [1-6]){0,5})$/;
const ASSIGNMENT = /^assign ([a-z0-9-]+) ((?:0|[1-9][0-9]?)(?:,[0-9]){0,2})$/;
const DICE = 6;
const FREE_REPETITIONS = 2;
const STARTING_JOKERS = 6;
const NEVER = 1000;  // more points than a game has

function demand(right) {
  if (!right) throw new Error("this can't happen here");
}

export function follow({ players, options }) {
  const seats = players.length;
  const inUse = options.categories ?? BASIC;
  const endAt = options.end_at ?? NEVER;
  const noted = players.map(() => new Map());
  const jokers = players.map(() => STARTING_JOKERS);
  let waitsForDice = true;
  let over = false;
  let first = -1;
  let current = -1;
  let roll = [];
  let kept = [];
  let repetitions = 0;
  demand(seats >= 2 && seats <= 3 && Number.isInteger(endAt) && endAt >= 1);
  demand(inUse.every((name, place) => SECTIONS.flat().includes(name) && inUse.indexOf(name) === place));

  function beginTurn(seat) {
    current = seat;
    kept = [];
    repetitions = 0;
    waitsForDice = true;
  }

  function rollAgain(word, faces) {
    demand(word === (repetitions < FREE_REPETITIONS ? "reroll" : "joker"));  // SD-1
    if (word === "reroll") repetitions++;
    else demand(jokers[current]-- > 0);
    demand(faces.join() === [...faces].sort().join());
    kept = [...roll];
    for (const face of faces) {
      demand(kept.includes(face));
      kept.splice(kept.indexOf(face), 1);
    }
    waitsForDice = true;
  }

  function assign(category, value) {
    demand(inUse.includes(category) && category !== "jokers" && !noted[current].has(category));
    noted[current].set(category, value);
    const following = (current + 1) % seats;
    if (following === first) {
      const full = noted[first].size === inUse.filter((name) => name !== "jokers").length;  // SD-2
      over = full || Math.max(...pointsOf(inUse, noted)) >= endAt;  // SD-S6
    }
    if (!over) beginTurn(following);
  }

  return {
    outcome(draw) {
      demand(waitsForDice && !over);
      if (first < 0) {
        [first] = draw([seats]);  // SD-4
        beginTurn(first);
        return `start ${first}`;
      }
      const faces = draw(Array(DICE - kept.length).fill(6)).map((number) => number + 1).sort();
      roll = [...kept, ...faces];
      waitsForDice = false;
      return `roll ${faces.join(" ")}`;
    },

    decided(seat, text) {
      demand(!waitsForDice && !over && seat === current);
      const repetition = REPETITION.exec(text);
      if (repetition) {
        rollAgain(repetition[1], repetition[2].split(" ").map(Number));
        return;
      }
      const assignment = ASSIGNMENT.exec(text);
      demand(assignment);
      // The parts of a value compare from the left, as the digits of a number do.
      assign(assignment[1], assignment[2].split(",").reduce((value, part) => value * 8 + Number(part), 0));
    },

    over: () => over,
  };
}

// The points from the categories that all have completed. They only matter where a number of points
// ends the game early (SD-S6); jokers count for nothing before its end.
function pointsOf(inUse, noted) {
  const totals = noted.map(() => 0);
  for (const section of SECTIONS) {
    const here = noted.map(() => 0);
    const mine = section.filter((name) => inUse.includes(name));
    const complete = mine.filter((name) => noted.every((sheet) => sheet.has(name)));
    for (const category of complete) {
      const sign = category === "min-sum" ? -1 : 1;  // SD-C4
      const taker = takerOf(noted.map((sheet) => sign * sheet.get(category)));
      if (taker >= 0) here[taker]++;
    }
    const best = Math.max(...here);
    const leads = here.filter((points) => points === best).length === 1;
    if (leads && mine.length && complete.length === mine.length) here[here.indexOf(best)]++;  // SD-S3
    here.forEach((points, seat) => { totals[seat] += points; });
  }
  return totals;
}

// The seat that takes the point of a category, or -1: with two players the better value (SD-S1), with
// three the middle one, or the one that differs where two are equal (SD-S2).
function takerOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted[0] === sorted[sorted.length - 1]) return -1;
  if (values.length === 2) return values.indexOf(sorted[1]);
  if (sorted[0] === sorted[1]) return values.indexOf(sorted[2]);
  if (sorted[1] === sorted[2]) return values.indexOf(sorted[0]);
  return values.indexOf(sorted[1]);
}
