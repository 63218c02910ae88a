// Sounds made with WebAudio: dice, a pencil, a knock. They are off until switched on, and carry no
// information that the page does not show.
const KEPT = "cubilete-sounds";
const place = document.getElementById("sounds");
const toggle = place?.querySelector("button");
let wanted = false;
let audio = null;

// Without storage the switch holds for this page only.
function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

function keep(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    return;
  }
}

// Browsers allow sound only after the user has touched the page.
async function wake() {
  if (!wanted) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
}

function noise(at, seconds, kind, frequency, loudness) {
  const grains = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = grains.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer: grains });
  const filter = new BiquadFilterNode(audio, { type: kind, frequency, Q: 1.2 });
  source.connect(filter).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination);
  source.start(at);
}

function tone(at, seconds, frequency, loudness) {
  const source = new OscillatorNode(audio, { frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

const SOUNDS = {
  // Each die lands, bounces and settles; a low-pass filter imitates felt.
  dice(now, count) {
    for (let die = 0; die < Math.min(count, 8); die++) {
      const lands = now + 0.3 + die * 0.06 + Math.random() * 0.03;
      [0.32, 0.16, 0.07].forEach((loudness, bounce) => noise(lands + bounce * 0.11, 0.06, "lowpass", 700 + Math.random() * 500, loudness));
    }
  },
  pencil(now) {
    noise(now, 0.07, "bandpass", 3400, 0.12);
    noise(now + 0.09, 0.05, "bandpass", 4200, 0.09);
  },
  // The partials of brass are not harmonic.
  knock(now) {
    [[523, 0.1], [1373, 0.045], [2741, 0.02]].forEach(([frequency, loudness]) => tone(now + 0.05, 0.5, frequency, loudness));
  },
};

export function sound(name, count = 1) {
  if (wanted && audio?.state === "running") SOUNDS[name](audio.currentTime, count);
}

function want(on) {
  wanted = on;
  toggle.setAttribute("aria-pressed", on);
}

if (toggle && typeof AudioContext === "function") {
  const silent = () => want(false); // this browser can't, after all
  place.hidden = false;
  want(kept());
  toggle.addEventListener("click", () => {
    want(!wanted);
    keep(wanted);
    wake().then(() => sound("pencil"), silent);
  });
  for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, () => wake().catch(silent));
}
