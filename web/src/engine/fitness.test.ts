import { afterEach, expect, test, vi } from "vitest";
import { isAble, isFit, workers } from "./fitness";

const device = (hardwareConcurrency?: number, deviceMemory?: number) =>
  vi.stubGlobal("navigator", { hardwareConcurrency, deviceMemory });

function browser(): void {
  vi.stubGlobal("Worker", class {});
}

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 4],
  [undefined, 1],
])("of %s cores %i think, and one is left for the page", (cores, number) => {
  device(cores);
  expect(workers()).toBe(number);
});

test.each([
  [2, undefined, true],
  [8, 8, true],
  [1, 8, false],
  [undefined, undefined, false],
  [8, 0.5, false],
])("a device with %s cores and %s GB is fit: %s", (cores, memory, fit) => {
  browser();
  device(cores, memory);
  expect(isFit()).toBe(fit);
  expect(isAble()).toBe(true); // it can be switched on
});

test.each(["WebAssembly", "Worker", "BigInt", "DecompressionStream"])(
  "a browser without %s is not able",
  (lacking) => {
    browser();
    device(8, 8);
    vi.stubGlobal(lacking, undefined);
    expect([isAble(), isFit()]).toEqual([false, false]);
  },
);
