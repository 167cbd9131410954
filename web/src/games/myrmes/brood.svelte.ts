/** Event and nurses as somebody is about to place them: in any order, sent together. */
import type { Desk } from "../../table/desk.svelte";
import {
  BORN,
  idle,
  larvaeTo,
  SLOTS,
  TRACKS,
  type ColonyView,
  type Track,
  type View,
} from "./view";

export type Question = "event" | Track;
const QUESTIONS: readonly Question[] = ["event", ...TRACKS];
export type Wanted = Partial<Record<Question, number>>;

/** The questions that are still to be answered, the one that is asked now first. */
export function openQuestions(view: View, asked: string | undefined): readonly Question[] {
  const from = QUESTIONS.findIndex((question) => question === asked);
  if (from < 0) return [];
  return view.phase === "event" ? ["event"] : QUESTIONS.slice(from);
}

/** The answers one after the other; where no nurse is left the rest is not asked. */
export function answers(open: readonly Question[], me: ColonyView, wanted: Wanted): string[] {
  const texts: string[] = [];
  let left = idle(me);
  for (const question of open) {
    if (question === "event") {
      texts.push(`event ${wanted.event ?? me.event}`);
      continue;
    }
    if (left === 0) break;
    texts.push(`${question} ${wanted[question] ?? 0}`);
    left -= wanted[question] ?? 0;
  }
  return texts;
}

/** The same the other way round. */
export function read(texts: string[]): Wanted {
  return Object.fromEntries(
    texts
      .map((text) => text.split(" "))
      .filter(([question]) => QUESTIONS.some((one) => one === question))
      .map(([question, answer]) => [question, Number(answer)]),
  );
}

/** What nurses on a track bring, with the event of the season. */
export function born(view: View, track: Track, nurses: number, event: number): number {
  if (track === "atelier") return 0;
  const count = BORN[track][nurses] ?? 0;
  const extra = { larvae: event === 2 ? 2 : 0, soldiers: +(event === 5), workers: +(event === 7) };
  return count || view.options.birth_events === "always" ? count + extra[track] : 0;
}

export class Brood {
  private wished = $state.raw<Wanted>({});
  /** Whether the table is asked just now what would come of it. */
  private isAsking = $state(false);

  constructor(private readonly desk: Desk) {}

  /** The position as it stands: what is drawn may be what these answers lead to. */
  private readonly view = $derived.by(() => this.desk.view as View);
  private readonly me = $derived.by(() => this.view.seats[this.desk.seat ?? 0]!);

  readonly open = $derived.by(() =>
    openQuestions(this.view, this.desk.actions[0]?.text.split(" ")[0]),
  );

  /** What waits to be sent. */
  readonly wanted = $derived.by<Wanted>(() => {
    if (!this.open.length) return {};
    if (this.isAsking) return this.wished;
    return this.desk.chosen ? read([this.desk.chosen.text, ...this.desk.chosenThen]) : {};
  });

  readonly event = $derived.by(() => this.wanted.event ?? this.me.event);

  /** Nurses who have no place yet. */
  readonly left = $derived.by(
    () => idle(this.me) - TRACKS.reduce((sum, track) => sum + (this.wanted[track] ?? 0), 0),
  );

  /** Larvae that the event takes. */
  readonly price = $derived.by(() =>
    this.open.includes("event") ? larvaeTo(this.view, this.event) : 0,
  );

  /** Nurses on a track, placed or about to be. */
  count(track: Track): number {
    return this.open.includes(track) ? (this.wanted[track] ?? 0) : this.me.placed[track];
  }

  /** What a track brings. */
  born(track: Track): number {
    return born(this.view, track, this.count(track), this.event);
  }

  /** Whether an answer can be given: now, or together with what is asked before it. */
  can(question: Question, answer: number): boolean {
    const { actions } = this.desk;
    const at = this.open.indexOf(question);
    if (at < 0 || actions.length === 1)
      return actions.some(({ text }) => text === `${question} ${answer}`);
    if (question === "event") return this.desk.find(`event ${answer}`) !== undefined;
    return answer <= Math.min(SLOTS[question], this.left + (this.wanted[question] ?? 0));
  }

  /** Give an answer: it waits with the others for one tick. */
  answer(question: Question, answer: number): void {
    const { actions } = this.desk;
    if (actions.length === 1) return void this.desk.choose(actions[0]!);
    if (this.wanted[question] === answer) return;
    this.wished = { ...this.wanted, [question]: answer };
    void this.ask();
  }

  /** Show what comes of all answers; those that were given meanwhile, too. */
  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    for (let told: Wanted | null = null; told !== this.wished;) {
      told = this.wished;
      await this.desk.errand.start(answers(this.open, this.me, told), this.words(), true);
    }
    this.isAsking = false;
  }

  /** All answers in a line. */
  words(): string {
    const say = this.desk.say.bind(this.desk);
    const parts = TRACKS.filter((track) => this.count(track) > 0).map((track) =>
      say("track_brings", {
        track: say(track),
        count: track === "atelier" ? this.count(track) : this.born(track),
      }),
    );
    const event = say("short_event", { number: this.event, name: say(`event_name_${this.event}`) });
    return [event, ...parts].join(", ");
  }
}
