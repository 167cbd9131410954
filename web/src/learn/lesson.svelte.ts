/** A chapter that somebody learns: which card lies there, what was decided, what is said of it. */
import { ask, type Chapter, type GamePage, type Seat, type Tried } from "../lib/api";
import type { Peek } from "../lib/api";
import type { GameModule, Thing } from "../games/contract";
import { toast } from "../lib/announce.svelte";
import { onPaper } from "../lib/seating";
import { toldAs } from "../lib/trouble";
import { say } from "../lib/words.svelte";
import { Desk } from "../table/desk.svelte";
import { pass } from "./progress";

export const CARDS = ["told", "free", "exercise"] as const;
export type CardName = (typeof CARDS)[number];

const ENOUGH = 2; // wrong lines after which the hint opens

export class Lesson {
  card = $state<CardName>("told");
  /** Where the line has led so far. */
  found = $state.raw<Tried | null>(null);
  isHinted = $state(false);
  isBusy = $state(false);
  readonly desk: Desk;

  private misses = 0;
  private decisions = $state.raw<string[]>([]);

  constructor(
    readonly chapter: Chapter,
    facts: GamePage,
    module: GameModule,
  ) {
    this.desk = new Desk(facts.name, facts, module, {
      play: (action) => this.go([...this.decisions, action.text]),
      undo: () => this.go(this.decisions.slice(0, -1)),
      peek: (action, then) => this.foresee([action.text, ...then]),
      why: (notation) => void this.explain(notation),
    });
    this.desk.seat = chapter.seat;
    this.desk.seats = Array.from({ length: chapter.players }, (_, seat) => this.person(seat));
  }

  get answer() {
    return this.found?.answer ?? null;
  }

  /** Whether the exercise is solved: nothing is left to do here. */
  get isSolved(): boolean {
    return this.card === "exercise" && this.answer?.right === true;
  }

  /** Who is to decide; nobody where something is told, or answered. */
  get toAct(): number[] {
    return this.card === "told" || this.answer ? [] : (this.found?.to_act ?? []);
  }

  get canUndo(): boolean {
    return this.decisions.length > 0 && !this.answer;
  }

  /** What was decided, in notation. */
  get line(): string {
    return this.decisions.join(", ");
  }

  /** What is pointed at on the board. */
  get lit(): readonly Thing[] {
    if (this.card === "told") return this.chapter.light;
    return this.isHinted && !this.answer ? this.chapter.hinted : [];
  }

  /** Lay another card, with the board as it is at its beginning. */
  async open(card: CardName): Promise<void> {
    this.card = card;
    this.isHinted = false;
    this.misses = 0;
    await this.go([]);
  }

  /** Take the whole line back. */
  again(): Promise<void> {
    return this.go([]);
  }

  private address(more = ""): string {
    const { game } = this.desk;
    return `/api/games/${game}/lessons/${encodeURIComponent(this.chapter.name)}${more}`;
  }

  /** Play these decisions; where the server cannot be reached, all stays as it was. */
  private async go(decisions: string[]): Promise<void> {
    const { card } = this;
    this.isBusy = this.desk.isBusy = true;
    try {
      const found = await ask<Tried>(this.address(), { card, decisions });
      if (card === this.card) this.show(found, decisions);
    } catch (trouble) {
      toast(toldAs(trouble));
    }
    this.isBusy = this.desk.isBusy = false;
  }

  private show(found: Tried, decisions: string[]): void {
    const isUndone = decisions.length < this.decisions.length;
    this.decisions = decisions;
    this.found = found;
    const last = found.told.at(-1);
    this.desk.scores = found.scores;
    this.desk.isBusy = false;
    this.desk.show(
      found.view,
      this.card === "told" ? [] : found.actions,
      last && !isUndone ? { version: found.told.length, kind: "played", at: 0, ...last } : null,
    );
    if (this.card === "exercise" && found.answer) this.judge(found.answer.right);
  }

  private judge(isRight: boolean): void {
    if (isRight) pass(this.desk.game, this.chapter.name);
    else if ((this.misses += 1) >= ENOUGH) this.isHinted = true;
  }

  private foresee(then: string[]): Promise<Peek> {
    const { card, decisions } = this;
    return ask<Peek>(this.address("/preview"), { card, decisions, then });
  }

  /** Why something cannot be done here. */
  private async explain(notation: string): Promise<void> {
    const found = await this.foresee([notation]).catch(() => null);
    if (found?.rule && found.reason) toast(found.reason);
  }

  private person(seat: number): Seat {
    const isMine = seat === this.chapter.seat;
    const name = say(isMine ? "my_colony" : "neighbour");
    const isClear = isMine || this.chapter.players === 2;
    return onPaper(isClear ? name : `${name} ${seat + 1}`, isMine);
  }
}
