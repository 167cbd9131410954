import { expect, test } from "vitest";
import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";

const gaps = (phrase: string) => [...phrase.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();

test.each([
  ["de", de],
  ["fr", fr],
])("%s says all that the page says, with the same gaps", (_, words) => {
  expect(Object.keys(words)).toEqual(Object.keys(en));
  for (const [key, phrase] of Object.entries(en))
    expect(gaps((words as Record<string, string>)[key]!)).toEqual(gaps(phrase));
});

const games = import.meta.glob<{ words: Record<string, Record<string, string>> }>(
  "../games/*/words.ts",
);

test.each(Object.entries(games))("%s has the same words in every language", async (_, load) => {
  const { words } = await load();
  for (const language of ["de", "fr"]) {
    expect(Object.keys(words[language]!).sort()).toEqual(Object.keys(words.en!).sort());
    for (const [key, phrase] of Object.entries(words.en!))
      expect(gaps(words[language]![key]!)).toEqual(gaps(phrase));
  }
});
