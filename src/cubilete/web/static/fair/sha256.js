// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), written here because `crypto.subtle` is missing on plain
// http outside localhost: a table in a local network. It is fast enough to be used everywhere, so
// there is one code path. Nothing secret is hashed here: the secret of the dice is published.

const CONSTANTS = new Uint32Array(64);
const START = new Uint32Array(8);
const BLOCK = 64;

// The constants are the first 32 bits of the fractional parts of square and cube roots of primes. No
// root is so close to a multiple of 2^-32 that the rounding of a double could change one of them.
for (let found = 0, number = 2; found < CONSTANTS.length; number++) {
  let divisor = 2;
  while (number % divisor) divisor++;
  if (divisor < number) continue;
  if (found < START.length) START[found] = (Math.sqrt(number) % 1) * 2 ** 32;
  CONSTANTS[found++] = (Math.cbrt(number) % 1) * 2 ** 32;
}

const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));
const schedule = new Uint32Array(64);

function mix(state, block) {
  for (let at = 0; at < 16; at++) schedule[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15];
    const late = schedule[at - 2];
    schedule[at] = schedule[at - 16] + schedule[at - 7]
      + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3))
      + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g))
      + CONSTANTS[at] + schedule[at]) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
}

// The SHA-256 of a Uint8Array, as a Uint8Array of 32 bytes.
export function sha256(bytes) {
  const blocks = Math.floor((bytes.length + 8) / BLOCK) + 1;
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

// The HMAC-SHA-256 of bytes, as a Uint8Array of 32 bytes.
export function hmac(key, bytes) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const padded = (fill, message) => {
    const joined = new Uint8Array(BLOCK + message.length).fill(fill, 0, BLOCK);
    short.forEach((byte, place) => { joined[place] ^= byte; });
    joined.set(message, BLOCK);
    return sha256(joined);
  };
  return padded(0x5c, padded(0x36, bytes));
}

export const utf8 = (text) => new TextEncoder().encode(text);
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const sha256Hex = (text) => hex(sha256(utf8(text)));
