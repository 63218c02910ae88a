// Animates dice that were rolled, once; kept dice stay still. The page has the texts of the outcomes
// (data-outcomes) and the number of their last event (data-outcome). The cube is removed after the
// animation.
const SVG = "http://www.w3.org/2000/svg";
const faceOf = (die) => die.querySelector("use")?.getAttribute("href").match(/^(.*#d)([1-6])$/);

// The dice that show the words of a text: "roll W3 Y4", "shake 2 2 5", "steal 1 6".
function diceOf(root, text) {
  const [verb, ...words] = text.split(" ");
  const own = root.querySelectorAll(`.felt [data-outcome-of="${CSS.escape(verb)}"] > .die`);
  const dice = own.length ? own : root.querySelectorAll(".felt .dice > .die");
  return [...dice].filter((die) => {
    const face = faceOf(die);
    const at = face ? words.indexOf((die.dataset.c ?? "") + face[2]) : -1;
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

// The dice of the last outcome on the page; none if the page has animated it before.
function rolledDice(root, before) {
  const main = root.querySelector("main, [data-most]");
  if (!main?.dataset.outcomes || Number(main.dataset.outcome) <= before) return [];
  const outcomes = main.dataset.outcomes.split(",").map((text) => diceOf(root, text));
  return outcomes.findLast((dice) => dice.length) ?? [];
}

// Puts cubes over the faces of dice while they roll. All are there before the first one is asked for its
// animations: each such question makes the browser compute the styles of what has changed.
function tumble(dice) {
  dice.map(cover).forEach((rolling) => {
    const motions = rolling.parentElement.getAnimations({ subtree: true }).filter((motion) => /^(tumble|appear)$/.test(motion.animationName));
    Promise.allSettled(motions.map((motion) => motion.finished)).then(() => rolling.remove());
  });
}

// With reduced motion there is no cube, only a mark that fades in.
function cover(die, i) {
  const [, sprite, face] = faceOf(die);
  const rolling = Object.assign(document.createElement("span"), { className: "rolling" });
  rolling.dataset.passing = face;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) rolling.append(cube(sprite, face, i));
  die.append(rolling);
  return rolling;
}

function cube(sprite, face, i) {
  const made = Object.assign(document.createElement("span"), { className: "cube" });
  made.dataset.face = face;
  made.style.setProperty("--i", i);
  for (let side = 1; side <= 6; side++) {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", sprite + side);
    made.append(drawing);
  }
  return made;
}

// Set by throw.js: takes dice that the viewer throws by hand, and calls back when they are thrown.
export const byHand = { hold: () => false };

// Animates the dice of events after `before` and returns their number. Dice that still roll stop
// where new ones replace them.
export function roll(root, before) {
  const dice = rolledDice(root, before);
  for (const rolling of root.querySelectorAll(".die > .rolling")) {
    if (dice.length || faceOf(rolling.parentElement)?.[2] !== rolling.dataset.passing) rolling.remove();
  }
  if (byHand.hold(root, dice, () => tumble(dice))) return 0;
  tumble(dice);
  return dice.length;
}
