import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Counting } from "./counting.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (step: FrameRequestCallback) =>
    setTimeout(() => step(performance.now()), 16),
  );
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one row after the other, then everything stands there", () => {
  const count = new Counting();
  expect(count.isOver).toBe(true);
  count.begin(8);
  expect([count.done, count.isOver]).toEqual([0, false]);
  vi.advanceTimersByTime(400);
  expect([count.row, count.isOver]).toEqual([1, false]);
  vi.advanceTimersByTime(2200);
  expect([count.row, count.isOver]).toEqual([7, false]);
  vi.advanceTimersByTime(400);
  expect(count.isOver).toBe(true);
});

test("few rows are not over in a moment", () => {
  const count = new Counting();
  count.begin(2);
  vi.advanceTimersByTime(1000);
  expect([count.row, count.isOver]).toEqual([1, false]);
});

test("what was ended early stays so", () => {
  const count = new Counting();
  count.begin(5);
  vi.advanceTimersByTime(100);
  count.end();
  vi.advanceTimersByTime(100);
  expect(count.isOver).toBe(true);
});

test("nothing to count", () => {
  const count = new Counting();
  count.begin(0);
  expect(count.isOver).toBe(true);
});
