import { expect, test } from "vitest";
import { seedFor } from "./seeds";

test("seeds are those that Python makes", () => {
  expect(seedFor(7, 0, 1)).toBe(14446825859468370187n);
  expect(seedFor(2n ** 64n - 1n, 3, 12345)).toBe(3387250013061298424n);
  expect(seedFor(0, 0, 0)).toBe(7765807450571155106n);
});
