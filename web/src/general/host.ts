/** What a board of another package is given: see docs/page.md. */
import type { View } from "../lib/api";
import { nameOf } from "../lib/naming";
import { mayMove, prefs, type Language } from "../lib/prefs.svelte";
import { filled } from "../lib/words.svelte";
import type { Desk } from "../table/desk.svelte";

export interface Host {
  readonly view: View;
  readonly chosen: string | null;
  readonly seat: number | null;
  readonly seats: readonly { name: string; isMine: boolean }[];
  readonly scores: readonly number[] | null;
  readonly decisions: readonly { notation: string; words: string; code: number }[];
  readonly last: { seat: number | null; words: string } | null;
  readonly language: Language;
  readonly components: unknown;
  readonly reducedMotion: boolean;
  readonly width: number;
  readonly height: number;
  play(notation: string): void;
  preview(notation: string): Promise<View | null>;
  say(key: string, values?: Record<string, string | number>): string;
  file(name: string): string;
}

/** What there is at a desk now. Nothing of it can be written to: the page draws from the same. */
export function hostAt(desk: Desk, room: { width: number; height: number }): Host {
  const { facts, last } = desk;
  return sealed({
    ...room,
    view: structuredClone(desk.shown),
    chosen: desk.chosen?.text ?? null,
    seat: desk.seat,
    seats: desk.seats.map(({ mine }, seat) => ({ name: nameOf(desk.seats, seat), isMine: mine })),
    scores: desk.scores && [...desk.scores],
    decisions: desk.actions.map(({ text, words, code }) => ({ notation: text, words, code })),
    last: last && { seat: last.seat, words: last.words ?? "" },
    language: prefs.language,
    components: structuredClone(facts.components),
    reducedMotion: !mayMove(),
    play(notation: string) {
      const action = desk.find(notation);
      if (action) void desk.choose(action);
      else desk.why(notation);
    },
    async preview(notation: string) {
      const action = desk.find(notation);
      const peek = action && (await desk.peek(action));
      return sealed(structuredClone(peek?.view ?? null));
    },
    say: (key: string, values: Record<string, string | number> = {}) =>
      phrase(facts.phrases[key], key, values),
    file: (name: string) => new URL(name, new URL(facts.board!, location.href)).href,
  });
}

/** A phrase of the game; of a pair the one that goes with `n`. */
function phrase(found: unknown, key: string, values: Record<string, string | number>): string {
  if (found === undefined) throw new Error(`there is no phrase ${key}`);
  if (!Array.isArray(found)) return filled(String(found), values);
  const isOne = new Intl.PluralRules(prefs.language).select(Number(values.n)) === "one";
  return filled(String(found[isOne ? 0 : 1]), values);
}

function sealed<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(sealed);
  return Object.freeze(value);
}
