// Follows the dice of a game of Pa' fuera, so that the browser can check them (docs/fair-dice.md).
// When the cups are lifted depends on tokens, calls and alliances, so it follows these too.

export const edition = 1;

const EACH = 5;
const CALL = /^call ([1-6])$/;
const PROPOSAL = /^propose ([1-6])((?: [0-3]:[1-9])+)$/;
const ANSWER = /^(accept|decline|withdraw) #([1-9][0-9]{0,4})$/;
const MOST_PROPOSALS = 3;

function demand(right) {
  if (!right) throw new Error("this can't happen here");
}

export function follow({ players }) {
  const seats = players.length;
  const everybody = players.map((_, seat) => seat);
  const tokens = players.map(() => EACH);
  const dice = players.map(() => EACH);
  let cups = players.map(() => []);
  let waits = "first";
  let rolling = everybody;  // the seats that still roll for the start
  let starter = -1;
  let shaking = -1;
  let face = 0;
  let cost = 0;
  let active = [];
  let offers = new Map();  // the open proposal of a seat
  let proposed = players.map(() => 0);
  let happened = 0;  // a proposal is called by the number of its event
  demand(seats >= 3 && seats <= 4);

  const sum = (some) => some.reduce((total, seat) => total + tokens[seat], 0);

  // PF-1: the highest die starts; ties for it roll again.
  function rollForStart(draw) {
    const faces = draw(rolling.map(() => 6)).map((number) => number + 1);
    const best = Math.max(...faces);
    rolling = rolling.filter((_, place) => faces[place] === best);
    if (rolling.length === 1) beginRound(rolling[0]);
    return `first ${faces.join(" ")}`;
  }

  function beginRound(seat) {
    starter = seat;
    shaking = -1;
    cups = players.map(() => []);
    waits = "dice";
    nextShakes();
  }

  // PF-2: the next seat with dice shakes; after the last one, the starter calls.
  function nextShakes() {
    do shaking++; while (shaking < seats && dice[shaking] === 0);
    if (shaking < seats) return;
    waits = "decision";
    active = [starter];
  }

  function shake(draw) {
    cups[shaking] = draw(Array(dice[shaking]).fill(6)).map((number) => number + 1).sort();
    const text = `shake ${cups[shaking].join(" ")}`;
    nextShakes();
    return text;
  }

  // PF-3, PF-4, PF-6: the tokens go to the pot, and the new call stands.
  function stand(called, shares) {
    for (const [seat, share] of shares) tokens[seat] -= share;
    face = called;
    cost++;
    active = everybody.filter((seat) => tokens[seat] > 0 && !shares.has(seat));
    offers.clear();
    proposed = players.map(() => 0);
    endIfNobodyCanRaise();
  }

  function endIfNobodyCanRaise() {
    if (sum(active) > cost) return;  // PF-8
    active = [];
    offers.clear();
    waits = "table";
  }

  function propose(seat, called, shares) {
    demand(!offers.has(seat) && proposed[seat]++ < MOST_PROPOSALS);  // PF-7
    demand(shares.has(seat) && shares.size > 1);
    let total = 0;
    for (const [other, share] of shares) {
      demand(active.includes(other) && share <= tokens[other]);
      total += share;
    }
    demand(total === cost + 1);
    const asked = new Set([...shares.keys()].filter((other) => other !== seat));
    offers.set(seat, { number: happened, called, shares, asked });
  }

  // PF-7: it stands once all have accepted; one decline, or the withdrawal, ends it.
  function answer(seat, word, number) {
    const [proposer, offer] = [...offers].find(([, each]) => each.number === number) ?? [];
    demand(offer && (word === "withdraw" ? proposer === seat : offer.asked.has(seat)));
    if (word !== "accept") {
      offers.delete(proposer);
      return;
    }
    offer.asked.delete(seat);
    if (offer.asked.size === 0) stand(offer.called, offer.shares);
  }

  // PF-8: a pass ends the proposals that the seat made or is named in.
  function pass(seat) {
    active = active.filter((other) => other !== seat);
    offers = new Map([...offers].filter(([, offer]) => !offer.shares.has(seat)));
    endIfNobodyCanRaise();
  }

  return {
    outcome(draw) {
      happened++;
      if (waits === "first") return rollForStart(draw);
      demand(waits === "dice");
      return shake(draw);
    },

    // PF-9: every die that shows the last face called goes to the pot.
    table() {
      demand(waits === "table");
      happened++;
      const text = `reveal ${cups.map((cup) => cup.join(" ") || "-").join(" / ")}`;
      cups.forEach((cup, seat) => { dice[seat] -= cup.filter((die) => die === face).length; });
      face = cost = 0;
      if (sum(everybody) === 0 || dice.every((count) => count === 0)) {  // PF-13
        waits = "over";
        return text;
      }
      do starter = (starter + 1) % seats; while (tokens[starter] === 0);  // PF-10, PF-11
      beginRound(starter);
      return text;
    },

    decided(seat, text) {
      demand(waits === "decision" && active.includes(seat));
      happened++;
      const call = CALL.exec(text);
      if (call) {
        demand(tokens[seat] > cost);
        stand(Number(call[1]), new Map([[seat, cost + 1]]));
        return;
      }
      demand(face);  // PF-8: the starting player can only call
      const proposal = PROPOSAL.exec(text);
      const reply = ANSWER.exec(text);
      if (proposal) {
        const shares = proposal[2].trim().split(" ").map((share) => share.split(":").map(Number));
        demand(shares.every(([other], at) => at === 0 || other > shares[at - 1][0]));
        propose(seat, Number(proposal[1]), new Map(shares));
      } else if (reply) {
        answer(seat, reply[1], Number(reply[2]));
      } else {
        demand(text === "pass");
        pass(seat);
      }
    },

    over: () => waits === "over",
  };
}
