/** The rules of a game at one component set, as plain functions over states of bytes. */
import type { ToldChances } from "../lib/schema";
import type { Module } from "./module";

export type State = Uint8Array;

export class Rules {
  constructor(
    private readonly module: Module,
    readonly parts: Uint8Array,
    readonly telling: ToldChances,
  ) {}

  players(state: State): number {
    return state[this.module.manifest.state.players!.at]!;
  }

  /** The seats that must decide; none when the game is over. */
  toAct(state: State): number[] {
    const mask = state[this.module.manifest.state.to_act!.at]!;
    return [0, 1, 2, 3, 4, 5, 6, 7].filter((seat) => (mask >> seat) & 1);
  }

  /** Grows when chance strikes or something hidden comes to light. */
  barrier(state: State): number {
    const { at } = this.module.manifest.state.barrier!;
    return new DataView(state.buffer, state.byteOffset).getInt32(at, true);
  }

  private lay(state: State): void {
    this.module.putOnce("parts", this.parts);
    this.module.put("state", state);
  }

  /** The codes of a seat's legal actions. */
  codes(state: State, seat: number): number[] {
    this.lay(state);
    return this.module.codes(this.module.call("legal", { seat }));
  }

  /** The state after a legal action. */
  played(state: State, seat: number, code: number): State {
    this.lay(state);
    this.module.call("apply", { seat, code });
    return this.module.bytes("state").slice();
  }

  /** The state with all drawn anew that a seat cannot know. */
  redetermined(state: State, seat: number, seed: bigint): State {
    this.lay(state);
    this.module.call("redetermine", { seat, seed });
    return this.module.bytes("state").slice();
  }

  /** Everybody's points, and their share of the victory, as if the game ended now. */
  ending(state: State): { points: number[]; shares: number[] } {
    this.lay(state);
    this.module.call("score", {});
    const numbers = [...this.module.wholes("standings")].map(Number);
    const seats = Array.from({ length: this.players(state) }, (_, seat) => seat);
    const points = seats.map((seat) => numbers[2 * seat]!);
    const isAhead = (one: number, other: number) =>
      points[one]! - points[other]! || numbers[2 * one + 1]! - numbers[2 * other + 1]!;
    const isFirst = seats.map((seat) => seats.every((other) => isAhead(other, seat) <= 0));
    const winners = isFirst.filter(Boolean).length;
    return { points, shares: isFirst.map((won) => (won ? 1 / winners : 0)) };
  }
}
