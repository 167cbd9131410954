import { beforeEach, expect, test, vi } from "vitest";
import type { Board } from "./board.svelte";
import type { Moment } from "./marks";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
const prospects = vi.fn();
vi.doMock("../lib/jobs", () => ({ pastOf: () => Promise.resolve({ prospects }) }));
const { Learning } = await import("./learning.svelte");
type Learning = import("./learning.svelte").Learning;

const BEST = 1;
const TAKEN = 2;
const GOOD = 3;
const UNSURE = 4;
const MISTAKE: Moment = {
  ...{ number: 7, seat: 0, before: [0.6, 0.4], after: [0.4, 0.6], loss: 0.2, free: true },
  ...{ better: BEST, better_words: "", good: [BEST, GOOD] },
};

/** A game with one mistake, as far as learning asks for it. */
class Table {
  moments = [MISTAKE];
  table = { seats: [] };
  origin = { source: {} };
  facts = {};
  twig: object | null = null;
  decided = 0;
  learning: Learning | null = null;
  stepOf = () => ({ code: TAKEN });
  moveBefore = (number: number) => this.lookAt(number - 1);
  lookAt(decided: number) {
    this.twig = null;
    this.decided = decided;
  }
  try = () => {
    this.twig = {};
    return Promise.resolve();
  };
}

let table: Table;
let learning: Learning;

/** How an action is answered, tried where the mistake was. */
async function answered(code: number): Promise<string> {
  learning.ask();
  await learning.judge(code);
  return learning.answer;
}

beforeEach(() => {
  prospects.mockReset();
  table = new Table();
  Learning.begin(table as unknown as Board);
  learning = table.learning!;
});

test("what is as good as the best is right, and what was played is not", async () => {
  expect(await answered(BEST)).toBe("right");
  expect(await answered(GOOD)).toBe("right");
  expect(await answered(TAKEN)).toBe("wrong");
  expect(prospects).not.toHaveBeenCalled();
});

test.each([
  [0.57, "right"],
  [0.5, "wrong"],
])("what was hardly looked at is looked at beside the best: %s", async (chance, answer) => {
  prospects.mockImplementation(({ line }: { line: { moves: { code: number }[] } }) =>
    Promise.resolve({ chances: line.moves[0]!.code === BEST ? [0.6, 0.4] : [chance, 1 - chance] }),
  );
  expect(await answered(UNSURE)).toBe(answer);
});

test("where nothing can be looked at here, it is said to be unknown", async () => {
  prospects.mockRejectedValue(new Error("no engine"));
  expect(await answered(UNSURE)).toBe("unknown");
});

test("whoever has gone on meanwhile is told nothing of it", async () => {
  prospects.mockImplementation(() => {
    learning.ask();
    return Promise.resolve({ chances: [1, 0] });
  });
  expect(await answered(UNSURE)).toBe("");
});

test("only what is tried where the mistake was is an answer", async () => {
  table.lookAt(3);
  await learning.judge(TAKEN);
  expect(learning.answer).toBe("");
  expect(await answered(BEST)).toBe("right");
  await learning.judge(TAKEN); // what follows it
  expect(learning.answer).toBe("right");
});
