// Opens the card of one minute at the first game of a kind on this device, once. Where nothing can be
// remembered it does not open by itself: the link beside the aim is there in any case.
const KEY = "cubilete-cards"; // the games whose card was shown
const card = document.querySelector("[data-card]");

function remember(game) {
  const shown = (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
  if (shown.includes(game)) return false;
  localStorage.setItem(KEY, [...shown, game].join(" "));
  return true;
}

async function open(panel) {
  const response = await fetch(`/learn/${panel.dataset.card}`, { headers: { "X-Part": "1" } });
  if (!response.ok || document.querySelector(":modal")) return;
  panel.querySelector(".text").innerHTML = await response.text();
  panel.showModal();
}

let first = false;
try {
  first = remember(card.dataset.card);
} catch { /* storage is switched off */ }
if (first && card.matches("dialog")) open(card).catch(() => {}); // the game goes on without it
