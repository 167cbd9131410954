import { expect, test } from "vitest";
import type { Step } from "../lib/api";
import { before, courseOf, decided } from "./course";

const step = (kind: string, seat: number | null = null) => ({ kind, seat }) as Step;

const COURSE = courseOf([
  step("started"),
  step("played", 0),
  step("played", 1),
  step("undone", 1),
  step("played", 1),
]);

test("what was taken back is no decision of the game", () => {
  expect(COURSE.taken).toEqual([1, 4]);
  expect(COURSE.standing).toEqual([0, 1, null, 1, 2]);
});

test("before a decision is the last step without it", () => {
  expect(before(COURSE, 1)).toBe(0);
  expect(before(COURSE, 2)).toBe(3);
});

test("decisions are counted at every step", () => {
  expect([0, 1, 2, 3, 4].map((at) => decided(COURSE, at))).toEqual([0, 1, 1, 1, 2]);
});

test("others may have decided since what a seat takes back", () => {
  const { taken, standing } = courseOf([
    step("started"),
    step("played", 0),
    step("played", 1),
    step("undone", 0),
    step("played", 0),
  ]);
  expect(taken).toEqual([2, 4]);
  expect(standing).toEqual([0, null, null, 1, 2]);
});
