// Follows the die of a game of Pig, so that the browser can check it.

export const edition = 1;

const GOAL = 100;

export function follow({ players }) {
  const points = players.map(() => 0);
  let current = 0;
  let gained = 0;
  let rolling = true;

  function endTurn() {
    current = (current + 1) % points.length;
    gained = 0;
    rolling = true;
  }

  const over = () => Math.max(...points) >= GOAL;

  return {
    outcome(draw) {
      if (!rolling || over()) throw new Error("no die is rolled now");
      const face = draw([6])[0] + 1;
      if (face === 1) {
        endTurn();
      } else {
        gained += face;
        rolling = false;
      }
      return `die ${face}`;
    },

    decided(seat, text) {
      if (rolling || over() || seat !== current) throw new Error("nothing is decided now");
      if (text === "roll") {
        rolling = true;
      } else if (text === "hold") {
        points[seat] += gained;
        endTurn();
      } else {
        throw new Error("roll or hold");
      }
    },

    over,
  };
}
