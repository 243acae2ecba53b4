// Sounds, made on the spot: no files. Off unless the screen's settings say sound=1; never in the way
// of anything: a browser that blocks audio, or has none, stays silent.

let on = new URLSearchParams(location.search).get("sound") === "1";
let context = null;

addEventListener("settings", ({ detail }) => {
  if (detail && "sound" in detail) on = [true, 1, "1"].includes(detail.sound);
});

export function sound(name, options = {}) {
  if (!on) return;
  try {
    context ??= new AudioContext();
    // Nothing is kept for later: a screen that is unlocked by a click must not play the whole evening.
    if (context.state === "running") SOUNDS[name](context, context.currentTime, options);
    else context.resume().catch(() => {});
  } catch {
    on = false;
  }
}

// A gain that rises at once and dies away.
function fading(audio, at, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio, at, { pitch, to = pitch, length, loud = 0.2, shape = "sine" }) {
  const voice = audio.createOscillator();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + length);
  voice.connect(fading(audio, at, loud, length));
  voice.start(at);
  voice.stop(at + length);
}

function knock(audio, at, { pitch = 1800, loud = 0.25 } = {}) {
  const length = 0.05;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(audio, at, loud, length));
  source.start(at);
}

const SOUNDS = {
  rattle(audio, at, { knocks = [0, 0.12, 0.21, 0.36, 0.55, 0.82, 1.15] }) {
    for (const [i, later] of knocks.entries()) knock(audio, at + later, { loud: 0.4 - i * 0.03 });
  },
  hop: (audio, at) => knock(audio, at, { pitch: 700, loud: 0.3 }),
  stamp(audio, at) {
    knock(audio, at, { pitch: 300, loud: 0.6 });
    tone(audio, at, { pitch: 110, to: 60, length: 0.25, loud: 0.4 });
  },
  goose(audio, at) {
    for (const later of [0, 0.26]) {
      tone(audio, at + later, { pitch: 420, to: 300, length: 0.2, loud: 0.12, shape: "sawtooth" });
      tone(audio, at + later, { pitch: 840, to: 620, length: 0.2, loud: 0.05, shape: "square" });
    }
  },
  whistle(audio, at) {
    for (let i = 0; i < 9; i += 1) {
      const [pitch, to] = i % 2 ? [2300, 2050] : [2050, 2300];
      tone(audio, at + i * 0.09, { pitch, to, length: 0.1, loud: 0.1 });
    }
  },
  bell(audio, at) {
    for (const [pitch, loud] of [[98, 0.3], [196, 0.15], [262, 0.1], [392, 0.05]]) {
      tone(audio, at, { pitch, length: 3, loud });
    }
  },
  drum(audio, at) {
    for (let i = 0; i < 30; i += 1) knock(audio, at + i * 0.1, { pitch: 180, loud: 0.12 + i * 0.008 });
  },
  fanfare(audio, at) {
    const notes = [[392, 0, 0.18], [523, 0.2, 0.18], [659, 0.4, 0.18], [784, 0.6, 0.9]];
    for (const [pitch, later, length] of notes) {
      for (const [times, loud] of [[1, 0.1], [1.5, 0.05]]) {
        tone(audio, at + later, { pitch: pitch * times, length, loud, shape: "sawtooth" });
      }
    }
  },
};
