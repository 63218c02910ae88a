// Small moments: a lead that changes, an exact hit, a bomb. Each is shown in the rail for a while, over
// the title, where it covers no control.
const SHOWN = 2600;
const MOST = 3;

const waiting = [];
let busy = false;

function next() {
  const moment = waiting.shift();
  const title = document.querySelector(".rail .where");
  busy = Boolean(moment && title);
  if (!busy) return;
  const shown = moment.cloneNode(true);
  shown.removeAttribute("data-v");
  shown.setAttribute("role", "status");
  title.append(shown);
  setTimeout(() => { shown.remove(); next(); }, SHOWN);
}

function show(moments) {
  waiting.push(...moments);
  waiting.splice(0, waiting.length - MOST);
  if (!busy) next();
}

export function watchMoments(live) {
  const newest = () => Number(live.querySelector("main")?.dataset.event ?? 0);
  const leader = () => live.querySelector(".drama > [data-leader]");
  let seen = newest();
  let led = leader()?.dataset.leader;
  new MutationObserver(() => {
    if (newest() <= seen) {
      seen = newest(); // an undo
      return;
    }
    const fresh = [...live.querySelectorAll(".drama > .moment[data-n]")].filter((moment) => Number(moment.dataset.n) > seen);
    seen = newest();
    const ahead = leader();
    if (ahead && led !== undefined && ahead.dataset.leader !== led) fresh.push(ahead);
    led = ahead?.dataset.leader ?? led;
    show(fresh);
  }).observe(live, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-event"] });
}
