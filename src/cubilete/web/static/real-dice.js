// In the form for dice that people rolled, typing 1 to 6 chooses a face and moves to the next die.
export function typeFace(event) {
  const row = event.target.closest?.(".real-dice .row");
  if (!row || event.ctrlKey || event.altKey || event.metaKey || !/^[1-6]$/.test(event.key)) return;
  const face = row.querySelectorAll(".die input")[event.key - 1];
  if (!face) return;
  event.preventDefault();
  face.click();
  const next = row.nextElementSibling ?? row;
  (next.querySelector("input:checked") ?? next.querySelector("input")).focus();
}
