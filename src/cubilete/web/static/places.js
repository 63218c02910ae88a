// Kept dice stay where they lie. A move says which faces are rolled again, not which of equal dice:
// the server takes the first ones. Where others were lifted, these change places with them, by the
// CSS property order. Only in forms that say so (data-places), and for one turn.
let orders = [];
let expected = null; // the places once a move that was sent has been played

// The places after this form has been sent.
export function placesAfter(form) {
  if (!("places" in form.dataset)) return [];
  const dice = [...form.querySelectorAll(".die > input[name=part]")];
  const after = dice.map((_, i) => orders[i] ?? i);
  for (const face of new Set(dice.map((die) => die.value))) {
    const alike = dice.flatMap((die, i) => (die.value === face ? [i] : []));
    const lifted = alike.filter((i) => dice[i].checked);
    const taken = alike.slice(0, lifted.length);
    const kept = taken.filter((i) => !lifted.includes(i));
    lifted.filter((i) => !taken.includes(i)).forEach((i, n) => {
      [after[i], after[kept[n]]] = [after[kept[n]], after[i]];
    });
  }
  return after;
}

// Called before a move is sent, because the stream may bring it before the response does; without
// places where the move was refused.
export function expectPlaces(places) {
  expected = places;
}

// `played`: whether the page shows another event than before.
export function layOut(root, played) {
  if (played && expected) {
    orders = expected;
    expected = null;
  }
  if (root.querySelector("main")?.dataset.turn !== "1") orders = [];
  root.querySelectorAll(".felt .dice > .die").forEach((die, i) => { die.style.order = orders[i] ?? ""; });
}
