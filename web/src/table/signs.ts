/**
 * Little drawings in the words of a game. A phrase of the game that is called as one of our
 * drawings is (`counts.soldiers`, `past.names.spider`, `friends.snail`) has it before it.
 */
import { drawings, type IconName } from "../icons/drawings";

/** A piece of a sentence, and what is drawn before it. */
export interface Piece {
  text: string;
  icon: IconName | null;
}

const NAMED = /^(?:counts|past\.names|tiles|friends|symbols)\.(\w+)$/;
const JOINER = "\u2060"; // no line ends between a bracket and the drawing after it
const ONE_OF: Record<string, string> = { larvae: "larva" };

interface Signs {
  pattern: RegExp;
  icons: IconName[];
}
const known = new WeakMap<object, Signs | null>();

/** A sentence in pieces, with their drawings. */
export function signed(words: string, phrases: Record<string, unknown>): Piece[] {
  let signs = known.get(phrases);
  if (signs === undefined) known.set(phrases, (signs = signsOf(phrases)));
  if (!signs) return [{ text: words, icon: null }];
  const pieces: Piece[] = [];
  let [end, icon] = [0, null as IconName | null];
  for (const found of words.matchAll(signs.pattern)) {
    const text = words.slice(end, found.index).replace(/\($/, `(${JOINER}`);
    if (text) pieces.push({ text, icon });
    end = found.index;
    icon = signs.icons[found.slice(1).findIndex((part) => part !== undefined)]!;
  }
  return [...pieces, { text: words.slice(end), icon }];
}

/** A sentence in which seats have their names: a game calls them by its phrase `names.seat`. */
export function withNames(
  words: string,
  phrases: Record<string, unknown>,
  nameOf: (seat: number) => string,
): string {
  const phrase = phrases["names.seat"];
  if (typeof phrase !== "string") return words;
  const pattern = new RegExp(`(?<!\\p{L})${phrase.replace("{n}", "(\\d+)")}`, "gu");
  return words.replace(pattern, (_, number: string) => nameOf(Number(number) - 1));
}

function signsOf(phrases: Record<string, unknown>): Signs | null {
  const told = Object.entries(phrases).flatMap(([key, phrase]) => {
    const icon = iconOf(NAMED.exec(key)?.[1] ?? "");
    return icon ? [phrase].flat().map((text) => ({ icon, pattern: patternOf(String(text)) })) : [];
  });
  const signs = told
    .filter(({ pattern }) => pattern)
    .sort((one, other) => other.pattern.length - one.pattern.length);
  if (!signs.length) return null;
  const any = signs.map(({ pattern }) => `(${pattern})`).join("|");
  return {
    pattern: new RegExp(`(?<![\\p{L}\\d])(?:${any})(?!\\p{L})`, "gu"),
    icons: signs.map(({ icon }) => icon),
  };
}

function iconOf(name: string): IconName | null {
  const one = [name, ONE_OF[name] ?? "", name.replace(/s$/, "")].find((key) => key in drawings);
  return (one as IconName | undefined) ?? null;
}

/** What a phrase looks like in a sentence: its numbers, and all up to its next gap. */
function patternOf(phrase: string): string {
  const [before] = phrase.replaceAll("{n}", "0").split("{");
  return before!
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("0", "\\d+");
}
