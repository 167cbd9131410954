import { expect, test } from "vitest";
import { categoriesOf, counted, placings, rowsOf } from "./points";

test("a row for each category that the game tells, the total last", () => {
  const breakdown = {
    seats: [
      { seat: 0, total: 12, hunting: 2, start: 10 },
      { seat: 1, total: 10, hunting: 0, start: 10 },
    ],
  };
  expect(rowsOf(breakdown, ["total", "start", "hunting", "bonus"])).toEqual([
    { category: "start", points: [10, 10] },
    { category: "hunting", points: [2, 0] },
    { category: "total", points: [12, 10] },
  ]);
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
  expect(rowsOf(breakdown, ["colony"])).toEqual([
    { category: "colony", points: [9] },
    { category: "total", points: [9] },
  ]);
});

test("nothing before the end", () => {
  expect(rowsOf(null, ["colony"])).toEqual([]);
});

const rows = [
  { category: "colony", points: [10, 4] },
  { category: "fruit", points: [-2, 6] },
  { category: "total", points: [8, 10] },
];

test("points are counted row by row, and the total grows with them", () => {
  expect(counted(rows, 0).map((row) => row.points)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(counted(rows, 0.5).map((row) => row.points)).toEqual([
    [5, 2],
    [0, 0],
    [5, 2],
  ]);
  expect(counted(rows, 1.5).map((row) => row.points)).toEqual([
    [10, 4],
    [-1, 3],
    [9, 7],
  ]);
});

test("at the end the game's own numbers stand there", () => {
  expect(counted(rows, 2)).toBe(rows);
  expect(counted([], 5)).toEqual([]);
});

test("places: whoever won is first, though others have as many points", () => {
  expect(placings([40, 44, 44, 12], [2])).toEqual([
    { seat: 2, points: 44, place: 1 },
    { seat: 1, points: 44, place: 2 },
    { seat: 0, points: 40, place: 3 },
    { seat: 3, points: 12, place: 4 },
  ]);
});

test("places are shared", () => {
  expect(placings([5, 9, 9, 5], [1, 2]).map(({ seat, place }) => [seat, place])).toEqual([
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
