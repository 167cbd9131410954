/** What somebody is about to do between two decisions, and what lies under the pointer. */
import type { Desk } from "../../table/desk.svelte";
import { Brood } from "./brood.svelte";
import { Laying } from "./laying.svelte";

export class Plan {
  readonly brood: Brood;
  readonly laying: Laying;
  /** Whether one of the objectives is to be chosen, after the tray has offered them. */
  isAiming = $state(false);
  /** What the pointer is on, in words; shown in the banner. */
  hint = $state("");

  constructor(desk: Desk) {
    this.brood = new Brood(desk);
    this.laying = new Laying(desk);
  }

  /** Another position: nothing of it holds any more. */
  clear(): void {
    this.laying.clear();
    this.isAiming = false;
    this.hint = "";
  }
}
