import type { View } from "../lib/api";
import { prefs } from "../lib/prefs.svelte";
import { isPlain } from "../games";
import type { Desk } from "../table/desk.svelte";
import { hasHung } from "./guest";
import { tableOf } from "./model";
import { sayer, type Say } from "./naming";

/** What the general board keeps between two states of a game. */
export class Plan {
  /** Whether the game is drawn here; else by the board that it has brought. */
  isPlain = $state(false);
  /** What is wrong with that board. */
  fault = $state("");
  /** The words for what a view tells. */
  readonly say: Say;
  /** What is shown, in order. */
  readonly table = $derived.by(() =>
    tableOf(
      this.desk.shown,
      this.since,
      this.desk.seats.length || 1,
      this.desk.facts.facts.by_seat ?? [],
    ),
  );
  /** The state before the one that is shown, to mark what has changed. */
  private before = $state.raw<View | null>(null);
  private now: View | null = null;

  constructor(private readonly desk: Desk) {
    const usual: Record<string, string> = desk.module.words[prefs.language];
    this.say = sayer(desk.facts.phrases, (word) => usual[`field.${word}`]);
    const { board } = desk.facts;
    this.isPlain = !board || isPlain();
    if (board && !this.isPlain && hasHung(board)) this.give(desk.say("hung"));
  }

  /** Another state is shown. */
  renew(): void {
    if (this.desk.view === this.now) return;
    this.before = this.now?.game ? this.now : null;
    this.now = this.desk.view;
  }

  /** The board that the game has brought cannot go on. */
  give(fault: string): void {
    this.fault = fault;
    this.isPlain = true;
  }

  /** What has changed, it has since this: with a step that waits, since what there is now. */
  private get since(): View | null {
    return this.desk.shown === this.desk.view ? this.before : this.desk.view;
  }
}
