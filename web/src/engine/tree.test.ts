import { expect, test } from "vitest";
import type { Module } from "./module";
import { NoEngine } from "./obstacles";
import { Tree, type Task } from "./tree";

const EDGE = { code: 7, visits: 0, prior: -1, next_edge: -1 } as Record<string, number>;
const MIB = 1 << 20;

/** A module with so much memory, in which one edge lies that nobody has tried. */
class Slate {
  readonly taken = 0;
  readonly planted: number[] = [];
  readonly manifest = {
    state: { players: { at: 0 } },
    rows: { NODE: { bytes: 16 }, EDGE: { bytes: 48 } },
    judgement: { mind: "", settings: {} },
    most_legal: 100,
  };
  constructor(private readonly memory: number) {}
  put(): void {}
  write(): void {}
  forget(): void {}
  reals = () => new Float64Array(4);
  read = (_: string, row: string, field: string) => (row === "NODE" ? 0 : EDGE[field]!);
  call(_: string, { node_count, edge_count }: { node_count: number; edge_count: number }): number {
    const size = 16 * node_count + 48 * edge_count;
    this.planted.push(size);
    if (size > this.memory) throw new NoEngine("memory", "no memory");
    return 0;
  }
}

const task = { world: Uint8Array.of(2), simulations: 50_000 } as Task;
const treeIn = (slate: Slate) => new Tree(slate as unknown as Module, task);

test("where not even a first look was had nothing is said", () => {
  const [tried] = treeIn(new Slate(64 * MIB)).found().tried;
  expect(tried).toEqual({ code: 7, visits: 0, utility: 0, chance: 0, points: 0 });
});

test("where memory is refused a tree is smaller", () => {
  const slate = new Slate(10 * MIB);
  treeIn(slate);
  expect(slate.planted.map((size) => Math.round(size / MIB))).toEqual([32, 16, 8]);
});

test("where too much is refused there is no engine", () => {
  expect(() => treeIn(new Slate(MIB))).toThrow(expect.objectContaining({ obstacle: "memory" }));
});
