/**
 * What goes on in a worker: it thinks about one tree at a time, in slices, so that it hears when it
 * is to stop and can tell how far it is.
 */
import { Module } from "./module";
import { NoEngine, type Obstacle } from "./obstacles";
import type { Manifest } from "./schema";
import { Tree, type Grown, type Task } from "./tree";

/** What a worker is told. */
export type Order =
  | { kind: "open"; manifest: Manifest; code: WebAssembly.Module }
  | { kind: "think"; number: number; task: Task; tells: boolean }
  | { kind: "stop"; number: number };

/** What it says; `number` is the task's. */
export type Saying =
  | { kind: "open" }
  | { kind: "alive"; number: number; grown: Grown | null }
  | { kind: "done"; number: number; grown: Grown }
  | { kind: "failed"; number: number; obstacle: Obstacle; message: string };

const SLICE = 25; // milliseconds of simulations between two breaths
const FIRST = 16; // simulations in the first slice
const ASLEEP = 250; // milliseconds: whoever took longer for a slice did not think all the time
const TELLING = 100; // milliseconds between two times that it is told what was found

/** Think about a task; whatever was found when it ends, by itself or because it is to stop. */
export async function think(
  module: Module,
  task: Task,
  breathe: () => Promise<boolean>,
  told: (tree: Tree) => void = () => {},
): Promise<Grown> {
  let before = performance.now();
  let left = task.milliseconds ?? Infinity;
  const tree = new Tree(module, task);
  let size = FIRST;
  do {
    tree.grow(Math.max(1, Math.min(size, task.simulations - tree.simulations)));
    const now = performance.now();
    const taken = Math.min(now - before, ASLEEP);
    before = now;
    left -= taken;
    const pace = size / Math.max(taken, 0.1);
    size = Math.max(1, Math.min(4 * size, Math.floor(pace * Math.min(SLICE, Math.max(left, 1)))));
    told(tree);
  } while (!isDone(tree.simulations, left, task) && (await breathe()));
  return tree.found();
}

const isDone = (simulations: number, left: number, task: Task): boolean =>
  simulations >= task.simulations || (left <= 0 && simulations >= task.enough);

/** What a worker hears and speaks through. */
export interface Scope {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(saying: Saying): void;
}

/** Answer whatever is told to a worker. */
export function serve(scope: Scope): void {
  let module: Promise<Module> | null = null;
  let stopped = -1;
  const breath = new MessageChannel();
  const breathe = () =>
    new Promise<void>((go) => {
      breath.port1.onmessage = () => go();
      breath.port2.postMessage(null);
    });

  async function answer({ number, task, tells }: Order & { kind: "think" }): Promise<void> {
    let at = performance.now();
    const told = (tree: Tree) => {
      if (performance.now() - at < TELLING) return;
      at = performance.now();
      scope.postMessage({ kind: "alive", number, grown: tells ? tree.found() : null });
    };
    const goesOn = async () => {
      await breathe();
      return stopped < number;
    };
    const grown = await think(await module!, task, goesOn, told);
    scope.postMessage({ kind: "done", number, grown });
  }

  scope.onmessage = ({ data }) => {
    if (data.kind === "stop") {
      stopped = Math.max(stopped, data.number);
      return;
    }
    const number = data.kind === "think" ? data.number : 0;
    const failed = (error: unknown) => {
      const obstacle = error instanceof NoEngine ? error.obstacle : "lost";
      scope.postMessage({ kind: "failed", number, obstacle, message: String(error) });
    };
    if (data.kind === "think") void answer(data).catch(failed);
    else {
      module = Module.open(data.manifest, data.code);
      module.then(() => scope.postMessage({ kind: "open" }), failed);
    }
  };
}
