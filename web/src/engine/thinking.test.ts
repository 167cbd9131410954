import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Module } from "./module";
import { think } from "./thinking";
import type { Task } from "./tree";

let perSecond: number;

/** A tree that grows as quickly as somebody likes. */
vi.mock("./tree", () => ({
  Tree: class {
    simulations = 0;
    grow(count: number): void {
      this.simulations += count;
      vi.advanceTimersByTime((1000 * count) / perSecond);
    }
    found = () => ({ simulations: this.simulations });
  },
}));

const goOn = () => Promise.resolve(true);
const thought = async (task: Partial<Task>, breathe = goOn) => {
  const whole = { simulations: 50_000, milliseconds: 200, enough: 0, ...task } as Task;
  return (await think({} as Module, whole, breathe)).simulations;
};

beforeEach(() => {
  perSecond = 10_000;
  vi.useFakeTimers({ toFake: ["performance", "Date"] });
});
afterEach(() => void vi.useRealTimers());

test("a task ends by its time", async () => {
  expect(await thought({})).toBeCloseTo(2000, -3);
});

test("with too few simulations it goes on", async () => {
  perSecond = 1000;
  expect(await thought({ milliseconds: 1, enough: 200 })).toBeGreaterThanOrEqual(200);
  expect(await thought({ milliseconds: 1, enough: 200, simulations: 50 })).toBe(50);
});

test("while a tab sleeps no thinking is lost", async () => {
  let isAwake = true;
  const frozen = () => {
    if (isAwake) vi.advanceTimersByTime(60_000);
    isAwake = false;
    return goOn();
  };
  expect(await thought({ milliseconds: 1000 }, frozen)).toBeGreaterThan(6000);
});
