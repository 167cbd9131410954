/**
 * What a board draws and what can be done with it: at a table, in a replay and in a lesson alike.
 */
import { untrack } from "svelte";
import type { Action, GamePage, Line, Peek, Seat, View } from "../lib/api";
import type { GameModule } from "../games/contract";
import { prefs } from "../lib/prefs.svelte";
import { filled } from "../lib/words.svelte";

/** Who carries out what is done at a desk. */
export interface Hands {
  play(action: Action): Promise<void>;
  peek?(action: Action, then?: string): Promise<Peek>;
  why?(notation: string): void;
}

const NOTHING: Hands = { play: async () => {} };
const DOUBLE_CLICK = 500; // milliseconds

const isSameChoice = (some: Action[], others: Action[]) =>
  some.length === others.length && some.every(({ code }, number) => code === others[number]!.code);

export class Desk {
  /** What is drawn now: the newest position, an earlier one, or what a step would lead to. */
  view = $state.raw<View>({});
  seat = $state<number | null>(null);
  seats = $state.raw<Seat[]>([]);
  /** Whether a step is on its way to the table: nothing can be decided until it has come. */
  isBusy = $state(false);
  /** The step that led to what is drawn, to be pointed out. */
  last = $state.raw<Line | null>(null);
  /**
   * What can be decided. While a step is on its way it stays
   * as it is: to draw everything twice would cost frames.
   */
  actions = $state.raw<Action[]>([]);
  /** A step that waits for its confirmation. */
  chosen = $state.raw<Action | null>(null);
  /** A step that somebody points at, on the board or in the list. */
  hovered = $state.raw<Action | null>(null);
  /** The seat whose things are shown large; null: one's own, or whose turn it is. */
  looked = $state<number | null>(null);
  /** Points of each seat as they stand, where everybody may know them. */
  scores = $state.raw<number[] | null>(null);

  private isDeciding = false;
  private decidedAt = -Infinity;
  private ghost = $state.raw<View | null>(null);
  private readonly peeks = new Map<string, Promise<Peek | null>>();

  constructor(
    readonly game: string,
    readonly facts: GamePage,
    readonly module: GameModule,
    private readonly hands: Hands = NOTHING,
  ) {}

  /** The position to draw: with a chosen step, the one that it leads to. */
  get shown(): View {
    return this.ghost ?? this.view;
  }

  /** The seat whose things are shown large. */
  get looking(): number {
    return this.looked ?? this.seat ?? (this.view.to_act as number[] | undefined)?.[0] ?? 0;
  }

  /** A phrase of the game's own. */
  say(key: string, values: Record<string, string | number> = {}): string {
    const phrase = this.module.words[prefs.language][key] ?? this.module.words.en[key];
    if (phrase === undefined) throw new Error(`${this.game} has no words for ${key}`);
    return filled(phrase, values);
  }

  /** Another position, and what can be decided in it. */
  show(view: View, actions: Action[], last: Line | null): void {
    const before = untrack(() => ({
      view: this.view,
      actions: this.actions,
      last: this.last,
      chosen: this.chosen,
      seat: this.seat,
    }));
    if (view === before.view && actions === before.actions && last === before.last) return;
    this.view = view;
    this.actions = actions;
    this.last = last;
    this.hovered = null;
    this.drop();
    this.peeks.clear();
    // Where all decide at once, the others do not disturb a step that waits for its confirmation.
    const waiting =
      last?.seat !== before.seat && isSameChoice(before.actions, actions)
        ? actions.find(({ code }) => code === before.chosen?.code)
        : undefined;
    if (waiting) untrack(() => void this.mustWait(waiting));
  }

  /** The action of that notation, if it can be decided now. */
  find(text: string): Action | undefined {
    return this.actions.find((action) => action.text === text);
  }

  /** The actions that a test of their notations lets through. */
  which(test: (text: string) => boolean): Action[] {
    return this.actions.filter((action) => test(action.text));
  }

  /**
   * What an action would lead to, or an action and another
   * one after it; null where nobody can know.
   */
  peek(action: Action, then?: string): Promise<Peek | null> {
    if (!this.hands.peek) return Promise.resolve(null);
    const name = `${action.code} ${then ?? ""}`;
    const known = this.peeks.get(name) ?? this.hands.peek(action, then).catch(() => null);
    this.peeks.set(name, known);
    return known;
  }

  /** Take a step. Where it ends the turn or cannot be taken back, it is shown first and waits. */
  async choose(action: Action): Promise<void> {
    if (this.isDeciding || this.isBusy) return; // a click too many
    this.isDeciding = true;
    this.decidedAt = performance.now();
    try {
      if (this.chosen?.code === action.code || !(await this.mustWait(action)))
        await this.hands.play(action);
    } finally {
      this.isDeciding = false;
    }
  }

  /** Yes, that step. */
  async confirm(): Promise<void> {
    if (this.chosen) await this.choose(this.chosen);
  }

  /** No, not that step. */
  drop(): void {
    this.chosen = null;
    this.ghost = null;
  }

  /** Why something cannot be done. The second click of a double one does not ask for that. */
  why(notation: string): void {
    if (performance.now() - this.decidedAt > DOUBLE_CLICK) this.hands.why?.(notation);
  }

  /** Whether a step is to be confirmed; then it is shown. */
  private async mustWait(action: Action): Promise<boolean> {
    if (!prefs.confirm || !this.hands.peek) return false;
    const { actions } = this;
    const peek = await this.peek(action);
    if (this.actions !== actions) return true; // something else happened meanwhile
    if (this.seat !== null && peek?.view?.to_act?.includes(this.seat)) return false;
    this.chosen = action;
    this.ghost = peek?.view ?? null;
    return true;
  }
}
