/**
 * What a board draws and what can be done with it: at a table, in a replay and in a lesson alike.
 */
import { getContext, setContext, untrack } from "svelte";
import type { Action, GamePage, Line, Peek, Seat, View } from "../lib/api";
import type { GameModule } from "../games/contract";
import { prefs, tremble } from "../lib/prefs.svelte";
import { nameOf } from "../lib/naming";
import { filled } from "../lib/words.svelte";
import { Errand } from "./errand.svelte";
import { Gaze } from "./gaze.svelte";
import { withNames } from "./signs";

/** Who carries out what is done at a desk. */
export interface Hands {
  play(action: Action): Promise<void>;
  undo?(): Promise<void>;
  /** What an action would lead to, and others after it. */
  peek?(action: Action, then: string[]): Promise<Peek>;
  why?(notation: string): void;
  /** Where the house draws what is shown, with so many letters in a line. */
  drawing?(columns: number): string;
}

/** A step that looks good, with the chance to win with it and the points to expect. */
export interface Advice {
  code: number;
  words: string;
  chance: number;
  /** Expected at the end; missing where only the chance is known. */
  points?: number;
  /** Why, in words; missing until they have come. */
  reasons?: string[];
  /** Things on the board that they are about. */
  lights?: string[];
}

/** More about a step than its action. */
export interface Manner {
  /** Notations of what follows it at once. */
  then?: string[];
  /** What all of it is, in words. */
  words?: string;
  /** It waits for a second word in any case. */
  waits?: boolean;
}

const NOTHING: Hands = { play: async () => {} };
const DOUBLE_CLICK = 500; // milliseconds
const SECOND_TAP = 250; // milliseconds after which another one says yes
const [PICK, TICK] = [10, 20]; // milliseconds for which a phone trembles
export const GRACE = 3000; // milliseconds in which a step can be called back

const isSameChoice = (some: Action[], others: Action[]) =>
  some.length === others.length && some.every(({ code }, number) => code === others[number]!.code);

const isSameManner = (one: Manner, other: Manner) =>
  (one.then ?? []).join("\n") === (other.then ?? []).join("\n");

export class Desk {
  /** What is drawn now: the newest position, an earlier one, or what a step would lead to. */
  view = $state.raw<View>({});
  seat = $state<number | null>(null);
  seats = $state.raw<Seat[]>([]);
  /** Whether a step is on its way to the table: nothing can be decided until it has come. */
  isBusy = $state(false);
  /** Whether no step can ever be taken back here: each waits for its confirmation. */
  isFinal = false;
  /** The step that led to what is drawn, to be pointed out. */
  last = $state.raw<Line | null>(null);
  /**
   * What can be decided. While a step is on its way it stays
   * as it is: to draw everything twice would cost frames.
   */
  actions = $state.raw<Action[]>([]);
  /** A step that waits for its confirmation. */
  chosen = $state.raw<Action | null>(null);
  /** What it is in words, with all that follows it. */
  chosenWords = $state("");
  /** What it leads to, as far as that can be known. */
  foreseen = $state.raw<Peek | null>(null);
  /** A step that somebody points at, on the board or in the list. */
  hovered = $state.raw<Action | null>(null);
  /** What a friend who was asked thinks good, the best first. */
  advice = $state.raw<Advice[]>([]);
  /** The seat whose things are shown large; null: one's own, or whose turn it is. */
  looked = $state<number | null>(null);
  /** Points of each seat as they stand, where everybody may know them. */
  scores = $state.raw<number[] | null>(null);
  /** Whether they are being counted at the end: until then nothing else tells them. */
  isCounting = $state(false);

  /** What somebody is about to do between two decisions, as the game's board keeps it. */
  readonly plan: unknown;
  /** Where a small screen looks while steps are shown. */
  readonly gaze = new Gaze();
  /** Steps that are taken together. */
  readonly errand: Errand;

  /** What can be decided, as it was told: seats have numbers in it. */
  private given: Action[] = [];
  private manner = $state.raw<Manner>({});
  private isDeciding = false;
  private decidedAt = -Infinity;
  private chosenAt = -Infinity;
  private ghost = $state.raw<View | null>(null);
  private sending: ReturnType<typeof setTimeout> | undefined;
  private readonly peeks = new Map<string, Promise<Peek | null>>();
  /** How many steps each thing took that I did in this turn: they are taken back together. */
  private acts: number[] = [];

  constructor(
    readonly game: string,
    readonly facts: GamePage,
    readonly module: GameModule,
    private readonly hands: Hands = NOTHING,
  ) {
    this.errand = new Errand(this, (action) => this.play(action));
    this.plan = module.plan(this);
  }

  /** The position to draw: with a chosen step, the one that it leads to. */
  get shown(): View {
    return this.ghost ?? this.view;
  }

  /** The seat whose things are shown large. */
  get looking(): number {
    return this.looked ?? this.seat ?? this.toAct[0] ?? 0;
  }

  /** Who must decide, where the view says so: it need not. */
  get toAct(): number[] {
    return Array.isArray(this.view.to_act) ? this.view.to_act : [];
  }

  /** A phrase of the game's own. */
  say(key: string, values: Record<string, string | number> = {}): string {
    const phrase = this.module.words[prefs.language][key] ?? this.module.words.en[key];
    if (phrase === undefined) throw new Error(`${this.game} has no words for ${key}`);
    return filled(phrase, values);
  }

  /** What a seat is called. */
  called(seat: number): string {
    return nameOf(this.seats, seat);
  }

  /** A sentence of the game's own, in which seats have the names of those who sit there. */
  named(words: string): string {
    return withNames(words, this.facts.phrases, (seat) => this.called(seat));
  }

  /** Another position, and what can be decided in it. */
  show(view: View, given: Action[], last: Line | null): void {
    const before = untrack(() => ({
      view: this.view,
      actions: this.actions,
      last: this.last,
      chosen: this.chosen,
      manner: this.manner,
      seat: this.seat,
    }));
    if (view === before.view && given === this.given && last === before.last) return;
    const actions =
      given === this.given
        ? before.actions
        : given.map((action) => ({ ...action, words: untrack(() => this.named(action.words)) }));
    this.view = view;
    this.given = given;
    this.actions = actions;
    this.last = last;
    this.hovered = null;
    this.advice = [];
    this.drop();
    this.peeks.clear();
    if (last?.seat !== before.seat && last?.kind === "played") this.acts = [];
    this.module.renew(this, this.plan);
    // Where all decide at once, the others do not disturb a step that waits for its confirmation.
    const waiting =
      last?.seat !== before.seat && isSameChoice(before.actions, actions)
        ? actions.find(({ code }) => code === before.chosen?.code)
        : undefined;
    untrack(() => {
      if (waiting) void this.mustWait(waiting, before.manner);
      else if (this.errand.rest.length) void this.errand.next();
      else void this.takeOnly();
    });
  }

  /** The action of that notation, if it can be decided now. */
  find(text: string): Action | undefined {
    return this.actions.find((action) => action.text === text);
  }

  /** The actions that a test of their notations lets through. */
  which(test: (text: string) => boolean): Action[] {
    return this.actions.filter((action) => test(action.text));
  }

  /** The place of one of these among the hints that were asked for; 0: none has one. */
  rankOf(actions: Action[]): number {
    if (this.chosen) return 0;
    return this.advice.findIndex(({ code }) => actions.some((one) => one.code === code)) + 1;
  }

  /** What an action would lead to, and others after it; null where nobody can know. */
  peek(action: Action, ...then: string[]): Promise<Peek | null> {
    if (!this.hands.peek) return Promise.resolve(null);
    const name = [action.code, ...then].join(" ");
    const known = this.peeks.get(name) ?? this.hands.peek(action, then).catch(() => null);
    this.peeks.set(name, known);
    return known;
  }

  /** Take a step. Where it ends the turn or cannot be taken back, it is shown first and waits. */
  async choose(action: Action, manner: Manner = {}): Promise<void> {
    if (this.isDeciding || this.isBusy) return; // a click too many
    const isSame = this.chosen?.code === action.code && isSameManner(this.manner, manner);
    if (isSame && performance.now() - this.chosenAt < SECOND_TAP) return;
    await this.decide(action, manner, isSame);
  }

  /** What follows the step that waits for its confirmation. */
  get chosenThen(): string[] {
    return this.manner.then ?? [];
  }

  /** Whether this step waits for its confirmation, with the same to follow. */
  isChosen(action: Action, then: string[] = []): boolean {
    return this.chosen === action && isSameManner(this.manner, { then });
  }

  /** Yes, that step. */
  async confirm(): Promise<void> {
    if (this.chosen && !this.isDeciding && !this.isBusy)
      await this.decide(this.chosen, this.manner, true);
  }

  /** No, not that step. */
  drop(): void {
    clearTimeout(this.sending);
    this.chosen = null;
    this.ghost = null;
    this.foreseen = null;
    this.chosenWords = "";
    this.manner = {};
  }

  /** Take back what was done last, with all that it brought along by itself. */
  async undo(): Promise<void> {
    this.errand.rest = [];
    for (let steps = this.acts.pop() ?? 1; steps > 0; steps -= 1) await this.hands.undo?.();
  }

  /** Why something cannot be done. The second click of a double one does not ask for that. */
  why(notation: string): void {
    if (performance.now() - this.decidedAt > DOUBLE_CLICK) this.hands.why?.(notation);
  }

  /** Whether the house can draw what is shown, */
  get canDraw(): boolean {
    return this.hands.drawing !== undefined;
  }

  /** and where it does so. */
  drawing(columns: number): string {
    return this.hands.drawing?.(columns) ?? "";
  }

  private async decide(action: Action, manner: Manner, isSure: boolean): Promise<void> {
    const { actions } = this;
    this.isDeciding = true;
    this.decidedAt = performance.now();
    tremble(isSure ? TICK : PICK);
    try {
      if (!isSure && (await this.mustWait(action, manner))) return;
      clearTimeout(this.sending);
      this.acts.push(0);
      await this.errand.begin(action, manner.then ?? []);
    } finally {
      this.isDeciding = false;
    }
    if (this.actions !== actions) void this.takeOnly(); // that came before the answer
  }

  private async play(action: Action): Promise<void> {
    const act = this.acts.length - 1;
    this.gaze.release();
    await this.hands.play(action);
    if (act in this.acts) this.acts[act]! += 1;
  }

  /** Whether a step is to be confirmed; then it is shown. */
  private async mustWait(action: Action, manner: Manner): Promise<boolean> {
    const { actions } = this;
    if (!manner.waits) {
      if (prefs.confirm === "never" || !this.hands.peek) return false;
      if (actions.length === 1 && !manner.then?.length) return false; // nothing else could be meant
    }
    const peek = await this.peek(action, ...(manner.then ?? []));
    if (this.actions !== actions) return true; // something else happened meanwhile
    const goesOn = peek?.view && peek.actions?.length;
    if (goesOn && !manner.waits && !this.isFinal) return false;
    this.chosen = action;
    this.chosenAt = performance.now();
    this.manner = manner;
    this.chosenWords = manner.words ?? action.words;
    this.foreseen = peek;
    this.ghost = peek?.view ?? null;
    clearTimeout(this.sending);
    if (prefs.confirm === "later" && !manner.waits)
      this.sending = setTimeout(() => void this.confirm(), GRACE);
    return true;
  }

  /**
   * A question with one answer is not asked, where it reveals nothing and the turn goes on.
   * After something was taken back it is: or nobody could take back what led to it.
   */
  private async takeOnly(): Promise<void> {
    const [action, other] = this.actions;
    const { actions, last } = this;
    if (!action || other || !this.hands.peek || this.seat === null || last?.kind !== "played")
      return;
    const peek = await this.peek(action);
    if (this.actions !== actions || !(peek?.view && peek.actions?.length)) return;
    if (this.isDeciding || this.isBusy || this.chosen) return;
    this.isDeciding = true;
    if (last.seat !== this.seat) this.acts.push(0);
    await this.play(action).finally(() => (this.isDeciding = false));
    if (this.actions !== actions) void this.takeOnly();
  }
}

const KEY = "desk";

/** What is drawn from now on is drawn at this desk. */
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
/** The desk at which something is drawn. */
export const deskHere = (): Desk | undefined => getContext<Desk | undefined>(KEY);
