/** What others did, shown step by step: as it comes, or once more since one's last turn. */
import { ask, type Line, type View } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import { mayMove } from "../lib/prefs.svelte";

const PAUSE = 700; // milliseconds for a step
const MOST = 60; // steps that the server tells at once

export interface Frame {
  view: View;
  line: Line;
}

interface Told extends Line {
  view: View;
}

export class Playback {
  /** The step that is shown; null: the position as it stands. */
  frame = $state.raw<Frame | null>(null);
  left = $state(0);
  private frames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: Live) {}

  /** Show what happened after a version, if things may move. */
  async since(version: number, isAsked = false): Promise<void> {
    const table = this.live.table;
    if (!table || (!mayMove() && !isAsked)) return;
    const seat = table.seat === null ? "" : `&seat=${table.seat}`;
    const found = await ask<{ steps: Told[] }>(
      `/api/tables/${encodeURIComponent(table.id)}/history?since=${version}&until=${version + MOST}${seat}`,
    ).catch(() => null);
    if (!found?.steps.length) return;
    this.frames = found.steps.map(({ view, ...line }) => ({ view, line }));
    this.next();
  }

  /** Enough: show the position as it stands. */
  stop(): void {
    clearTimeout(this.timer);
    this.frames = [];
    this.left = 0;
    this.frame = null;
  }

  private next(): void {
    clearTimeout(this.timer);
    this.frame = this.frames.shift() ?? null;
    this.left = this.frames.length;
    if (this.frame) this.timer = setTimeout(() => this.next(), PAUSE);
  }
}
