// Follows the dice and cards of a game of 216, so that the browser can check them (docs/fair-dice.md).
// It knows the decks, the hands and the points, but not whether the dice meet an objective.

export const edition = 1;

const KINDS = [
  "shift1", "shift2", "opposite", "reroll", "reroll-all",
  "set1", "set2", "set3", "set4", "set5", "set6",
];
const SHIFTS = { "+1": "shift1", "-1": "shift1", "+2": "shift2", "-2": "shift2" };
const OBJECTIVES = 70;
const HELPS = 30;
const OFFER_SIZE = 4;
const DICE = 3;
const TARGET = 100;
const USE = /^help (\+1|-1|\+2|-2|opposite|reroll|set[1-6]) ([1-6])$/;
const REROLL = /^reroll ([1-6](?: [1-6]){0,2})$/;

function demand(right) {
  if (!right) throw new Error("this can't happen here");
}

export function follow({ players, options, material }) {
  const seats = players.length;
  const solo = seats === 1;
  const target = options.target ?? TARGET;
  const headStart = options.head_start ?? 0;
  const cards = new Map(material.objectives.map((card) => [card.id, card]));
  const noHelps = () => Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  const points = solo ? [0, headStart] : Array(seats).fill(0);  // 216-15, 216-17: the last ones are the AI's
  const hands = players.map(noHelps);
  const offer = [];
  let deck = [...cards.keys()];
  let helps = { ...noHelps(), ...material.helps };
  let discards = noHelps();
  let due = solo ? "objective" : "starter";  // 216-15: only the player can begin
  let stage = "dealing";
  let first = solo ? 0 : -1;
  let current = -1;
  let gap = 0;
  let dice = [];
  let helped = false;
  demand(seats >= 1 && seats <= 6 && cards.size === OBJECTIVES && countOf(helps) === HELPS);
  demand(Number.isInteger(target) && target >= TARGET);
  demand(Number.isInteger(headStart) && headStart >= 0 && headStart < target);

  // --- Turns ---

  function beginTurn(seat) {
    current = seat;
    stage = "first";
    helped = false;
    gap = OFFER_SIZE;
    dice = [];
    due = "dice";
  }

  function endTurn() {
    if (solo) {
      turnOfTheAi();
    } else if ((current + 1) % seats === first) {
      endRound();
    } else {
      beginTurn((current + 1) % seats);
    }
  }

  // 216-13, 216-16: the game ends if a single highest score has reached the target.
  function endRound() {
    const best = Math.max(...points);
    const leaders = points.filter((score) => score === best).length;
    if (best >= target && leaders === 1) due = "over";
    else beginTurn(first);
  }

  // 216-15: it takes the lowest score; the player chooses only if several share it.
  function turnOfTheAi() {
    stage = "ai";
    const lowest = lowestOffered();
    if (lowest.length === 1) aiTakes(lowest[0]);
    else due = "decision";
  }

  function lowestOffered() {
    const least = Math.min(...offer.map((id) => cards.get(id).score));
    return offer.filter((id) => cards.get(id).score === least);
  }

  function aiTakes(id) {
    points[1] += cards.get(id).score;
    takeAway(id);
    drawObjective();
  }

  // --- Cards ---

  function takeAway(id) {
    gap = offer.indexOf(id);
    demand(gap >= 0);
    offer[gap] = null;
  }

  function drawObjective() {
    if (!deck.length) deck = [...cards.keys()].filter((id) => !offer.includes(id));  // 216-11
    due = "objective";
  }

  function drawHelp() {
    if (!countOf(helps)) [helps, discards] = [discards, noHelps()];  // 216-11
    if (countOf(helps)) due = "help";
    else afterHelp();
  }

  function afterHelp() {
    if (gap < OFFER_SIZE) drawObjective();
    else endTurn();
  }

  // 216-12: decks have no order; the number drawn counts their cards in the order of the material.
  function offerObjective(draw) {
    const [place] = draw([deck.length]);
    const [id] = deck.splice(place, 1);
    offer[gap] = id;
    if (stage === "ai") endRound();
    else if (stage !== "dealing") endTurn();
    else if (++gap === OFFER_SIZE) beginTurn(first);  // 216-1
    return `offer ${id}`;
  }

  function takeHelp(draw) {
    const pile = KINDS.flatMap((kind) => Array(helps[kind]).fill(kind));
    const [place] = draw([pile.length]);
    const kind = pile[place];
    helps[kind]--;
    hands[current][kind]++;
    afterHelp();
    return `help ${kind}`;
  }

  // --- Dice ---

  function rollDice(draw) {
    const faces = draw(Array(DICE - dice.length).fill(6)).map((number) => number + 1).sort();
    dice.push(...faces);
    due = "decision";
    return `roll ${faces.join(" ")}`;
  }

  function takeDie(face) {
    demand(dice.includes(face));
    dice.splice(dice.indexOf(face), 1);
  }

  // 216-4, 216-7, 216-10: the card is discarded and changes the dice.
  function useHelp(use, face) {
    const kind = SHIFTS[use] ?? use;
    demand(hands[current][kind]-- > 0 && use !== `set${face}`);
    discards[kind]++;
    helped = true;
    if (use === "reroll-all") dice = [];
    else takeDie(face);
    if (use.startsWith("reroll")) due = "dice";
    else if (use === "opposite") dice.push(7 - face);
    else if (use.startsWith("set")) dice.push(Number(use[3]));
    else dice.push(((face - 1 + Number(use) + 6) % 6) + 1);
  }

  function claim(seat, id, bonus) {
    demand(cards.has(id) && bonus !== undefined);
    const served = stage === "first" && !helped;  // 216-3
    demand(served ? bonus === "points" || bonus === "help" : bonus === "");
    points[seat] += cards.get(id).score + (bonus === "points" ? cards.get(id).bonus : 0);
    takeAway(id);
    if (bonus === "help") drawHelp();
    else drawObjective();
  }

  return {
    outcome(draw) {
      if (due === "starter") {
        [first] = draw([seats]);
        due = "objective";
        return `start ${first}`;
      }
      if (due === "objective") return offerObjective(draw);
      if (due === "help") return takeHelp(draw);
      demand(due === "dice");
      return rollDice(draw);
    },

    decided(seat, text) {
      demand(due === "decision" && seat === current);
      const [word, id, bonus = "", ...more] = text.split(" ");
      if (stage === "ai") {
        demand(word === "ia" && text === `ia ${id}` && lowestOffered().includes(id));
        aiTakes(id);
        return;
      }
      const use = USE.exec(text);
      const reroll = REROLL.exec(text);
      if (use) {
        useHelp(use[1], Number(use[2]));
      } else if (text === "help reroll-all") {
        useHelp("reroll-all");
      } else if (reroll) {
        demand(stage === "first");  // 216-6
        stage = "second";
        const faces = reroll[1].split(" ").map(Number);
        demand(faces.join() === [...faces].sort().join());
        faces.forEach(takeDie);
        due = "dice";
      } else if (text === "pass") {
        demand(stage === "second");  // 216-7, 216-8
        drawHelp();
      } else {
        demand(word === "claim" && !more.length && !text.endsWith(" "));
        claim(seat, id, bonus);
      }
    },

    over: () => due === "over",
  };
}

function countOf(helps) {
  return KINDS.reduce((sum, kind) => sum + helps[kind], 0);
}
