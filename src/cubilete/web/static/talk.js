// The chat: what was sent is cleared at once, what has not been seen is counted, and reactions rise
// from the seat of the person who sent them.
const live = document.getElementById("live");
const words = document.getElementById("connection")?.dataset;
const tool = document.querySelector('.tool[href="#charla"]');
const known = new Set();
let unread = 0;
let visible = false;

const lines = () => [...live.querySelectorAll(".chat [data-from]")];

// --- Sending ---

// The form's values are taken when the event reaches #live: then the field may be emptied.
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("#say");
  if (field && event.defaultPrevented) field.value = "";
});

// --- Unread lines ---

function mark() {
  if (!tool) return;
  let badge = tool.querySelector(".unread");
  if (!unread) return badge?.remove();
  badge ??= tool.appendChild(Object.assign(document.createElement("span"), { className: "unread" }));
  badge.textContent = unread;
  badge.setAttribute("aria-label", words.unread.replace("{count}", unread));
}

function read() {
  if (!visible || document.hidden) return;
  unread = 0;
  mark();
}

// The chat is morphed in place, so its element stays; at the start of a game there may be none.
const watcher = new IntersectionObserver((entries) => {
  visible = entries.at(-1).isIntersecting;
  read();
});
let watched = null;
function watch() {
  const chat = live.querySelector(".chat");
  if (chat === watched) return;
  if (watched) watcher.unobserve(watched);
  watched = chat;
  if (chat) watcher.observe(chat);
}

// --- Reactions ---

function rise(line) {
  const seat = live.querySelector(`.seats .s${line.dataset.from}`) ?? live.querySelector(`.s${line.dataset.from}`);
  const from = seat?.getBoundingClientRect();
  if (!from?.width) return;
  const flying = line.querySelector(".reaction").cloneNode(true);
  flying.setAttribute("class", "rising");
  flying.style.left = `${from.left + from.width / 2}px`;
  flying.style.top = `${from.top}px`;
  document.body.append(flying);
  flying.addEventListener("animationend", () => flying.remove());
}

function hear() {
  watch();
  for (const line of lines()) {
    if (known.has(line.dataset.v)) continue;
    known.add(line.dataset.v);
    if (line.dataset.reaction) rise(line);
    if (!line.classList.contains("mine")) unread += 1;
  }
  mark();
  read();
}

if (live) {
  for (const line of lines()) known.add(line.dataset.v);
  watch();
  new MutationObserver(hear).observe(live, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-v"] });
  document.addEventListener("visibilitychange", read);
}
