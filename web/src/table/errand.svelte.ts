/**
 * Several decisions that are one to whoever takes them: a walk of some hexes, a tile that is taken
 * and built in. They are shown and confirmed as a whole, and taken one after the other as long as
 * each of them is legal.
 */
import type { Action } from "../lib/api";
import type { Desk } from "./desk.svelte";

export class Errand {
  /** Notations that follow the step that waits for its tick, or was taken just now. */
  rest = $state.raw<string[]>([]);
  private isUnderWay = false;

  constructor(
    private readonly desk: Desk,
    private readonly play: (action: Action) => Promise<void>,
  ) {}

  /**
   * Decide several things. `words` say what they are together; `waits`: they
   * are only shown until somebody says yes, whatever comes of them.
   */
  async start(texts: string[], words?: string, waits = false): Promise<void> {
    const action = this.desk.find(texts[0] ?? "");
    if (action) await this.desk.choose(action, { then: texts.slice(1), words, waits });
  }

  /** The first step is taken. */
  async begin(action: Action, then: string[]): Promise<void> {
    this.rest = then;
    await this.take(action);
  }

  /** To be called whenever there are new actions. */
  async next(): Promise<void> {
    if (this.isUnderWay || !this.rest.length || !this.desk.actions.length) return;
    const action = this.desk.find(this.rest[0]!);
    this.rest = action ? this.rest.slice(1) : [];
    if (action) await this.take(action);
  }

  private async take(action: Action): Promise<void> {
    const { actions } = this.desk;
    this.isUnderWay = true;
    await this.play(action).finally(() => (this.isUnderWay = false));
    // The new actions may have come before the answer to the old one.
    if (this.desk.actions !== actions) await this.next();
  }
}
