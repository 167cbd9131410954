import { expect, test } from "vitest";
import { pauseFor } from "./pace";

test("a few steps take their time, many hurry, none flashes by", () => {
  expect(pauseFor(0)).toBe(700);
  expect(pauseFor(11)).toBe(500);
  expect(pauseFor(200)).toBe(250);
});
