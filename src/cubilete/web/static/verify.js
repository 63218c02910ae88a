// Computes every draw of a record again, here in the browser, by the recipe of
// cubilete-fair/1: HMAC-SHA-256 over table, event, block and seeds, words of 32 bits, those
// beyond the last whole share thrown away.
"use strict";
const place = document.getElementById("verify");
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

// The faces of a text must be the dice that were drawn; cards are drawn by their place.
function facesAgree(text, ways, drawn) {
  if (!ways.length || ways.some((size) => size !== 6) || !/^(roll|shake|steal|first) /.test(text)) return true;
  const faces = (text.match(/[1-6]/g) ?? []).map(Number).sort();
  return faces.join() === drawn.map((face) => face + 1).sort().join();
}

async function verify(text) {
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const fair = lines[0].fair;
  const last = lines[lines.length - 1].result;
  if (!fair || !last || !last.fair) return place.dataset.nothing;
  const secret = bytes(last.fair.secret);
  if (hex(await crypto.subtle.digest("SHA-256", secret)) !== fair.commitment) return place.dataset.secret;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
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
