/**
 * The workers that think on this device. Each does one task after the other; whoever
 * dies is replaced once, then nobody thinks here any more.
 */
import { NoEngine } from "./obstacles";
import type { Manifest } from "./schema";
import type { Order, Saying } from "./thinking";
import type { Grown, Task } from "./tree";

const SILENCE = 5000; // milliseconds; after two of these without a word a worker is dead
const IDLE = 60_000; // milliseconds until a worker goes whom nobody has asked anything

export type MakeWorker = () => Worker;

const usual: MakeWorker = () =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** How a task is followed. */
export interface Following {
  /** Hears what was found so far. */
  told?: (grown: Grown) => void;
  signal?: AbortSignal;
  /** Before all others who wait. */
  isUrgent?: boolean;
}

interface Errand {
  task: Task;
  told: ((grown: Grown) => void) | undefined;
  done: (grown: Grown) => void;
  fail: (reason: unknown) => void;
  /** Nobody wants it any more. */
  isDropped?: boolean;
}

/** One worker and what it is at. */
class Hand {
  readonly worker: Worker;
  errand: Errand | null = null;
  number = 0;
  private silences = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    make: MakeWorker,
    open: Order,
    private readonly free: (hand: Hand) => void,
    private readonly dead: (hand: Hand, reason: NoEngine) => void,
  ) {
    this.worker = make();
    this.worker.onmessage = ({ data }: MessageEvent<Saying>) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.dead(this, new NoEngine("lost", event.message || "a worker has died"));
    };
    this.send(open);
  }

  take(errand: Errand): void {
    this.errand = errand;
    this.number += 1;
    const { task, told } = errand;
    this.send({ kind: "think", number: this.number, task, tells: told !== undefined });
    this.listen();
  }

  /** Whoever asked wants to know no more. */
  stop(): void {
    this.send({ kind: "stop", number: this.number });
  }

  end(): void {
    clearTimeout(this.timer);
    this.worker.terminate();
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }

  private hear(said: Saying): void {
    this.silences = 0;
    if (said.kind === "open") return;
    if (said.kind === "failed") {
      this.dead(this, new NoEngine(said.obstacle, said.message));
    } else if (said.kind === "alive") {
      if (said.grown) this.errand?.told?.(said.grown);
    } else {
      clearTimeout(this.timer);
      const { errand } = this;
      this.errand = null;
      errand?.done(said.grown);
      this.free(this);
    }
  }

  /** A computer that was asleep has a second chance. */
  private listen(): void {
    clearTimeout(this.timer);
    this.silences = 0;
    const look = () => {
      this.silences += 1;
      if (this.silences > 2) this.dead(this, new NoEngine("lost", "a worker says nothing"));
      else this.timer = setTimeout(look, SILENCE);
    };
    this.timer = setTimeout(look, SILENCE);
  }
}

export class Crew {
  private readonly hands = new Set<Hand>();
  private readonly waiting: Errand[] = [];
  private spares = 1;
  private gone: NoEngine | null = null;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly manifest: Manifest,
    private readonly code: WebAssembly.Module,
    readonly size: number,
    private readonly make: MakeWorker = usual,
  ) {}

  /** Let somebody grow a tree, as soon as somebody is free. */
  grow(task: Task, { told, signal, isUrgent = false }: Following = {}): Promise<Grown> {
    return new Promise((done, fail) => {
      const errand: Errand = { task, told, done, fail };
      if (signal?.aborted) return fail(signal.reason);
      const drop = () => this.drop(errand, signal!.reason);
      signal?.addEventListener("abort", drop, { once: true });
      errand.done = (grown) => {
        signal?.removeEventListener("abort", drop); // which would keep the task
        done(grown);
      };
      if (isUrgent) this.waiting.unshift(errand);
      else this.waiting.push(errand);
      this.next();
    });
  }

  /** Begin to wake the first worker, before it is asked anything. */
  warm(): void {
    if (!this.hands.size && !this.gone) this.hire();
    this.next();
  }

  /** Say it if nobody thinks here any more. */
  check(): void {
    if (this.gone) throw this.gone;
  }

  private drop(errand: Errand, reason: unknown): void {
    const place = this.waiting.indexOf(errand);
    if (place >= 0) this.waiting.splice(place, 1);
    for (const hand of this.hands) if (hand.errand === errand) hand.stop();
    errand.told = undefined;
    errand.isDropped = true;
    errand.fail(reason);
  }

  private next(): void {
    clearTimeout(this.idle);
    while (this.waiting.length) {
      if (this.gone) return this.waiting.splice(0).forEach(({ fail }) => fail(this.gone));
      const hand = [...this.hands].find(({ errand }) => !errand) ?? this.hire();
      if (!hand) return;
      hand.take(this.waiting.shift()!);
    }
    this.idle = setTimeout(() => this.rest(), IDLE);
  }

  private hire(): Hand | null {
    if (this.hands.size >= this.size) return null;
    const open: Order = { kind: "open", manifest: this.manifest, code: this.code };
    try {
      const hand = new Hand(this.make, open, () => this.next(), this.bury);
      this.hands.add(hand);
      return hand;
    } catch (error) {
      this.gone = new NoEngine("blocked", String(error));
      this.next();
      return null;
    }
  }

  private bury = (hand: Hand, reason: NoEngine): void => {
    if (!this.hands.delete(hand)) return; // it has died before
    hand.end();
    if (hand.errand && !hand.errand.isDropped) this.waiting.unshift(hand.errand);
    if (this.spares > 0) this.spares -= 1;
    else this.gone = reason;
    this.next();
  };

  private rest(): void {
    for (const hand of this.hands)
      if (!hand.errand) {
        hand.end();
        this.hands.delete(hand);
      }
  }
}
