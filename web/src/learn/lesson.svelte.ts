/** A chapter that somebody learns: which card lies there, and when the hint opens. */
import type { Chapter, GamePage } from "../lib/api";
import type { GameModule, Thing } from "../games/contract";
import { say } from "../lib/words.svelte";
import { Practice } from "./practice.svelte";
import { keep } from "./progress";

export const CARDS = ["told", "free", "exercise"] as const;
export type CardName = (typeof CARDS)[number];

export const ENOUGH = 2; // wrong lines after which help is offered

export class Lesson extends Practice {
  card = $state<CardName>("told");
  isHinted = $state(false);

  private misses = 0;

  constructor(
    readonly chapter: Chapter,
    facts: GamePage,
    module: GameModule,
  ) {
    super(facts, module, chapter);
  }

  get title(): string {
    return this.chapter.title;
  }

  get home() {
    return { address: `/learn/${this.desk.game}`, name: say("end_lesson") };
  }

  /** Whether the exercise is solved. */
  get isSolved(): boolean {
    return this.card === "exercise" && this.answer?.right === true;
  }

  override get isTold(): boolean {
    return this.card === "told";
  }

  override get lit(): readonly Thing[] {
    if (this.isTold) return this.chapter.light;
    return this.isHinted && !this.answer ? this.chapter.hinted : [];
  }

  /** Lay another card, with the board as it is at its beginning. */
  async open(card: CardName): Promise<void> {
    await this.go([], { card }, () => {
      this.card = card;
      this.isHinted = false;
      this.misses = 0;
    });
  }

  protected get address(): string {
    return `/api/games/${this.desk.game}/lessons/${encodeURIComponent(this.chapter.name)}`;
  }

  protected override get told(): object {
    return { card: this.card };
  }

  protected judge(isRight: boolean): void {
    if (this.card !== "exercise") return;
    if (isRight) keep("passed", this.desk.game, this.chapter.name);
    else if ((this.misses += 1) >= ENOUGH) this.isHinted = true;
  }
}
