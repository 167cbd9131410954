/** One search tree in the memory of a module: what a single worker tries. */
import type { Module } from "./module";
import { NoEngine } from "./obstacles";
import { unpacked } from "./packing";
import type { Fields } from "./schema";

/** A tree has no more than this: where it is full, it is walked but grows no more. */
const MEMORY = 32 << 20; // bytes of a worker, at most;
const LEAST = 2 << 20; // where so few are refused, too, nothing can be thought
const NONE = -1;

/** What is to be thought about: a state in which a seat's secrets have been drawn anew. */
export interface Task {
  parts: Uint8Array;
  world: Uint8Array;
  seat: number;
  seed: bigint;
  simulations: number;
  /** After so many of thinking it ends, if there were enough simulations; nothing: never. */
  milliseconds: number | null;
  /** With fewer it does not end, since they say nothing. */
  enough: number;
  /** So often every action is tried at least. */
  tries: number;
}

/** What was tried at the root: sums over all visits. */
export interface Tried {
  code: number;
  visits: number;
  utility: number;
  chance: number;
  points: number;
}

/** What a tree has found so far. */
export interface Grown {
  tried: Tried[];
  /** Sums of everybody's chances, and of their points. */
  totals: { chance: number; points: number }[];
  simulations: number;
}

export class Tree {
  private room = { node_count: 0, edge_count: 0 };
  private readonly root: number;
  private readonly players: number;
  simulations = 0;

  constructor(
    private readonly module: Module,
    private readonly task: Task,
  ) {
    const { manifest } = module;
    module.put("parts", task.parts);
    module.put("start", task.world);
    this.judge();
    module.forget("nodes", "edges");
    this.root = this.planted(MEMORY);
    this.players = task.world[manifest.state.players!.at]!;
    module.reals("totals").fill(0);
  }

  /** Lay out by what is judged: as the game itself says. */
  private judge(): void {
    const { mind, settings } = this.module.manifest.judgement;
    this.module.put("mind", unpacked(mind));
    for (const [name, value] of Object.entries({ ...settings, tries: this.task.tries }))
      this.module.write("settings", "SETTINGS", name as Fields["SETTINGS"], value);
  }

  /** The root of a new tree: where memory is refused, in half of it. */
  private planted(memory: number): number {
    this.room = this.roomIn(memory);
    try {
      return this.module.call("plant", { ...this.room, searcher: this.task.seat });
    } catch (error) {
      const isRefused = error instanceof NoEngine && error.obstacle === "memory";
      if (!isRefused || memory / 2 < LEAST) throw error;
      this.module.forget("nodes", "edges");
      return this.planted(memory / 2);
    }
  }

  /** As many nodes as simulations, and as many edges as they can have or there is memory for. */
  private roomIn(memory: number): typeof this.room {
    const { rows, most_legal } = this.module.manifest;
    const left = memory - this.module.taken - 2 * rows.EDGE!.bytes;
    const nodes = Math.min(this.task.simulations + 2, Math.floor(left / 2 / rows.NODE!.bytes));
    const edges = Math.floor((left - nodes * rows.NODE!.bytes) / rows.EDGE!.bytes);
    return { node_count: nodes, edge_count: Math.min(edges, nodes * most_legal) };
  }

  /** Run so many simulations more: in slices of any size they are the same. */
  grow(count: number): void {
    const [first, last] = [this.simulations, this.simulations + count];
    const { seat: searcher, seed } = this.task;
    this.module.call("grow", { ...this.room, searcher, first, last, seed, root: this.root });
    this.simulations = last;
  }

  found(): Grown {
    const totals = this.module.reals("totals");
    return {
      tried: [...this.tried()],
      totals: Array.from({ length: this.players }, (_, seat) => ({
        chance: totals[2 * seat]!,
        points: totals[2 * seat + 1]!,
      })),
      simulations: this.simulations,
    };
  }

  private *tried(): Iterable<Tried> {
    let edge = this.module.read("nodes", "NODE", "first_edge", this.root);
    while (edge !== NONE) {
      const at = edge;
      const field = (name: Fields["EDGE"]) => this.module.read("edges", "EDGE", name, at);
      const [code, visits] = [field("code"), field("visits")];
      // Of what was never tried nothing but the first look is known, if there was one.
      const look = Math.max(field("prior"), 0);
      yield visits
        ? {
            code,
            visits,
            utility: field("utility"),
            chance: field("chance"),
            points: field("points"),
          }
        : { code, visits, utility: look, chance: look, points: 0 };
      edge = field("next_edge");
    }
  }
}
