import { expect, test } from "vitest";
import { rowsOf } from "./points";

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
