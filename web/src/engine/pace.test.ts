import { expect, test, vi } from "vitest";
import { ENOUGH, pacesFor } from "./pace";

/** Milliseconds that are given to so many looks, all together. */
const given = (pace: (left: number) => { milliseconds: number | null }, looks: number) =>
  Array.from({ length: looks }, (_, done) => pace(looks - done).milliseconds!).reduce(
    (sum, one) => sum + one,
  );

test.each([1, 2, 4])("a long game has 26 seconds of each of %i workers", (workers) => {
  const [first, second] = pacesFor(workers);
  expect(given(first, 1000)).toBeCloseTo(16_000 * workers);
  expect(given(second, 200)).toBeCloseTo(10_000 * workers);
});

test("what first looks leave is for second ones", () => {
  const [first, second] = pacesFor(1);
  expect(given(first, 20)).toBeCloseTo(5000);
  expect(given(second, 30)).toBeCloseTo(21_000);
});

test("a tab that was frozen has no less time for what is left", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const [first] = pacesFor(1);
  const { milliseconds } = first(200);
  vi.advanceTimersByTime(60_000);
  expect(first(199)).toEqual({ simulations: 20_000, milliseconds, enough: ENOUGH });
  vi.useRealTimers();
});
