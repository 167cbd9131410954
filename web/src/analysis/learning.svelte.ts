/** Learning from mistakes: one after the other, each from the position before it. */
import { pastOf } from "../lib/jobs";
import type { Board } from "./board.svelte";
import { markOf, type Moment } from "./marks";

/** What is said of a try: nothing yet, that it is being looked at, or what came of that. */
type Answer = "" | "looking" | "right" | "wrong" | "unknown" | "shown";

export class Learning {
  /** Which mistake. */
  at = $state(0);
  answer = $state<Answer>("");

  private looking = new AbortController();

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
    this.looking.abort();
    this.at = at;
    this.answer = "";
    this.board.moveBefore(this.mistake.number);
  }

  /** Somebody tries something: where the mistake was made, is it about as good as the best? */
  async judge(code: number): Promise<void> {
    const { board, mistake } = this;
    const isAsked = !board.twig && board.decided === mistake.number - 1;
    if (isAsked) this.answer = this.known(code);
    await board.try(code, false);
    if (isAsked && this.answer === "looking") await this.look(code);
  }

  /** What the analysis has to say of an action; of those that it hardly tried nothing. */
  private known(code: number): Answer {
    const { number, good } = this.mistake;
    if (good.includes(code)) return "right";
    return this.board.stepOf(number)?.code === code ? "wrong" : "looking";
  }

  /** Look at what comes of an action, and with the same care at what comes of the best. */
  private async look(code: number): Promise<void> {
    this.looking = new AbortController();
    const { signal } = this.looking;
    const { number, seat, better } = this.mistake;
    const { source } = this.board.origin;
    const worth = async (one: number): Promise<number> => {
      const past = await pastOf(source, this.board.facts);
      const line = { at: number - 1, moves: [{ seat, code: one }] };
      const thought = await past.prospects({ event: number, line }, () => {}, signal);
      return thought.chances[seat]!;
    };
    const answer = await Promise.all([worth(better!), worth(code)]).then(
      ([best, tried]) => (markOf(best - tried) ? "wrong" : "right"),
      () => "unknown" as const,
    );
    if (!signal.aborted) this.answer = answer;
  }

  /** Show the best that was found. */
  async show(): Promise<void> {
    this.ask();
    this.answer = "shown";
    await this.board.try(this.mistake.better!, false);
  }

  end(): void {
    this.looking.abort();
    this.board.learning = null;
    this.board.moveBefore(this.mistake.number);
  }
}
