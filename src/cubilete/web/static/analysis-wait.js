// Shows how far the analysis is, and the report when it is there. Without this script the page
// loads itself again.
const wait = document.getElementById("wait");
const words = document.getElementById("wait-words");
const bar = document.getElementById("bar");
const PAUSE = 700;

async function look() {
  const response = await fetch(wait.dataset.progress).catch(() => undefined);
  if (response?.ok) {
    const { state, done, total } = await response.json();
    if (state !== "running" && state !== "waiting") return location.reload();
    if (total) {
      bar.max = total;
      bar.value = done;
      words.textContent = words.dataset.running.replace("{done}", done).replace("{total}", total);
    }
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
