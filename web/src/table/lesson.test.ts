import { expect, test } from "vitest";
import type { Lesson } from "../games/contract";
import { told } from "./lesson";

const lessons = import.meta.glob<{ lesson: Lesson }>("../games/*/lesson.ts", { eager: true });
const words = import.meta.glob<Record<string, string>>("../games/*/words/*.json", {
  eager: true,
  import: "default",
});

test("what is to be done stands among what is explained", () => {
  expect(told("It is late. *Go home.* Or stay.")).toEqual({
    before: "It is late.",
    task: "Go home.",
    after: "Or stay.",
  });
  expect(told("It is late.").task).toBe("");
});

test("each step in which something is to be done says it once, briefly, in every language", () => {
  const steps = Object.entries(lessons).flatMap(([file, { lesson }]) =>
    ["en", "de", "fr"].flatMap((language) =>
      lesson.steps.map((step) => ({
        ...step,
        words: words[file.replace("lesson.ts", `words/${language}.json`)]![step.text]!,
      })),
    ),
  );
  expect(steps.length).toBeGreaterThan(150);
  for (const { text, expect: wanted, words } of steps) {
    expect(words.split("*").length, `${text}: ${words}`).toBe(wanted ? 3 : 1);
    expect(told(words).task.length, `${text}: ${words}`).toBeLessThan(125);
  }
});
