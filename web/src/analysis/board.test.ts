import { expect, test, vi } from "vitest";
import type { GamePage } from "../lib/api";
import type { GameModule } from "../games/contract";
import type { Moment } from "./marks";
import type { Origin } from "./origin";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
/** Every run of an analysis: how it tells how far it is, and how it ends. */
const runs: {
  told: (share: number) => void;
  end: (found: Moment[]) => void;
  fail: (trouble: Error) => void;
}[] = [];
vi.doMock("../lib/jobs", () => ({
  analysed: (_source: unknown, _facts: unknown, told: (share: number) => void) =>
    new Promise((end, fail) => runs.push({ told, end, fail })),
}));
const { Board } = await import("./board.svelte");

function opened() {
  const module = { words: {}, plan: () => null, renew: () => {} } as unknown as GameModule;
  const table = { id: "x", game: "pebbles", seats: [] };
  return new Board({ table, isGame: true } as unknown as Origin, {} as GamePage, module);
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("an analysis that was stopped and begun again shows how far the second one is", async () => {
  const board = opened();
  void board.analyse();
  board.stop();
  expect(board.thinking).toBeNull();
  void board.analyse();
  runs[1]!.told(0.3);
  runs[0]!.told(0.9);
  runs[0]!.end([]);
  await settled();
  expect([board.thinking, board.moments]).toEqual([0.3, null]);
  runs[1]!.end([]);
  await settled();
  expect([board.thinking, board.moments]).toEqual([null, []]);
});

test("an analysis that has failed is over, though some of its looks are still at it", async () => {
  const board = opened();
  void board.analyse();
  const { told, fail } = runs.at(-1)!;
  fail(new Error("no such action"));
  await settled();
  told(0.9);
  expect(board.thinking).toBeNull();
});

test("a line of the log is found through a seat's eyes, too, where steps count anew", async () => {
  const module = { words: {}, plan: () => null, renew: () => {}, motions: () => [] };
  const step = (version: number, event: number) => ({
    ...{ version, event, kind: "played", seat: 0, at: 0, view: { game: `${event}` } },
    ...{ scores: [0], to_act: [0] },
  });
  const all = [3, 4, 5, 6].map((event) => step(event, event));
  const seen = [3, 5, 6].map((event, nth) => step(nth + 1, event));
  const origin = {
    ...{ table: { id: "x", game: "pebbles", seats: [] }, isGame: false },
    steps: (seat: number | null) => Promise.resolve(seat === null ? all : seen),
    kept: { read: () => Promise.resolve([]) },
  };
  const facts = {} as GamePage;
  const board = new Board(origin as unknown as Origin, facts, module as unknown as GameModule);
  await board.open(new URLSearchParams());
  board.goTo(5);
  expect(board.step?.event).toBe(5);
  await board.lookAs(0);
  board.goTo(3);
  expect(board.step?.event).toBe(6);
  board.goTo(2);
  expect(board.step?.event).toBe(5);
  board.close();
});
