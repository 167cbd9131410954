/**
 * What Python has found, found again by the code of a worker. `tests/wasm/test_page_engine.py`
 * writes the cases and runs this: `npm test` knows nothing of modules.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { Analyst, type Course, type Insight, type Notes } from "./analyst";
import { Engine } from "./engine";
import type { MakeWorker } from "./crew";
import { Rules } from "./rules";
import { inflated, unpacked } from "./packing";
import type { ToldChances } from "../lib/schema";
import { Module } from "./module";
import type { Manifest } from "./schema";
import { serve, type Scope } from "./thinking";
import { Tree } from "./tree";

interface Case {
  manifest: string;
  parts: string;
  rules: number;
  layout: string;
  telling: ToldChances;
  positions: {
    world: string;
    seat: number;
    seed: string;
    simulations: number;
    trees: number;
    verdicts: [code: number, visits: number, chance: number, points: number][];
    chances: number[];
    points: number[];
  }[];
  game: {
    steps: { state: string; seat: number; code: number }[];
    end: string;
    simulations: number;
    moments: {
      number: number;
      before: number[];
      after: number[];
      better: number;
      loss: number;
      good: number[];
      free: boolean;
    }[];
  };
}

/** A worker that is none: what it says comes a little later, as from a thread. */
const here: MakeWorker = () => {
  const worker = { onmessage: null, terminate() {} } as unknown as Worker;
  const scope: Scope = {
    onmessage: null,
    postMessage: (data) => queueMicrotask(() => worker.onmessage?.({ data } as MessageEvent)),
  };
  serve(scope);
  worker.postMessage = (data: unknown) =>
    queueMicrotask(() => scope.onmessage!({ data } as MessageEvent));
  return worker;
};

async function read({ manifest: file }: Case) {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const code = await WebAssembly.compile(readFileSync(join(dirname(file), manifest.file)));
  return { manifest, code };
}

async function opened(one: Case): Promise<Engine> {
  const { manifest, code } = await read(one);
  return Engine.of(manifest, code, 2, here);
}

const cases = JSON.parse(readFileSync(process.env.ENGINE_CASES!, "utf8")) as Record<string, Case>;

for (const [name, one] of Object.entries(cases)) {
  const rulesOf = async (engine: Engine): Promise<Rules> =>
    engine.rules({ ...one, parts: await inflated(one.parts) });

  test(`${name}: the same hints as in Python`, async () => {
    const engine = await opened(one);
    const rules = await rulesOf(engine);
    for (const { world, seat, seed, simulations, trees, ...told } of one.positions) {
      const question = { rules, world: unpacked(world), seat, seed: BigInt(seed) };
      const found = await engine.think(question, { simulations, milliseconds: null, trees });
      const exact = ([code, visits, , points]: number[]) => [code, visits, points];
      const mine = found.verdicts.map((v) => [v.code, v.visits, v.chance, v.points]);
      expect(mine.map(exact)).toEqual(told.verdicts.map(exact));
      mine.forEach((v, at) => expect(v[2]).toBeCloseTo(told.verdicts[at]![2], 12));
      found.chances.forEach((chance, at) => expect(chance).toBeCloseTo(told.chances[at]!, 12));
      expect(found.points).toEqual(told.points);
    }
  });

  test(`${name}: a tree takes 32 MB at most, however long it may grow`, async () => {
    const { manifest, code } = await read(one);
    const module = await Module.open(manifest, code);
    const { world, seat } = one.positions[0]!;
    const around = { parts: await inflated(one.parts), world: unpacked(world), seat, seed: 0n };
    for (const simulations of [50_000, 1e9]) {
      const tree = new Tree(module, {
        ...around,
        simulations,
        milliseconds: null,
        enough: 0,
        tries: 8,
      });
      tree.grow(50);
      expect(tree.found().simulations).toBe(50);
      expect(module.taken).toBeLessThanOrEqual(32 << 20);
    }
  });

  test(`${name}: states of other rules or another layout are not read`, async () => {
    const engine = await opened(one);
    const footing = { ...one, parts: await inflated(one.parts) };
    for (const other of [{ rules: one.rules + 1 }, { layout: "other" }])
      expect(() => engine.rules({ ...footing, ...other })).toThrow(
        expect.objectContaining({ obstacle: "version" }),
      );
  });

  test(`${name}: the same analysis as in Python`, async () => {
    const engine = await opened(one);
    const { steps, end, simulations, moments } = one.game;
    const decisions = steps.map(({ state, ...step }) => ({ ...step, state: unpacked(state) }));
    const course: Course = { rules: await rulesOf(engine), decisions, end: unpacked(end) };
    const shares: number[] = [];
    const pace = () => ({ simulations, milliseconds: null });
    const notes: Notes = { looks: {}, worths: {} };
    const analysed = (told = (_: number) => {}) =>
      new Analyst(engine, course, undefined, notes).insights([pace, pace], told);
    const found = await analysed((share) => shares.push(share));
    expect(shares.at(-1)).toBe(1);
    const exact = ({ number, better, good, free }: (typeof moments)[number] | Insight) => ({
      ...{ number, better, good, free },
    });
    expect(found.map(exact)).toEqual(moments.map(exact));
    const looked = vi.spyOn(engine, "think");
    expect(await analysed()).toEqual(found); // all of it was noted
    expect(looked).not.toHaveBeenCalled();
    found.forEach(({ before, after, loss }, at) => {
      const told = moments[at]!;
      expect(loss).toBeCloseTo(told.loss, 9);
      [...before, ...after].forEach((chance, seat) =>
        expect(chance).toBeCloseTo([...told.before, ...told.after][seat]!, 9),
      );
    });
  });
}
