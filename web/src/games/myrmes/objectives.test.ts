import { expect, it } from "vitest";
import { have, largestGroup } from "./objectives";
import { wrapped } from "./text";
import type { View } from "./view";

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
  } as unknown as View;
  expect(have(view, 0, { id: 13, level: 2, ask: "nurses", need: 6, pay: 1 })).toBe(5);
});
