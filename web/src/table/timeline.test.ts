import { expect, test } from "vitest";
import type { Motion } from "../games/contract";
import { lasting, MOST_COPIES, timeline } from "./timeline";

const fly = (more: Partial<Motion> = {}): Motion => ({ kind: "fly", thing: "tile 1", ...more });
const starts = (motions: Motion[]) => timeline(motions).map(({ start }) => start);

test("one motion follows the other, unless it says when", () => {
  expect(starts([fly(), fly(), fly({ after: 0 }), fly({ after: 90, ms: 100 })])).toEqual([
    0, 350, 350, 440,
  ]);
  expect(lasting(timeline([fly({ ms: 500 }), fly({ after: 0, ms: 100 })]))).toBe(500);
});

test("several of a kind go one shortly after the other", () => {
  expect(starts([fly({ count: 3 }), fly()])).toEqual([0, 80, 160, 510]);
  expect(timeline([fly({ count: 0 })])).toEqual([]);
});

test("a way takes time by its length, but not too long", () => {
  const walk = (via: string[]) => lasting(timeline([fly({ kind: "walk", via })]));
  expect(walk([])).toBe(200);
  expect(walk(["a", "b"])).toBe(600);
  expect(walk(Array<string>(20).fill("a"))).toBe(900);
});

test("never more copies than can be drawn in time: many fly as one with its number", () => {
  const many = timeline([fly({ count: 9 }), fly({ count: 9 })]);
  expect(many.map(({ times }) => times)).toEqual([9, 9]);
  expect(timeline(Array.from({ length: 30 }, () => fly()))).toHaveLength(MOST_COPIES);
});
