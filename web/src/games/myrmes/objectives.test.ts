import { expect, it } from "vitest";
import { lesson } from "./lesson";
import { have, largestGroup } from "./objectives";
import { wrapped } from "./text";
import type { MyrmesView } from "./view";
import en from "./words/en.json";

it("has words for every step of the lesson", () => {
  for (const step of lesson.steps) expect(en).toHaveProperty(step.text);
  expect(Object.keys(en).filter((key) => key.startsWith("lesson_"))).toHaveLength(
    lesson.steps.length,
  );
});

it("breaks lines between words", () => {
  expect(wrapped("discard 2 earth or stone", 19)).toEqual(["discard 2 earth or", "stone"]);
});

it("counts tiles that hang together", () => {
  expect(
    largestGroup([
      ["k4", "k5"],
      ["l5", "l6"],
      ["h1", "h2"],
    ]),
  ).toBe(2);
  expect(largestGroup([])).toBe(0);
});

it("counts nurses on objectives as owned", () => {
  const view = {
    tiles: [],
    options: {},
    seats: [{ nurses: 4, done: { "1": 2 } }],
  } as unknown as MyrmesView;
  expect(have(view, 0, { id: 13, level: 2, ask: "nurses", need: 6, pay: 1 })).toBe(5);
});
