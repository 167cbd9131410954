/** What the fields of a view are called, and what stands in them: in the game's own words. */

/** Phrases that are no names: sentences about what can be done, what is allowed, and why. */
const SENTENCES = ["options", "actions", "past", "refusals", "reasons", "drawing"];
const NAMES = ["fields", "names"]; // which come first

export type Say = (word: string, field?: string) => string;

/**
 * How things are named: those in a field as its own phrases have it (`seasons.spring`); what the
 * game has no name for by its `usual` name, if there is one.
 */
export function sayer(
  phrases: Record<string, unknown>,
  usual: (word: string) => string | undefined = () => undefined,
): Say {
  const exact = new Map<string, string>();
  const loose = new Map<string, string>();
  const groupOf = (key: string) => key.split(".")[0]!;
  const keys = Object.keys(phrases)
    .filter((key) => key.includes(".") && !SENTENCES.includes(groupOf(key)))
    .toSorted((one, other) => rank(groupOf(one)) - rank(groupOf(other)));
  for (const key of keys) {
    const name = nameIn(phrases[key]);
    const last = key.slice(key.lastIndexOf(".") + 1);
    if (!name) continue;
    exact.set(key, name);
    if (!loose.has(last)) loose.set(last, name);
  }
  return (word, field = "") =>
    exact.get(`fields.${word}`) ??
    exact.get(`${field}.${word}`) ??
    exact.get(`${field}s.${word}`) ??
    (/^-?\d+$/.test(word) ? undefined : loose.get(word)) ??
    usual(word) ??
    readable(word);
}

const rank = (group: string): number => (NAMES.includes(group) ? NAMES.indexOf(group) : 9);

/** A phrase as a name: counted things in their plural; nothing where it has gaps. */
function nameIn(phrase: unknown): string | null {
  const told = Array.isArray(phrase) ? String(phrase.at(-1)).replace(/^\{n\}\s/, "") : phrase;
  return typeof told === "string" && !told.includes("{") ? told : null;
}

/** A field's own name as people would write it. */
const readable = (word: string): string => word.replaceAll("_", " ");
