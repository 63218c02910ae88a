// The chart follows the walk through the game, and a touch on it leads to that moment. Steps are
// those of a replay.
import { live } from "./table.js";
import { go } from "./replay.js";

const plot = document.getElementById("plot");
const walk = () => live.querySelector("[data-now]");

new MutationObserver(() => plot.style.setProperty("--now", walk().dataset.now))
  .observe(live, { subtree: true, attributes: true, attributeFilter: ["data-now"] });

plot.addEventListener("click", (event) => {
  if (event.target.closest("a")) return;
  const { left, width } = plot.getBoundingClientRect();
  const part = Math.min(Math.max((event.clientX - left) / width, 0), 1);
  go(`${plot.dataset.address}?n=${Math.round(part * Number(plot.dataset.most))}`);
});

// Links to moments outside the part that changes.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || live.contains(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
  live.scrollIntoView({ block: "nearest" });
});
