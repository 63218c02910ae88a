// The rules in a panel over the table, and the search in them. Without this script the same links
// open the rules as a page.

const panel = document.getElementById("reglas");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// --- The search ---

// A rule is what begins with a number: a paragraph or an item of a list. What stands between them
// is shown only where nothing is searched for.
function search(place) {
  const field = place.querySelector(".find");
  if (!field) return;
  const [input, told] = [field.querySelector("input"), field.querySelector("[role=status]")];
  const text = place.querySelector("article.rules");
  const rules = [...text.querySelectorAll(":is(p, li)[id]")];
  field.hidden = false;
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const found = new Set(rules.filter((rule) => words.every((word) => plain(rule.textContent).includes(word))));
    for (const each of text.querySelectorAll("*")) {
      const part = each.closest(":is(p, li)[id]");
      const holds = [...found].some((rule) => each.contains(rule));
      each.hidden = words.length > 0 && !holds && !(part && found.has(part));
    }
    place.querySelectorAll(".contents, .minute-card").forEach((other) => { other.hidden = words.length > 0; });
    const { none, one, many } = told.dataset;
    told.textContent = !words.length ? "" : !found.size ? none : found.size === 1 ? one : many.replace("#", found.size);
  });
}

// --- The panel ---

// Shows the rules over the table, at the rule that the link names. Closing gives the focus back.
async function open(link) {
  const text = panel.querySelector(".text");
  if (!text.childElementCount) {
    const response = await fetch(new URL(link.href).pathname.replace("/learn/", "/rules/"), { headers: { "X-Part": "1" } });
    if (!response.ok) return location.assign(link.href);
    text.innerHTML = await response.text();
    search(text);
  }
  document.querySelectorAll("[popover]").forEach((other) => other.matches(":popover-open") && other.hidePopover());
  panel.showModal();
  const rule = link.hash && text.querySelector(`#${CSS.escape(decodeURIComponent(link.hash.slice(1)))}`);
  if (rule) rule.scrollIntoView({ block: "start" });
  else panel.scrollTop = 0;
}

if (panel) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rules], .toast a.rule");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link).catch(() => location.assign(link.href));
  });
  panel.addEventListener("click", (event) => { if (event.target === panel) panel.close(); });
} else {
  search(document);
}
