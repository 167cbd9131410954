import { expect, test } from "vitest";
import type { Desk } from "./desk.svelte";
import { categoriesOf, counted, placings, sheetAt, sheetOf } from "./points";

test("a row for each category that adds up, in the order in which they are counted", () => {
  const breakdown = {
    seats: [
      { seat: 0, total: 12, hunting: 2, start: 10 },
      { seat: 1, total: 10, hunting: 0, start: 10 },
    ],
  };
  const categories = ["total", "start", "hunting", "bonus"];
  expect(sheetOf(breakdown, categories, ["start", "hunting", "bonus"])).toEqual({
    rows: [
      { category: "start", points: [10, 10] },
      { category: "hunting", points: [2, 0] },
    ],
    totals: [12, 10],
    facts: [],
  });
});

test("parts of a seat are added up", () => {
  const breakdown = {
    seats: [
      {
        seat: 0,
        total: 9,
        anthills: [
          { total: 4, colony: 4 },
          { total: 5, colony: 5 },
        ],
      },
    ],
  };
  expect(sheetOf(breakdown, ["colony"], ["colony"])).toEqual({
    rows: [{ category: "colony", points: [9] }],
    totals: [9],
    facts: [],
  });
});

test("what does not add up to the points is told, and not counted", () => {
  const breakdown = {
    seats: [
      { total: 7, left: 2, rank: 1, unloaded: { yellow: 4, pink: 3 } },
      { total: 5, left: 4, rank: 2, unloaded: { yellow: 5, pink: 0 } },
    ],
  };
  const sheet = sheetOf(breakdown, ["left", "rank", "pink", "yellow", "total"], ["yellow", "pink"]);
  expect(sheet).toEqual({
    rows: [
      { category: "yellow", points: [4, 5] },
      { category: "pink", points: [3, 0] },
    ],
    totals: [7, 5],
    facts: [
      { category: "left", points: [2, 4] },
      { category: "rank", points: [1, 2] },
    ],
  });
  expect(counted(sheet, 1).totals).toEqual([4, 5]);
});

test("all categories of a game add up, unless its board names some", () => {
  const phrases = {
    "categories.loads": "Loads",
    "categories.rank": "Rank",
    "categories.total": "Points",
  };
  const breakdown = { seats: [{ loads: 4, rank: 3, total: 7 }] };
  const at = (earned: object) =>
    sheetAt({ facts: { phrases }, module: { earned } } as unknown as Desk, breakdown);
  const [loads, rank] = [
    { category: "loads", points: [4] },
    { category: "rank", points: [3] },
  ];
  expect(at({})).toEqual({ rows: [loads, rank], totals: [7], facts: [] });
  expect(at({ loads: () => [] })).toEqual({ rows: [loads], totals: [7], facts: [rank] });
});

test("nothing before the end", () => {
  expect(sheetOf(null, ["colony"], ["colony"])).toEqual({ rows: [], totals: [], facts: [] });
});

const sheet = {
  rows: [
    { category: "colony", points: [10, 4] },
    { category: "fruit", points: [-2, 6] },
  ],
  totals: [8, 10],
  facts: [{ category: "rank", points: [2, 1] }],
};

test("points are counted row by row, and the total grows with them", () => {
  const seen = (done: number) => {
    const { rows, totals, facts } = counted(sheet, done);
    return [...rows.map((row) => row.points), totals, facts];
  };
  expect(seen(0)).toEqual([[0, 0], [0, 0], [0, 0], []]);
  expect(seen(0.5)).toEqual([[5, 2], [0, 0], [5, 2], []]);
  expect(seen(1.5)).toEqual([[10, 4], [-1, 3], [9, 7], []]);
});

test("at the end the game's own numbers stand there", () => {
  expect(counted(sheet, 2)).toBe(sheet);
});

test("places: a tie is broken, not only for the victory", () => {
  expect(placings([40, 44, 44, 40], [4, 2, 1, 3])).toEqual([
    { seat: 2, points: 44, place: 1 },
    { seat: 1, points: 44, place: 2 },
    { seat: 3, points: 40, place: 3 },
    { seat: 0, points: 40, place: 4 },
  ]);
});

test("places are shared", () => {
  expect(placings([5, 9, 9, 5], [3, 1, 1, 3]).map(({ seat, place }) => [seat, place])).toEqual([
    [1, 1],
    [2, 1],
    [0, 3],
    [3, 3],
  ]);
});

test("a game names its categories among its phrases", () => {
  const phrases = { title: "Ants", "categories.colony": "Colony", "categories.total": "Total" };
  expect(categoriesOf(phrases)).toEqual({ colony: "Colony", total: "Total" });
});
