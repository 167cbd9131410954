/** Several decisions after one click, and a word on what lies under the pointer. */
import type { Desk } from "../../table/desk.svelte";

/** What the pointer is on, in words; shown in the banner. */
export const hint = $state({ text: "" });

/**
 * Steps that are taken one after the other, as long as each of
 * them is legal: a walk of several hexes, nurses on a later track.
 */
export class Errand {
  private rest: string[] = [];
  private isUnderWay = false;

  constructor(private readonly desk: Desk) {}

  start(texts: string[]): void {
    this.rest = texts;
    void this.next();
  }

  /** To be called whenever there are new actions. */
  async next(): Promise<void> {
    const actions = this.desk.actions;
    if (this.isUnderWay || !this.rest.length || !actions.length) return;
    const action = this.desk.find(this.rest[0]!);
    this.rest = action ? this.rest.slice(1) : [];
    if (!action) return;
    this.isUnderWay = true;
    await this.desk.choose(action).finally(() => (this.isUnderWay = false));
    // The new actions may have come before the answer to the old one.
    if (this.desk.actions !== actions) await this.next();
  }
}
