// Follows the dice of a game of Liar's Cup, so that a browser can check them.

export const edition = 1;

const LIVES = 3;

export function follow({ players, options }) {
  const lives = players.map(() => options.lives ?? LIVES);
  let dice = [];
  let claims = [];
  let starter = 0;
  let doubted = false;

  const shaken = () => dice.length === lives.length;
  const over = () => Math.min(...lives) === 0;
  const current = () => (starter + claims.length) % lives.length;

  function demand(right) {
    if (!right) throw new Error("this can't happen here");
  }

  return {
    outcome(draw) {
      demand(!shaken() && !over());
      dice.push(draw([6])[0] + 1);
      return `roll ${dice.at(-1)}`;
    },

    table() {
      demand(doubted);
      const text = `show ${dice.join(" ")}`;
      const sum = dice.reduce((a, b) => a + b, 0);
      const doubter = current();
      const claimer = (doubter + lives.length - 1) % lives.length;
      starter = sum >= claims.at(-1) ? doubter : claimer;
      lives[starter]--;
      dice = [];
      claims = [];
      doubted = false;
      return text;
    },

    decided(seat, text) {
      demand(shaken() && !doubted && seat === current());
      const claim = /^claim ([1-9][0-9]?)$/.exec(text);
      if (claim) {
        claims.push(Number(claim[1]));
      } else {
        demand(text === "doubt" && claims.length);
        doubted = true;
      }
    },

    over,
  };
}
