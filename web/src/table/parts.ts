/** What a game in play is drawn from, with room for everything or on a small screen. */
import type { TableDocument } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import type { Counting } from "./counting.svelte";
import type { Desk } from "./desk.svelte";
import type { Theatre } from "./theatre.svelte";

export interface Parts {
  live: Live;
  table: TableDocument;
  desk: Desk;
  theatre: Theatre;
  isMine: boolean;
  /** Who decides, in a few words. */
  line: string;
  /** The end of the game, its points as they are counted, and then who won. */
  ended: TableDocument | null;
  count: Counting;
  ranks: number[] | null;
  /** Whether others moved since my last turn. */
  canReplay: boolean;
  onundo: () => void;
  onsince: () => void;
  rules: { rule: string | null } | null;
  board?: HTMLElement;
  now?: HTMLElement;
  [attribute: string]: unknown;
}
