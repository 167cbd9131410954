/** What others did, shown step by step: as it comes, or once more since one's last turn. */
import { ask, type Line, type Step, type View } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import { mayMove } from "../lib/prefs.svelte";
import { pauseFor } from "./pace";

const MOST = 60; // steps that the server tells at once

export interface Frame {
  view: View;
  line: Line;
}

export class Playback {
  /** The step that is shown; null: the position as it stands. */
  frame = $state.raw<Frame | null>(null);
  private frames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The last version that was shown or waits to be shown, and to whom. */
  private known: { seat: number | null; version: number } | null = null;
  /** Steps wait for those before them, which may still be on their way. */
  private coming: Promise<void> = Promise.resolve();
  private round = 0;

  constructor(private readonly live: Live) {}

  /** Hear what is new at the table: what others did waits until it can be seen. */
  follow(): void {
    const { table, log } = this.live;
    if (!table) return;
    const before = this.known;
    const newest = log.at(-1)?.version ?? 0;
    this.known = { seat: table.seat, version: newest };
    if (before?.seat !== table.seat || before.version > newest) return this.stop();
    const fresh = log.filter((line) => line.version > before.version && line.code !== undefined);
    if (!fresh.length || !mayMove()) return;
    if (fresh.every((line) => line.seat === table.seat)) this.stop();
    else if (fresh.length === 1) this.add(async () => [{ view: table.view!, line: fresh[0]! }]);
    else this.add(() => this.told(before.version, newest));
  }

  /** Show once more what happened after a version. */
  since(version: number): void {
    const newest = this.known?.version ?? version; // what comes later is shown as it comes
    this.stop();
    this.add(() => this.told(version, newest));
  }

  /** Enough: show the position as it stands. */
  stop(): void {
    clearTimeout(this.timer);
    this.frames = [];
    this.frame = null;
    this.round += 1;
  }

  private add(found: () => Promise<Frame[]>): void {
    const round = this.round;
    this.coming = this.coming.then(found).then((frames) => {
      if (round !== this.round) return; // stopped meanwhile
      this.frames.push(...frames);
      if (!this.frame) this.next();
    });
  }

  private async told(since: number, until: number): Promise<Frame[]> {
    const table = this.live.table!;
    const seat = table.seat === null ? "" : `&seat=${table.seat}`;
    const steps = `since=${since}&until=${Math.min(until, since + MOST)}${seat}`;
    const found = await ask<{ steps: Step[] }>(
      `/api/tables/${encodeURIComponent(table.id)}/history?${steps}`,
    ).catch(() => ({ steps: [] }));
    return found.steps.filter((step) => step.words).map(({ view, ...line }) => ({ view, line }));
  }

  private next(): void {
    clearTimeout(this.timer);
    this.frame = this.frames.shift() ?? null;
    if (this.frame) this.timer = setTimeout(() => this.next(), pauseFor(this.frames.length));
  }
}
