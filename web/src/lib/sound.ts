/** Two quiet notes: it is your turn. */
let context: AudioContext | null = null;

export function chime(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [start, pitch] of [
    [0, 587],
    [0.14, 784],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, now + start);
    volume.gain.exponentialRampToValueAtTime(0.12, now + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + 0.32);
  }
}

/** Every kind of sound: see the table of motions. */
export type Sound =
  | "brush"
  | "chord"
  | "click"
  | "clink"
  | "dig"
  | "end"
  | "growl"
  | "horn"
  | "no"
  | "pop"
  | "step"
  | "swish"
  | "thud"
  | "thump"
  | "turn"
  | "wind"
  | "wood";
