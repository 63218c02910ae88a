// Follows the dice of a game of Dizzle, so that the browser can check them (docs/fair-dice.md).
// Which dice are left depends on every die placed, so it follows the sheets, but not the points.

export const edition = 1;

const DICE = [0, 8, 7, 10, 13];
const ROUNDS = [0, 10, 6, 4, 3];
const CELL = /^(place|return|planet) ([A-Z][1-9][0-9]{0,7})$/;
const TOKEN = /^(?:\.|X|[1-6](?:[BRPT]|[KLFGZ][a-z])?)$/;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function demand(right) {
  if (!right) throw new Error("this can't happen here");
}

// The cells of the printed sheet by name: the face that each needs (0: crossed from the start), its
// symbol with its colour, and the names of its neighbours.
function readSheet({ sheet }) {
  const cells = new Map();
  sheet.grid.forEach((line, row) => line.trim().split(/\s+/).forEach((token, column) => {
    demand(TOKEN.test(token));
    if (token === ".") return;
    const face = token === "X" ? 0 : Number(token[0]);
    cells.set(LETTERS[column] + (row + 1), { face, symbol: token.slice(1), row, column, near: [] });
  }));
  for (const cell of cells.values()) {
    const { row, column } = cell;
    const around = [[row - 1, column], [row, column - 1], [row, column + 1], [row + 1, column]];
    cell.near = around.map(([r, c]) => LETTERS[c] + (r + 1)).filter((name) => cells.has(name));
  }
  return cells;
}

export function follow({ players, material }) {
  const seats = players.length;
  const solo = seats === 1;
  const cells = readSheet(material);
  const having = (symbol) => [...cells.keys()].filter((name) => cells.get(name).symbol.startsWith(symbol));
  const everybody = players.map((_, seat) => seat);
  const locked = new Set(having("L"));
  const printed = [...cells.keys()].filter((name) => cells.get(name).face === 0);
  // Sets of the names of cells. `open` are those that can be used, whatever the face.
  const boards = players.map(() => ({
    crossed: new Set(printed),
    exploded: new Set(),
    dice: new Set(),
    open: new Set([...cells.keys()].filter((name) => cells.get(name).face && !locked.has(name))),
  }));
  let step = solo ? "roll" : "start";
  let first = 0;
  let current = 0;
  let turnsLeft = ROUNDS[seats] * seats;
  let table = [];
  let active = new Set();
  let lastChoice = false;
  let rockets = players.map(() => 0);
  demand(seats >= 1 && seats <= 4);

  // --- Where a seat may place ---

  const isBeside = (name, some) => cells.get(name).near.some((other) => some.has(other));

  // DZ-3: next to a die placed in this turn. DZ-3, DZ-5, DZ-13: next to a cross for the first die, or
  // where the dice are enclosed.
  function reachOf(seat) {
    const { open, dice, crossed } = boards[seat];
    const beside = [...open].filter((name) => isBeside(name, dice));
    return beside.length ? beside : [...open].filter((name) => isBeside(name, crossed));
  }

  const fitting = (seat) => reachOf(seat).filter((name) => table.includes(cells.get(name).face));
  const planetsLeft = (seat) => having("P").filter((name) => !boards[seat].crossed.has(name));

  // --- A turn ---

  function beginTurn(faces) {
    table = faces;
    active = new Set(everybody.filter((seat) => reachOf(seat).length));  // DZ-11
    current = first - 1;
    passOn();
  }

  // The next active seat chooses (DZ-1), or the turn ends (DZ-9, DZ-10).
  function passOn() {
    if (lastChoice || !table.length || !active.size) {
      endTurn();
      return;
    }
    lastChoice = !solo && active.size === 1;  // DZ-9, DZ-17
    do current = (current + 1) % seats; while (!active.has(current));
    step = "choice";
  }

  function place(seat, name) {
    table.splice(table.indexOf(cells.get(name).face), 1);
    boards[seat].dice.add(name);
    boards[seat].open.delete(name);
    if (!reachOf(seat).length) active.delete(seat);  // DZ-11
    if (solo && table.length) step = "steal";  // DZ-17
    else passOn();
  }

  // DZ-17: removes a die of the same face, if there is one, for each extra die.
  function steal(faces) {
    for (const face of faces) {
      if (table.includes(face)) table.splice(table.indexOf(face), 1);
    }
    passOn();
  }

  // DZ-7: the seat places a die if one fits; if not, it returns one if it has any.
  function afterReroll() {
    step = fitting(current).length ? "forced" : "return";
    if (step === "return" && !boards[current].dice.size) passOn();
  }

  // DZ-7: the die returns to the table as it is.
  function giveBack(seat, name) {
    table.push(cells.get(name).face);
    boards[seat].dice.delete(name);
    boards[seat].open.add(name);
    passOn();
  }

  // --- The end of a turn (DZ-12, DZ-14) ---

  function endTurn() {
    active.clear();
    lastChoice = false;
    rockets = boards.map(({ dice, crossed, open }) => {
      for (const name of dice) crossed.add(name);
      for (const key of having("K").filter((name) => dice.has(name))) {  // DZ-E1
        const locks = having(`L${cells.get(key).symbol[1]}`);
        for (const lock of locks.filter((name) => !crossed.has(name))) open.add(lock);
      }
      return having("R").filter((name) => dice.has(name)).length;
    });
    launchRockets();
  }

  // DZ-E3: waits for the next planet, from the starting player on.
  function launchRockets() {
    for (let turn = 0; turn < seats; turn++) {
      const seat = (first + turn) % seats;
      if (!planetsLeft(seat).length) rockets[seat] = 0;
      if (rockets[seat]) {
        current = seat;
        step = "planet";
        return;
      }
    }
    if (!solo) explodeBombs();  // DZ-18
    nextTurn();
  }

  function land(seat, name) {
    boards[seat].crossed.add(name);
    boards[seat].open.delete(name);
    rockets[seat]--;
    launchRockets();
  }

  // DZ-E2: a bomb under a die explodes for all seats that have not crossed it.
  function explodeBombs() {
    for (const name of having("B").filter((bomb) => boards.some(({ dice }) => dice.has(bomb)))) {
      for (const { crossed, exploded, open } of boards) {
        if (!crossed.has(name)) exploded.add(name);
        open.delete(name);
      }
    }
  }

  function nextTurn() {
    for (const { dice } of boards) dice.clear();
    table = [];
    turnsLeft--;
    const full = boards.some(({ crossed, exploded }) => crossed.size + exploded.size === cells.size);
    if (full || turnsLeft === 0) {  // DZ-16, DZ-15
      step = "over";
      return;
    }
    first = (first + 1) % seats;
    current = first;
    step = "roll";
  }

  // --- What happens ---

  const roll = (draw, count) => draw(Array(count).fill(6)).map((number) => number + 1).sort();

  return {
    outcome(draw) {
      if (step === "start") {
        [first] = draw([seats]);
        step = "roll";
        return `start ${first}`;
      }
      demand(step === "roll" || step === "steal" || step === "reroll");
      const now = step;
      const faces = roll(draw, { roll: DICE[seats], steal: 2, reroll: table.length }[now]);
      const text = `${now === "steal" ? "steal" : "roll"} ${faces.join(" ")}`;
      if (now === "steal") {
        steal(faces);
      } else if (now === "roll") {
        beginTurn(faces);
      } else {
        table = faces;
        afterReroll();
      }
      return text;
    },

    decided(seat, text) {
      demand(seat === current && ["choice", "forced", "return", "planet"].includes(step));
      const [, word, name] = CELL.exec(text) ?? [];
      if (step === "return") {
        demand(word === "return" && boards[seat].dice.has(name));
        giveBack(seat, name);
      } else if (step === "planet") {
        demand(word === "planet" && planetsLeft(seat).includes(name));
        land(seat, name);
      } else if (fitting(seat).length) {
        demand(word === "place" && fitting(seat).includes(name));
        place(seat, name);
      } else if (text === "reroll") {  // DZ-7
        step = "reroll";
      } else {
        demand(text === "quit");  // DZ-8
        active.delete(seat);
        passOn();
      }
    },

    over: () => step === "over",
  };
}
