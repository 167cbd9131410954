import { expect, test } from "vitest";
import type { Grown } from "./tree";
import { thoughtOf } from "./verdicts";

const tree = (tried: number[][], totals: number[][], simulations = 10): Grown => ({
  tried: tried.map(([code, visits, utility, chance, points]) => ({
    code: code!,
    visits: visits!,
    utility: utility!,
    chance: chance!,
    points: points!,
  })),
  totals: totals.map(([chance, points]) => ({ chance: chance!, points: points! })),
  simulations,
});
const plain = { sharpness: 1, own: 0 };

test("trees are added up, and the action that was tried most is first", () => {
  const one = tree(
    [
      [1, 6, 3, 3, 60],
      [2, 4, 3, 2, 30],
    ],
    [
      [5, 100],
      [5, 80],
    ],
  );
  const two = tree(
    [
      [2, 8, 6, 6, 90],
      [1, 2, 1, 1, 20],
    ],
    [
      [7, 110],
      [3, 70],
    ],
  );
  const found = thoughtOf([one, two], 0, plain);
  expect(found.verdicts).toEqual([
    { code: 2, visits: 12, chance: 8 / 12, points: 10 },
    { code: 1, visits: 8, chance: 0.5, points: 10 },
  ]);
  expect(found.points).toEqual([10.5, 7.5]);
  expect(found.simulations).toBe(20);
  expect(found.chances[0]).toBeCloseTo(8 / 12);
  expect(found.chances[1]).toBeCloseTo(4 / 12);
});

test("among those tried as often the more useful is first, then the lower code", () => {
  const tried = [
    [3, 2, 1, 1, 0],
    [2, 2, 1, 1, 0],
    [1, 2, 0.5, 1, 0],
    [4, 0, 9, 9, 0],
  ];
  const { verdicts } = thoughtOf([tree(tried, [[1, 0]])], 0, plain);
  expect(verdicts.map(({ code }) => code)).toEqual([2, 3, 1, 4]);
});

test("chances are told as the judgement says", () => {
  const trees = [tree([[1, 4, 3, 3, 0]], [[3, 0]])];
  const chance = (sharpness: number) => thoughtOf(trees, 0, { sharpness, own: 0 }).chances[0];
  expect(chance(2)).toBeCloseTo(0.9);
  expect(chance(1)).toBe(0.75);
});
