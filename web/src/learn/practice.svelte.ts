/** A line that somebody tries on a board: what was decided so far, and what is said of it. */
import { ask, type GamePage, type Peek, type Seat, type Tried } from "../lib/api";
import type { GameModule, Thing } from "../games/contract";
import { toast } from "../lib/announce.svelte";
import { onPaper } from "../lib/seating";
import { toldAs } from "../lib/trouble";
import { say } from "../lib/words.svelte";
import { Desk } from "../table/desk.svelte";

/** How many play, and where sits who tries it. */
export interface Setting {
  players: number;
  seat: number;
}

export abstract class Practice {
  /** Where the line has led so far. */
  found = $state.raw<Tried | null>(null);
  isBusy = $state(false);
  readonly desk: Desk;

  protected decisions = $state.raw<string[]>([]);
  private asked = 0;

  constructor(
    facts: GamePage,
    module: GameModule,
    readonly setting: Setting,
  ) {
    this.desk = new Desk(facts.name, facts, module, {
      play: (action) => this.go([...this.decisions, action.text]),
      undo: () => this.go(this.decisions.slice(0, -1)),
      peek: (action, then) => this.foresee([action.text, ...then]),
      why: (notation) => void this.explain(notation),
    });
    this.desk.seat = setting.seat;
    this.desk.seats = Array.from({ length: setting.players }, (_, seat) => this.person(seat));
  }

  abstract get title(): string;
  /** Where one goes back to, and what that is called. */
  abstract get home(): { address: string; name: string };
  /** Whether nothing is left to do here. */
  abstract get isSolved(): boolean;
  /** Where the server answers, and what it is told besides the line. */
  protected abstract get address(): string;
  protected get told(): object {
    return {};
  }

  /** Whether something is explained, and nothing can be done. */
  get isTold(): boolean {
    return false;
  }

  /** What is pointed at on the board. */
  get lit(): readonly Thing[] {
    return [];
  }

  get answer() {
    return this.found?.answer ?? null;
  }

  /** Who is to decide; nobody where something is told, or answered. */
  get toAct(): number[] {
    return this.isTold || this.answer ? [] : (this.found?.to_act ?? []);
  }

  get canUndo(): boolean {
    return this.decisions.length > 0 && !this.answer;
  }

  /** What was decided, in notation. */
  get line(): string {
    return this.decisions.join(", ");
  }

  /** Take the whole line back. */
  again(): Promise<void> {
    return this.go([]);
  }

  /**
   * Play these decisions, and begin something else with them; where the server cannot be reached,
   * all stays as it was.
   */
  protected async go(decisions: string[], told = this.told, begin = () => {}): Promise<void> {
    const asked = (this.asked += 1);
    this.isBusy = this.desk.isBusy = true;
    try {
      const found = await ask<Tried>(this.address, { ...told, decisions });
      if (asked === this.asked) {
        begin();
        this.show(found, decisions);
      }
    } catch (trouble) {
      toast(toldAs(trouble));
    }
    this.isBusy = this.desk.isBusy = false;
  }

  /** What an answer means for who tries. */
  protected abstract judge(isRight: boolean): void;

  private show(found: Tried, decisions: string[]): void {
    const isUndone = decisions.length < this.decisions.length;
    this.decisions = decisions;
    this.found = found;
    const last = found.told.at(-1);
    this.desk.scores = found.scores;
    this.desk.isBusy = false;
    this.desk.show(
      found.view,
      this.isTold ? [] : found.actions,
      last && !isUndone ? { version: found.told.length, kind: "played", at: 0, ...last } : null,
    );
    if (found.answer) this.judge(found.answer.right);
  }

  private foresee(then: string[]): Promise<Peek> {
    const { decisions, told } = this;
    return ask<Peek>(`${this.address}/preview`, { ...told, decisions, then });
  }

  /** Why something cannot be done here. */
  private async explain(notation: string): Promise<void> {
    const found = await this.foresee([notation]).catch(() => null);
    if (found?.rule && found.reason) toast(found.reason);
  }

  private person(seat: number): Seat {
    const isMine = seat === this.setting.seat;
    const name = say(isMine ? "my_colony" : "neighbour");
    const isClear = isMine || this.setting.players === 2;
    return onPaper(isClear ? name : `${name} ${seat + 1}`, isMine);
  }
}
