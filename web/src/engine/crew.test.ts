import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Crew } from "./crew";
import { NoEngine } from "./obstacles";
import type { Manifest } from "./schema";
import type { Order, Saying } from "./thinking";
import type { Grown, Task } from "./tree";

/** A worker that does nothing by itself. */
class Puppet {
  static all: Puppet[] = [];
  heard: Order[] = [];
  isEnded = false;
  onmessage: ((event: { data: Saying }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;

  constructor() {
    Puppet.all.push(this);
  }
  postMessage(order: Order): void {
    this.heard.push(order);
  }
  terminate(): void {
    this.isEnded = true;
  }
  /** The numbers of the tasks that it was given. */
  get seeds(): bigint[] {
    return this.heard.flatMap((order) => (order.kind === "think" ? [order.task.seed] : []));
  }
  say(kind: "alive" | "done", grown = found(1)): void {
    const number = this.heard.filter((order) => order.kind === "think").length;
    this.onmessage!({ data: { kind, number, grown } });
  }
  die(): void {
    this.onerror!({ message: "out of memory", preventDefault() {} });
  }
}

const found = (simulations: number): Grown => ({
  tried: [],
  totals: [],
  simulations,
});
const task = (seed: number) => ({ seed: BigInt(seed) }) as Task;
const make = () => new Puppet() as unknown as Worker;
const crewOf = (size: number) => new Crew({} as Manifest, {} as WebAssembly.Module, size, make);

beforeEach(() => {
  Puppet.all = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("tasks are shared among as many workers as there may be, the urgent ones first", async () => {
  const crew = crewOf(2);
  const grown = [1, 2, 3].map((seed) => crew.grow(task(seed)));
  const urgent = crew.grow(task(4), { isUrgent: true });
  const [one, two] = Puppet.all;
  expect(Puppet.all.map(({ seeds }) => seeds)).toEqual([[1n], [2n]]);
  one!.say("done", found(10));
  expect(one!.seeds).toEqual([1n, 4n]);
  one!.say("done", found(40));
  two!.say("done", found(20));
  [one, two].find(({ seeds } = one!) => seeds.includes(3n))!.say("done", found(30));
  expect((await Promise.all(grown)).map((each) => each.simulations)).toEqual([10, 20, 30]);
  expect((await urgent).simulations).toBe(40);
});

test("who follows a task hears what was found so far", async () => {
  const heard: number[] = [];
  const grown = crewOf(1).grow(task(1), { told: (so) => heard.push(so.simulations) });
  Puppet.all[0]!.say("alive", found(5));
  Puppet.all[0]!.say("done", found(9));
  await grown;
  expect(heard).toEqual([5]);
});

test("what nobody wants to know any more is stopped, and what waits never begins", async () => {
  const [crew, stop] = [crewOf(1), new AbortController()];
  const grown = [1, 2].map((seed) => crew.grow(task(seed), { signal: stop.signal }));
  const last = crew.grow(task(3));
  stop.abort();
  for (const one of grown) await expect(one).rejects.toThrow("abort");
  const [worker] = Puppet.all;
  expect(worker!.heard.at(-1)).toEqual({ kind: "stop", number: 1 });
  worker!.say("done");
  worker!.say("done", found(3));
  expect((await last).simulations).toBe(3);
  expect(worker!.seeds).toEqual([1n, 3n]);
});

test("a worker that dies is replaced once, and its task is not lost", async () => {
  const crew = crewOf(1);
  const first = crew.grow(task(1));
  crew.check();
  Puppet.all[0]!.die();
  expect(Puppet.all[0]!.isEnded).toBe(true);
  Puppet.all[1]!.say("done", found(7));
  expect((await first).simulations).toBe(7);
  const second = crew.grow(task(2));
  Puppet.all[1]!.die();
  await expect(second).rejects.toMatchObject({ obstacle: "lost" });
  await expect(crew.grow(task(3))).rejects.toBeInstanceOf(NoEngine);
  expect(() => crew.check()).toThrow(NoEngine);
  expect(Puppet.all).toHaveLength(2);
});

test("what nobody wants to know any more is not begun anew where its worker dies", async () => {
  const [crew, stop] = [crewOf(1), new AbortController()];
  const dropped = crew.grow(task(1), { signal: stop.signal });
  const wanted = crew.grow(task(2));
  stop.abort();
  await expect(dropped).rejects.toThrow("abort");
  Puppet.all[0]!.die();
  expect(Puppet.all[1]!.seeds).toEqual([2n]);
  Puppet.all[1]!.say("done", found(2));
  expect((await wanted).simulations).toBe(2);
});

test("a worker dies only once", async () => {
  const crew = crewOf(1);
  const grown = crew.grow(task(1));
  Puppet.all[0]!.die();
  Puppet.all[0]!.die();
  expect(Puppet.all.map(({ seeds }) => seeds)).toEqual([[1n], [1n]]);
  Puppet.all[1]!.say("done", found(1));
  expect((await grown).simulations).toBe(1);
  crew.check();
});

test("a worker that says nothing for long is dead", async () => {
  const grown = crewOf(1).grow(task(1));
  vi.advanceTimersByTime(9_000);
  Puppet.all[0]!.say("alive");
  vi.advanceTimersByTime(9_000);
  expect(Puppet.all).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  expect(Puppet.all).toHaveLength(2);
  Puppet.all[1]!.say("done", found(2));
  expect((await grown).simulations).toBe(2);
});

test("workers that nobody needs go, and others come when they are needed", () => {
  const crew = crewOf(1);
  void crew.grow(task(1));
  Puppet.all[0]!.say("done");
  vi.advanceTimersByTime(120_000);
  expect(Puppet.all[0]!.isEnded).toBe(true);
  void crew.grow(task(2));
  expect(Puppet.all[1]!.seeds).toEqual([2n]);
});

test("a worker that was woken and is asked nothing goes, too", () => {
  crewOf(1).warm();
  vi.advanceTimersByTime(120_000);
  expect(Puppet.all.map(({ isEnded }) => isEnded)).toEqual([true]);
});

test("where no worker can be made there is no engine", async () => {
  const refuse = () => {
    throw new Error("blocked");
  };
  const crew = new Crew({} as Manifest, {} as WebAssembly.Module, 1, refuse);
  await expect(crew.grow(task(1))).rejects.toMatchObject({ obstacle: "blocked" });
});
