// Dice that were rolled tumble onto the felt, once; those that were kept lie still. The page
// says what fell (data-fell) and in which event (data-fall); a cube is there only for the roll.
const SVG = "http://www.w3.org/2000/svg";
const faceOf = (die) => die.querySelector("use")?.getAttribute("href").match(/^(.*#d)([1-6])$/);

// The dice that show the words of a text: "roll W3 Y4", "shake 2 2 5", "steal 1 6".
function diceOf(root, text) {
  const [verb, ...words] = text.split(" ");
  const own = root.querySelectorAll(`.felt [data-falls="${CSS.escape(verb)}"] > .die`);
  const dice = own.length ? own : root.querySelectorAll(".felt .dice > .die");
  return [...dice].filter((die) => {
    const face = faceOf(die);
    const at = face ? words.indexOf((die.dataset.c ?? "") + face[2]) : -1;
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

// The dice of the last fall that lies on the felt; none if the page has shown it before.
function fallen(root, before) {
  const main = root.querySelector("main");
  if (!main?.dataset.fell || Number(main.dataset.fall) <= before) return [];
  const falls = main.dataset.fell.split(",").map((text) => diceOf(root, text));
  return falls.findLast((dice) => dice.length) ?? [];
}

// For as long as it rolls, a die has a cube over its face; where nothing shall move, only a mark
// that lets it fade in.
function tumble(die, i) {
  const [, sprite, face] = faceOf(die);
  const rolling = Object.assign(document.createElement("span"), { className: "rolling" });
  rolling.dataset.passing = face;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) rolling.append(cube(sprite, face, i));
  die.append(rolling);
  const motions = die.getAnimations({ subtree: true }).filter((motion) => /^(tumble|appear)$/.test(motion.animationName));
  Promise.allSettled(motions.map((motion) => motion.finished)).then(() => rolling.remove());
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

// Lets the dice roll that have fallen since event `before`, and says how many. Dice still rolling
// stop where new ones fall, or where they are others by now.
export function roll(root, before) {
  const dice = fallen(root, before);
  for (const rolling of root.querySelectorAll(".die > .rolling")) {
    if (dice.length || faceOf(rolling.parentElement)?.[2] !== rolling.dataset.passing) rolling.remove();
  }
  dice.forEach(tumble);
  return dice.length;
}
