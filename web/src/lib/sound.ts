/** Sounds of our own, made of a few tones and noises: one for each kind of event. */
import { prefs } from "./prefs.svelte";

/** A tone that glides from one pitch to another, or noise around it. */
interface Part {
  /** `noise`, or the form of the wave. */
  form: "noise" | "sine" | "triangle" | "square";
  /** Hertz at the beginning and at the end. */
  from: number;
  to?: number;
  /** Seconds: when it begins, and how long it fades. */
  at?: number;
  length: number;
  loud: number;
}

const tone = (from: number, at: number, length: number, loud = 0.1): Part => ({
  form: "sine",
  from,
  at,
  length,
  loud,
});
const noise = (from: number, to: number, length: number, loud: number): Part => ({
  form: "noise",
  from,
  to,
  length,
  loud,
});

const SOUNDS = {
  brush: [noise(3000, 1200, 0.28, 0.12)],
  chord: [tone(523, 0, 0.5, 0.06), tone(659, 0.03, 0.5, 0.06), tone(784, 0.06, 0.55, 0.06)],
  click: [{ form: "square", from: 1300, to: 700, length: 0.03, loud: 0.04 }],
  clink: [tone(2100, 0, 0.16, 0.05), tone(3170, 0.01, 0.12, 0.03)],
  dig: [noise(700, 300, 0.16, 0.2), { ...noise(900, 350, 0.14, 0.16), at: 0.14 }],
  end: [
    tone(392, 0, 0.5, 0.08),
    tone(523, 0.16, 0.5, 0.08),
    tone(659, 0.32, 0.5, 0.08),
    tone(784, 0.48, 0.9, 0.09),
  ],
  growl: [
    { form: "triangle", from: 95, to: 55, length: 0.45, loud: 0.3 },
    noise(220, 90, 0.4, 0.1),
  ],
  horn: [
    { form: "triangle", from: 294, length: 0.18, loud: 0.12 },
    { form: "triangle", from: 440, at: 0.14, length: 0.4, loud: 0.12 },
  ],
  no: [tone(196, 0, 0.14, 0.1), tone(165, 0.1, 0.2, 0.1)],
  pop: [{ form: "sine", from: 320, to: 760, length: 0.1, loud: 0.14 }],
  step: [noise(420, 260, 0.05, 0.16)],
  swish: [noise(1200, 4200, 0.22, 0.08)],
  thud: [{ form: "sine", from: 120, to: 55, length: 0.2, loud: 0.35 }, noise(500, 120, 0.1, 0.12)],
  thump: [{ form: "sine", from: 190, to: 70, length: 0.14, loud: 0.3 }],
  turn: [tone(587, 0, 0.3, 0.12), tone(784, 0.14, 0.3, 0.12)],
  wind: [noise(300, 900, 0.5, 0.14), { ...noise(900, 260, 0.6, 0.12), at: 0.35 }],
  wood: [
    { form: "triangle", from: 420, to: 250, length: 0.08, loud: 0.22 },
    noise(1600, 600, 0.04, 0.1),
  ],
} satisfies Record<string, Part[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/**
 * Play a sound, if sounds are wanted. Where the browser refuses, there is silence; before somebody
 * has touched the page all of them do, and complain.
 */
export function play(sound: Sound): void {
  if (!prefs.sound) return;
  try {
    if (!context && navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => {});
    const now = context.currentTime;
    for (const part of SOUNDS[sound] as Part[]) sounded(context, part, now);
  } catch {
    // No device, or none for us: everything is told by sight as well.
  }
}

function sounded(audio: AudioContext, part: Part, now: number): void {
  const start = now + (part.at ?? 0);
  const end = start + part.length;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(part.loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(audio.destination);
  const source =
    part.form === "noise" ? rustle(audio, part, volume, start, end) : wave(audio, part);
  if (source instanceof OscillatorNode) {
    glide(source.frequency, part, start, end);
    source.connect(volume);
  }
  source.start(start);
  source.stop(end);
}

function wave(audio: AudioContext, { form }: Part): OscillatorNode {
  const oscillator = audio.createOscillator();
  oscillator.type = form as OscillatorType;
  return oscillator;
}

/** Noise, of which only what lies around a pitch is heard. */
function rustle(
  audio: AudioContext,
  part: Part,
  volume: GainNode,
  start: number,
  end: number,
): AudioBufferSourceNode {
  hiss ??= noiseOf(audio);
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = hiss;
  source.loop = true;
  band.type = "bandpass";
  glide(band.frequency, part, start, end);
  source.connect(band).connect(volume);
  return source;
}

function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return buffer;
}

function glide(pitch: AudioParam, { from, to = from }: Part, start: number, end: number): void {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
}
