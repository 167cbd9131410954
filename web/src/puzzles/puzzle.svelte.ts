/** A puzzle that somebody tries to solve: how often it was missed, and what was shown of it. */
import { ask, type GamePage, type Puzzle, type Solution } from "../lib/api";
import type { GameModule } from "../games/contract";
import { toast } from "../lib/announce.svelte";
import { toldAs } from "../lib/trouble";
import { say } from "../lib/words.svelte";
import { ENOUGH } from "../learn/lesson.svelte";
import { Practice } from "../learn/practice.svelte";
import { keep } from "../learn/progress";

export class Solving extends Practice {
  /** What was shown of the solution: nothing, its first step, or all of it. */
  shown = $state<"nothing" | "step" | "all">("nothing");
  solution = $state.raw<Solution | null>(null);
  private misses = $state(0);

  constructor(
    readonly puzzle: Puzzle,
    facts: GamePage,
    module: GameModule,
  ) {
    super(facts, module, puzzle);
    void this.again();
  }

  get title(): string {
    return this.puzzle.title;
  }

  get home() {
    return { address: `/puzzles/${this.puzzle.game}`, name: say("all_puzzles") };
  }

  get isSolved(): boolean {
    return this.answer?.right === true;
  }

  /** Whether its first step may be shown: after some misses. */
  get mayStep(): boolean {
    return this.shown === "nothing" && this.misses >= ENOUGH;
  }

  /** Show the first step; the rest is still to be found. */
  async showStep(): Promise<void> {
    if (!(await this.look())) return;
    this.shown = "step";
    await this.again();
  }

  /** Show the whole solution, on the board as well. */
  async giveUp(): Promise<void> {
    if (!(await this.look())) return;
    this.shown = "all";
    await this.go(this.solution!.line.map(({ text }) => text));
  }

  protected get address(): string {
    return `/api/games/${this.puzzle.game}/puzzles/${this.puzzle.number}`;
  }

  protected judge(isRight: boolean): void {
    if (!isRight) this.misses += 1;
    else if (this.shown !== "all") keep("solved", this.puzzle.game, this.puzzle.mark);
  }

  /** Ask for the solution; whether it is there. */
  private async look(): Promise<boolean> {
    try {
      this.solution ??= await ask<Solution>(`${this.address}/solution`);
    } catch (trouble) {
      toast(toldAs(trouble));
    }
    return this.solution !== null;
  }
}
