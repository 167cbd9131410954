import { expect, test } from "vitest";
import { lesson } from "./lesson";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

test("all languages have the same words, with the same gaps", () => {
  const gaps = (words: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(words).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]),
    );
  expect(gaps(de)).toEqual(gaps(en));
  expect(gaps(fr)).toEqual(gaps(en));
});

test("every step of the lesson has its words, and all of them are used", () => {
  const texts = lesson.steps.map((step) => step.text);
  expect(texts).toEqual(Object.keys(en).filter((key) => key.startsWith("learn_")));
});
