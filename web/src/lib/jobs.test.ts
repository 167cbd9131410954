import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Trouble, type GamePage, type TableDocument } from "./api";

const told = vi.hoisted(() => [] as string[]);
const ask = vi.hoisted(() => vi.fn());
const hints = vi.hoisted(() => vi.fn());
vi.mock("../engine/local", () => ({ hints }));
vi.mock("./announce.svelte", () => ({ toast: (words: string) => told.push(words) }));
vi.mock("./words.svelte", () => ({ say: (word: string) => word }));
vi.mock("./prefs.svelte", () => ({ prefs: { engine: true } }));
vi.mock("./api", async (original) => ({ ...(await original<object>()), ask }));

const table = {
  id: "t",
  seat: 0,
  actions: [{ code: 7, words: "Dig" }],
} as unknown as TableDocument;
const facts = { engine: "/engine/a.json" } as GamePage;
const byServer = [{ code: 7, words: "Dig", chance: 0.5, points: 3 }];
const mine = { code: 7, visits: 9, chance: 0.6, points: 4 };

beforeEach(() => void ask.mockResolvedValue({ status: "done", result: byServer }));
afterEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  told.length = 0;
});

/** As a page that has just been opened does it. */
async function advised(given = facts) {
  const jobs = await import("./jobs");
  return () => jobs.advised(table, given);
}

test("what this device finds is told in the words of the table", async () => {
  hints.mockResolvedValue([mine]);
  expect(await (await advised())()).toEqual([{ ...mine, words: "Dig" }]);
  expect(ask).not.toHaveBeenCalled();
});

test.each(["blocked", "missing", "version", "memory", "lost"] as const)(
  "where the engine is %s the server answers, and that is said once",
  async (obstacle) => {
    const hint = await advised();
    const { NoEngine } = await import("../engine/obstacles");
    hints.mockRejectedValue(new NoEngine(obstacle, ""));
    expect([await hint(), await hint()]).toEqual([byServer, byServer]);
    expect(told).toEqual(["engine_elsewhere"]);
  },
);

test("a house without modules answers by itself, without a word", async () => {
  expect(await (await advised({ engine: null } as GamePage))()).toEqual(byServer);
  expect(hints).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});

test("what the house refuses is not asked once more", async () => {
  const refusal = new Trouble(403, "no_hints", "");
  hints.mockRejectedValue(refusal);
  await expect((await advised())()).rejects.toBe(refusal);
  expect(ask).not.toHaveBeenCalled();
});
