/** What happened, sentence by sentence, and how long each of them may take to show. */
import type { GameModule } from "../games/contract";
import type { Line } from "../lib/api";

/** One sentence of a seat: lines that belong together. */
export interface Beat {
  seat: number | null;
  lines: Line[];
  /** What is told of them: see `joins` in games/contract.ts. */
  words: string;
}

type Joins = GameModule["joins"];

/** That somebody has decided in secret is no news: the decision is told when it is revealed. */
const SECRET = ["decided", "reconsiders"];

/** All lines as sentences, in their order. A line that is no decision is one by itself. */
export function beatsOf(lines: readonly Line[], joins?: Joins): Beat[] {
  const beats: (Beat & { told: string[] })[] = [];
  for (const line of lines.filter(({ kind }) => !SECRET.includes(kind))) {
    const last = beats.at(-1);
    const how = isDecision(line) && last && mayGoOn(last, line) ? joins?.(line, last.lines) : null;
    if (!last || !how) {
      beats.push({ seat: line.seat, lines: [line], told: [line.words ?? ""], words: "" });
      continue;
    }
    last.lines.push(line);
    if (how === "instead") last.told.pop();
    last.told.push(line.words ?? "");
  }
  return beats.map(({ told, ...beat }) => ({ ...beat, words: merged(told) }));
}

export const isDecision = (line: Line): boolean => line.code !== undefined;

/** Whether there is something to say: of what is hidden until all have decided, there is not. */
export const isTold = ({ lines: [line] }: Beat): boolean =>
  line !== undefined && (isDecision(line) || line.kind !== "played");

const mayGoOn = (beat: Beat, line: Line) => beat.seat === line.seat && beat.lines.every(isDecision);

/**
 * Parts of a sentence in a row. The same one several times is told once, with its number; of those
 * that begin alike up to a colon ("put into the box: …") only the first tells the beginning.
 */
function merged(parts: string[]): string {
  const told: { words: string; times: number }[] = [];
  for (const words of parts.filter(Boolean)) {
    const same = told.find((one) => one.words === words);
    if (same) same.times += 1;
    else told.push({ words, times: 1 });
  }
  const headOf = (words: string) => /^.*?: /.exec(words)?.[0] ?? "";
  return told
    .map(({ words, times }, number) => {
      const head = headOf(words);
      const isAlike = head && head === headOf(told[number - 1]?.words ?? "");
      return (isAlike ? words.slice(head.length) : words) + (times > 1 ? ` ×${times}` : "");
    })
    .join(", ");
}

/** Milliseconds at normal speed. */
export const WORDS = 120; // before anything moves
export const MOTIONS = 600; // what the motions of a beat may take at most
export const REST = 40;
export const BEAT = WORDS + MOTIONS + REST;
const LEAST_THOUGHT = 250; // before a bot's turn is seen to begin,
const PER_LINE = 70; // and longer before one in which more is decided,
const MOST_THOUGHT = 800; // but never long
const TURN = 4000; // what a seat's turn may take
export const ALL = 8000; // what everything since one's own turn may take
const SHORTEST = 220; // what flashes by faster is shown together
export const MOST_STEPS = 40; // beyond that only the last turn of each seat is shown

export type Speed = "slow" | "normal" | "fast" | "steps" | "off";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "steps", "off"];
const FACTORS: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, steps: 1, off: 0 };

/** How much longer than usual everything takes. */
export const slowness = (speed: Speed): number => FACTORS[speed];

/** Beats that are shown as one, and the share of its usual time that each of them gets. */
export interface Show<T> {
  beats: T[];
  factor: number;
}

/**
 * Beats in a row, so that neither a turn nor all of them together take too long; where each would
 * only flash by, neighbours of one seat are shown together. `left` is what all of them may take.
 */
export function paced<T extends { seat: number | null }>(beats: T[], left = ALL): Show<T>[] {
  const all = Math.min(1, left / (BEAT * beats.length));
  return turnsOf(beats).flatMap((turn) => {
    const factor = Math.min(all, TURN / (BEAT * turn.length));
    const together = Math.ceil(SHORTEST / (BEAT * factor));
    return inParts(turn, Math.max(1, Math.floor(turn.length / together))).map((some) => ({
      beats: some,
      factor: factor * some.length,
    }));
  });
}

/** Milliseconds that a bot seems to think before so many steps: nobody decides at once. */
export const thought = (steps: number): number =>
  Math.min(MOST_THOUGHT, LEAST_THOUGHT + PER_LINE * steps);

function inParts<T>(things: T[], parts: number): T[][] {
  const end = (n: number) => Math.round((n * things.length) / parts);
  return Array.from({ length: parts }, (_, n) => things.slice(end(n), end(n + 1)));
}

/** The beats of each turn: one seat's in a row. */
export function turnsOf<T extends { seat: number | null }>(beats: T[]): T[][] {
  const turns: T[][] = [];
  for (const beat of beats) {
    const last = turns.at(-1);
    if (last?.[0]!.seat === beat.seat) last.push(beat);
    else turns.push([beat]);
  }
  return turns;
}

/** The last turn of each seat, in their order. */
export function lastTurns<T extends { seat: number | null }>(beats: T[]): T[] {
  const seats = new Set<number | null>();
  return turnsOf(beats)
    .reverse()
    .filter(([first]) => !seats.has(first!.seat) && seats.add(first!.seat))
    .reverse()
    .flat();
}
