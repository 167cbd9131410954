/** A tile of the row that somebody has taken up, before it is decided where it goes. */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { shown } from "./view";

export class Lift {
  /** The tile that was taken up. */
  private taken = $state<number | null>(null);
  /** Whether an architect token is to pay for it. */
  private wantsToken = $state(false);

  constructor(private readonly desk: Desk) {}

  /** The tile that is taken up, as long as it can be taken. */
  readonly tile = $derived.by(() => (this.taken && this.takes(this.taken)[0] ? this.taken : null));

  /** What takes it. */
  readonly take = $derived.by(() => {
    const [first, second] = this.tile ? this.takes(this.tile) : [];
    return (this.wantsToken ? second : first) ?? first ?? null;
  });

  /** Whether both soldiers and a token could pay. */
  readonly hasChoice = $derived.by(() => this.tile !== null && this.takes(this.tile).length > 1);

  readonly byToken = $derived(Boolean(this.take?.text.endsWith("token")));

  lift(tile: number): void {
    this.taken = this.taken === tile ? null : tile;
    this.wantsToken = false;
    this.desk.drop();
  }

  pay(byToken: boolean): void {
    this.wantsToken = byToken;
    this.desk.drop();
  }

  clear(): void {
    this.taken = null;
  }

  /** What takes a tile of the row: for soldiers, for a token. */
  private takes(tile: number): Action[] {
    const place = shown(this.desk).row?.indexOf(tile) + 1;
    return place && this.desk.shown === this.desk.view
      ? this.desk.which((text) => text === `take ${place}` || text === `take ${place} token`)
      : [];
  }
}
