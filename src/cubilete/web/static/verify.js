// Recomputes every draw of a record in the browser (cubilete-fair/1): HMAC-SHA-256 over table, event,
// block and seeds gives 32-bit words; words beyond the last whole multiple are discarded.
"use strict";
const place = document.getElementById("verify");
const list = document.getElementById("checks");
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function* words(key, fair, n) {
  for (let block = 0; ; block++) {
    const message = ["cubilete-fair/1", fair.table, n, block, ...fair.seeds].join("\n");
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)));
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

async function draw(key, fair, n, ways) {
  const stream = words(key, fair, n);
  const drawn = [];
  for (const size of ways) {
    let word;
    do word = (await stream.next()).value; while (word >= Math.floor(2 ** 32 / size) * size);
    drawn.push(word % size);
  }
  return drawn;
}

// The faces in a text must be the dice that were drawn. Cards are not checked here.
function facesAgree(text, ways, drawn) {
  if (!ways.length || ways.some((size) => size !== 6) || !/^(roll|shake|steal|first) /.test(text)) return true;
  const faces = (text.match(/[1-6]/g) ?? []).map(Number).sort();
  return faces.join() === drawn.map((face) => face + 1).sort().join();
}

async function sha256(data) {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

// Every seed must have the fingerprint that was shown; seeds made by the table come from the secret.
async function seedsAgree(key, fair) {
  for (const [seat, seed] of fair.seeds.entries()) {
    const text = new TextEncoder().encode(seed);
    if (await sha256(text) !== (fair.fingerprints?.[seat] ?? await sha256(text))) return false;
    if (!fair.made?.includes(seat)) continue;
    const message = new TextEncoder().encode(["cubilete-fair/1", fair.table, "seed", seat].join("\n"));
    if (hex(await crypto.subtle.sign("HMAC", key, message)).slice(0, 32) !== seed) return false;
  }
  return true;
}

// The seed and commitment that this browser stored when its form was sent.
function ownNote(fair) {
  let notes = [];
  try {
    notes = JSON.parse(localStorage.getItem("cubilete-seeds") ?? "[]");
  } catch {
    // Nothing was stored, so there is nothing to compare.
  }
  return notes.find((note) => note.table === fair.table);
}

function found(sentence) {
  const item = document.createElement("li");
  item.textContent = sentence;
  list.append(item);
}

function compareWithNote(fair) {
  const note = ownNote(fair);
  if (!note) return found(list.dataset.none);
  found(fair.seeds.some((seed, seat) => seed === note.seed && !fair.made?.includes(seat)) ? list.dataset.own : list.dataset.missing);
  found(note.promise === fair.commitment ? list.dataset.promise : list.dataset.changed);
}

async function verify(text) {
  list.replaceChildren();
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const fair = lines[0].fair;
  const last = lines[lines.length - 1].result;
  if (!fair || !last || !last.fair) return place.dataset.nothing;
  const secret = bytes(last.fair.secret);
  if (await sha256(secret) !== fair.commitment) return place.dataset.secret;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  if (!await seedsAgree(key, fair)) return place.dataset.seed;
  compareWithNote(fair);
  let checked = 0;
  for (const event of lines.slice(1, -1)) {
    if (event.by !== "chance") continue;
    const { of: ways, drawn } = event.fair;
    const again = await draw(key, fair, event.n, ways);
    if (again.join() !== drawn.join() || !facesAgree(event.text, ways, drawn)) return place.dataset.wrong.replace("{n}", event.n);
    checked++;
  }
  return place.dataset.right.replace("{n}", checked);
}

function say(promise) {
  promise.then((sentence) => { place.textContent = sentence; }, () => { place.textContent = place.dataset.nothing; });
}

say(fetch(place.dataset.record).then((answer) => answer.text()).then(verify));
document.getElementById("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) say(file.text().then(verify));
});
