/** The page's own words, in the language of its reader. */
import en from "../words/en.json";
import type { Language } from "./prefs.svelte";
import { prefs, remember } from "./prefs.svelte";
import { written } from "./numbers";

export type Key = keyof typeof en;
type Words = Record<Key, string>;

const files = import.meta.glob<{ default: Words }>(["../words/*.json", "!../words/en.json"]);

let spoken = $state.raw<Words>(en);

/** Speak another language from now on. */
export async function speak(language: Language): Promise<void> {
  const load = files[`../words/${language}.json`];
  // After an upgrade the old file is gone: English then, until the page is loaded anew.
  spoken = load
    ? await load().then(
        (file) => file.default,
        () => en,
      )
    : en;
  document.documentElement.lang = language;
  remember({ language });
}

/** A phrase, with `{name}` replaced by what it stands for. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(spoken[key] ?? en[key], values);
}

/** Words before what they announce: French has a space before the colon. */
export const announcing = (words: string): string =>
  words + (prefs.language === "fr" ? "\u00a0:" : ":");

/** A number of things, in the words for one of them or for several. */
export function count(one: Key, several: Key, number: number): string {
  const isOne = new Intl.PluralRules(document.documentElement.lang).select(number) === "one";
  return say(isOne ? one : several, { count: number });
}

/** Whether there is such a phrase. */
export const hasWords = (key: string): key is Key => key in en;

export function filled(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === "number" ? written(value) : value;
  });
}
