/** Learning from mistakes: one after the other, each from the position before it. */
import type { Board } from "./board.svelte";
import { markOf, type Moment } from "./marks";

export class Learning {
  /** Which mistake. */
  at = $state(0);
  /** What was said of the last try; empty: nothing has been tried yet. */
  answer = $state<"" | "right" | "wrong" | "shown">("");

  private constructor(
    private readonly board: Board,
    readonly mistakes: Moment[],
  ) {}

  /** The mistakes of whoever looks; of everybody, where she did not play. */
  static of(board: Board): Moment[] {
    const mine = board.table.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
    return (board.moments ?? []).filter(
      ({ seat, loss }) => markOf(loss) && (!mine.length || mine.includes(seat)),
    );
  }

  static begin(board: Board): void {
    board.learning = new Learning(board, Learning.of(board));
    board.learning.ask(0);
  }

  get mistake(): Moment {
    return this.mistakes[this.at]!;
  }

  get isLast(): boolean {
    return this.at === this.mistakes.length - 1;
  }

  /** Lay the position before a mistake on the board. */
  ask(at = this.at): void {
    this.at = at;
    this.answer = "";
    this.board.moveBefore(this.mistake.number);
  }

  /** Somebody tries something: is it about as good as the best? */
  async judge(code: number): Promise<void> {
    const isFirst = !this.board.twig; // what follows it is not asked for
    if (isFirst) this.answer = this.mistake.good.includes(code) ? "right" : "wrong";
    await this.board.try(code, false);
  }

  /** Show the best that was found. */
  async show(): Promise<void> {
    this.board.moveBefore(this.mistake.number);
    this.answer = "shown";
    await this.board.try(this.mistake.better!, false);
  }

  end(): void {
    this.board.learning = null;
    this.board.moveBefore(this.mistake.number);
  }
}
