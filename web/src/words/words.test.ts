import { expect, test } from "vitest";
import type { Lesson } from "../games/contract";

type Words = Record<string, string>;

const page = import.meta.glob<Words>("./*.json", { eager: true, import: "default" });
const games = import.meta.glob<Words>("../games/*/words/*.json", {
  eager: true,
  import: "default",
});
const admin = import.meta.glob<Words>("../admin/words/*.json", { eager: true, import: "default" });
const lessons = import.meta.glob<Lesson>("../games/*/lesson.ts", {
  eager: true,
  import: "lesson",
});
const all = { ...page, ...games, ...admin };

/** Every key with what is to be filled in. */
const gaps = (words: Words) =>
  Object.entries(words).map(([key, phrase]) => [key, (phrase.match(/\{\w+\}/g) ?? []).sort()]);

test.each(Object.entries(all))(
  "%s says all that the English one says, with the same gaps",
  (file, words) => {
    const english = all[file.replace(/\w+\.json$/, "en.json")]!;
    expect(gaps(words)).toEqual(gaps(english));
  },
);

test.each(Object.keys(lessons))("%s is told in words of its own, and all of them", (file) => {
  const words = games[file.replace("lesson.ts", "words/en.json")]!;
  const told = lessons[file]!.steps.map((step) => step.text);
  expect(told).toEqual(Object.keys(words).filter((key) => key.startsWith("lesson_")));
});
