/** Several decisions after one click, and a word on what lies under the pointer. */
import type { Desk } from "../../table/desk.svelte";

/** What the pointer is on, in words; shown in the banner. */
export const hint = $state({ text: "" });

/** Steps that are taken one after the other, as long as each of them is legal: a walk of several hexes, nurses on a later track. */
export class Errand {
  private rest: string[] = [];

  constructor(private readonly desk: Desk) {}

  start(texts: string[]): void {
    this.rest = texts;
    this.next();
  }

  /** To be called whenever there are new actions. */
  next(): void {
    if (!this.rest.length || !this.desk.actions.length) return;
    const action = this.desk.find(this.rest[0]!);
    this.rest = action ? this.rest.slice(1) : [];
    if (action) void this.desk.choose(action);
  }
}
