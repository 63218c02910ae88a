// The forms for dice that people rolled. In rows, typing 1 to 6 chooses a face and moves to the next
// die. In counters, buttons count up and down, a tap on a die adds one, and a line says how many
// dice are counted.
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

const live = document.getElementById("live");

function count() {
  const group = live.querySelector(".counters");
  if (!group) return;
  const needed = Number(group.dataset.dice);
  const fields = [...group.querySelectorAll("input")];
  const given = fields.reduce((sum, field) => sum + Number(field.value || 0), 0);
  for (const step of group.querySelectorAll(".step")) {
    const up = step.dataset.step === "1";
    step.hidden = false;
    step.disabled = up ? given >= needed : Number(step.parentElement.querySelector("input").value || 0) <= 0;
  }
  const line = live.querySelector(".counted");
  line.hidden = false;
  line.textContent = line.dataset.words.replace("{given}", given).replace("{needed}", needed);
  line.classList.toggle("all", given === needed);
}

function add(field, step) {
  const group = field.closest(".counters");
  const given = [...group.querySelectorAll("input")].reduce((sum, each) => sum + Number(each.value || 0), 0);
  const next = Number(field.value || 0) + step;
  if (next < 0 || (step > 0 && given >= Number(group.dataset.dice))) return;
  field.value = next || "";
  count();
}

live?.addEventListener("click", (event) => {
  const step = event.target.closest(".counter .step");
  if (step) return add(step.parentElement.querySelector("input"), Number(step.dataset.step));
  const die = event.target.closest(".counter label");
  if (!die) return;
  event.preventDefault();
  add(die.control, 1);
});
live?.addEventListener("input", count);
if (live) {
  // An update brings the next form, with its buttons hidden.
  new MutationObserver(() => { if (live.querySelector(".counters .step[hidden]")) count(); }).observe(live, { subtree: true, childList: true });
  count();
}
