// Measures a table on a phone; see phones.py.
window.phone = {
  drawn: (selector) => [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1),
  name: (element) => (element.getAttribute("aria-label") || element.value || element.textContent.trim() || element.className).slice(0, 40),

  // What is visible of an element: its box without what its ancestors and the window cut off.
  visible(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const clip = at.getBoundingClientRect();
      box.left = Math.max(box.left, clip.left); box.right = Math.min(box.right, clip.right);
      box.top = Math.max(box.top, clip.top); box.bottom = Math.min(box.bottom, clip.bottom);
    }
    return box;
  },

  // Why an element is not wholly in sight; "" if it is.
  hidden(element) {
    const whole = element.getBoundingClientRect();
    const box = this.visible(element);
    const cut = ["left", "top"].some((side) => box[side] > whole[side] + 1) || ["right", "bottom"].some((side) => box[side] < whole[side] - 1);
    if (cut) return `at ${Math.round(whole.top)}–${Math.round(whole.bottom)} of ${innerHeight}, ${Math.round(whole.left)}–${Math.round(whole.right)} of ${innerWidth}`;
    for (const [x, y] of [[.5, .5], [.5, .12], [.5, .88], [.12, .5], [.88, .5]]) {
      const over = document.elementFromPoint(whole.left + whole.width * x, whole.top + whole.height * y);
      if (!over || !(element.contains(over) || over.contains(element))) return `covered by ${over?.outerHTML.slice(0, 80)}`;
    }
    return "";
  },

  outOfSight: (needed, controls) => [
    ...needed.filter((selector) => !phone.drawn(selector).length).map((selector) => `${selector}: not on the page`),
    ...[...needed, ...controls].flatMap((selector) => phone.drawn(selector)
      .map((element) => [element, phone.hidden(element)])
      .filter(([, why]) => why)
      .map(([element, why]) => `${selector} (${phone.name(element)}): ${why}`)),
  ],

  // Dice, and what they show, from left to right.
  dice: (selector) => phone.drawn(selector).sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left),
  // Where a finger can touch, from left to right: an element that lies partly under the edge counts while its middle is free.
  touchable: (selector) => phone.dice(selector).map((element) => [element, phone.visible(element)])
    .map(([element, { left, top, right, bottom }]) => [element, (left + right) / 2, (top + bottom) / 2])
    .filter(([element, x, y]) => element.contains(document.elementFromPoint(x, y)))
    .map(([, x, y]) => [x, y]),
  faces: (selector) => phone.dice(selector).map((die) => die.querySelector("use").getAttribute("href").slice(-1)),

  // Where things are: what people look at, and every control by what it does.
  where(places) {
    const found = new Map();
    const note = (key, element, x, y) => found.has(key) || found.set(key, [x, y]);
    for (const selector of places) {
      const [element] = this.drawn(selector);
      if (element) { const box = element.getBoundingClientRect(); note(selector, element, 0, box.top); }
    }
    const counts = {};
    for (const element of this.drawn(".stage :is(button[form=pick], button[name=text], label:has(> input), .actions .btn)")) {
      const input = element.querySelector("input");
      // A die keeps its place, whatever it shows; a button is known by what it does.
      const kind = input ? `${input.form?.id} ${input.type}`
        : element.matches(".dice > .die") ? `die ${[...element.parentElement.children].indexOf(element)}`
        : `${element.name} ${element.value || element.textContent.trim()}`;
      const number = counts[kind] = (counts[kind] ?? 0) + 1;
      const box = element.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) continue;
      note(`${kind} ${number}`, element, box.left + box.width / 2, box.top + box.height / 2);
    }
    return found;
  },

  // Begins to watch: where things are now, how far each is away from there in every frame in which
  // the page has changed or something is animated, and layout shifts. `ended` tells once nothing has
  // changed for a while. No frames are asked for in between: drawing them takes most of the time.
  watch(places) {
    const before = this.where(places), scrolled = scrollY, farthest = new Map();
    const shifted = new Set();
    let shift = 0, changed = performance.now(), frame = 0;
    const note = (entries) => { 
      for (const entry of entries.filter((each) => !each.hadRecentInput)) {
        shift += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources) shifted.add(`${node?.outerHTML?.slice(0, 60) ?? node?.data} ${from.left},${from.top} ${from.width}x${from.height} → ${to.left},${to.top} ${to.width}x${to.height}`);
      }
    };
    const shifts = new PerformanceObserver((list) => note(list.getEntries()));
    shifts.observe({ type: "layout-shift" });
    const changes = new MutationObserver(() => { changed = performance.now(); next(); });
    changes.observe(document.getElementById("live"), { subtree: true, childList: true, attributes: true, characterData: true });
    const next = () => { frame ||= requestAnimationFrame(() => { frame = 0; look(); }); };
    const look = () => {
      for (const [key, [x, y]] of this.where(places)) {
        const [x0, y0] = before.get(key) ?? [x, y];
        const far = Math.round(Math.max(Math.abs(x - x0), Math.abs(y - y0)));
        if (far > (farthest.get(key) ?? 0)) farthest.set(key, far);
      }
      if (document.getAnimations().length) next();
    };
    next();
    this.ended = async (milliseconds) => {
      for (let left; (left = changed + milliseconds - performance.now()) > 0;) await new Promise((after) => setTimeout(after, left));
      look();
      cancelAnimationFrame(frame);
      note(shifts.takeRecords());
      shifts.disconnect(); changes.disconnect();
      return { scrolled: scrollY - scrolled, shift, shifted: [...shifted], moved: Object.fromEntries(farthest) };
    };
  },
};
