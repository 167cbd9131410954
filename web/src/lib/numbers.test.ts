import { expect, test } from "vitest";
import { gained, written } from "./numbers";

test("numbers below zero have a minus sign", () => {
  expect([-12, 0, 7].map(written)).toEqual(["−12", "0", "7"]);
});

test("what is gained or lost is told with its sign", () => {
  expect([-3, 0, 4].map(gained)).toEqual(["−3", "+0", "+4"]);
});
