// The form for a new table: what the chosen boxes amount to, and a sentence that reads the table
// aloud before it opens. Without this script the form works the same.
const form = document.querySelector(".table-form");
const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang; // no comma before the last "and"
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// --- Boxes, turns and minutes ---

function sumUp() {
  const line = form.querySelector(".sumline");
  if (!line) return;
  const boxes = [...form.querySelectorAll(".boxes[data-group]")].filter((group) => {
    const used = form.querySelector(`.switches [value="${group.dataset.group}"]`).checked;
    group.disabled = !used;
    return used;
  }).flatMap((group) => [...group.querySelectorAll("input:checked")]);
  const turns = boxes.reduce((sum, box) => sum + Number(box.dataset.turns), 0);
  const minutes = Number(form.querySelector("[data-minutes]").dataset.minutes) * turns / usual;
  line.textContent = fill(line.dataset.words, { boxes: boxes.length, turns, minutes: Math.max(5, Math.round(minutes / 5) * 5) });
  line.hidden = false;
}

// --- The table, read aloud ---

const chosen = (name) => form.querySelector(`[name="${name}"]:checked`);

function who(chair) {
  const select = chair.querySelector("select");
  const { guest, here } = form.querySelector(".aloud").dataset;
  if (!select) return chair.querySelector("input").value.trim() || form.querySelector(".aloud").dataset.you;
  const seat = select.name.slice(4);
  if (select.value === "person") return form.elements[`guest${seat}`].value.trim() || guest;
  if (select.value === "local") return form.elements[`name${seat}`].value.trim() || here;
  if (select.value !== "bot") return "";
  const level = chosen(`level${seat}`)?.nextElementSibling.textContent;
  return `${chosen(`who${seat}`).dataset.name} (${level})`;
}

function readAloud() {
  const names = [...form.querySelectorAll(".chairs2 > li")].map(who).filter(Boolean);
  const line = form.querySelector(".aloud");
  line.textContent = `${line.dataset.game}: ${new Intl.ListFormat(language).format(names)}.`;
  const own = form.elements.namedItem("name").value.trim();
  form.querySelector("[data-letter]").textContent = own ? [...own][0].toUpperCase() : "1";
}

// A bot that another chair has chosen changes places with it.
function keepApart(radio) {
  if (!radio.name.startsWith("who")) return;
  const other = [...form.querySelectorAll(`[value="${radio.value}"]:checked`)].find((each) => each.name.startsWith("who") && each.name !== radio.name);
  const free = other && [...form.querySelectorAll(`[name="${other.name}"]`)].find((each) => ![...form.querySelectorAll('[name^="who"]:checked')].some((taken) => taken.value === each.value));
  if (free) free.checked = true;
}

const usual = [...form.querySelectorAll(".switches [name$='.group']:checked")]
  .flatMap((group) => [...form.querySelectorAll(`.boxes[data-group="${group.value}"] input`)])
  .reduce((sum, box) => sum + Number(box.dataset.turns), 0);

function follow(event) {
  if (event?.target.type === "radio") keepApart(event.target);
  sumUp();
  readAloud();
}
form.addEventListener("input", follow);
follow();
