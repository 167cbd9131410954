/**
 * A game that is over, on a board: any moment of it, as everybody or one seat saw it, and whatever
 * somebody tries instead. What is tried is a tree, kept with the game. Or a position alone, and
 * what is tried from there.
 */
import type { Action, Line as Told, Step, Studied, TableDocument } from "../lib/api";
import type { GamePage } from "../lib/api";
import type { GameModule } from "../games/contract";
import { ask, Trouble } from "../lib/api";
import { toast } from "../lib/announce.svelte";
import { analysed, answered } from "../lib/jobs";
import { mayMove } from "../lib/prefs.svelte";
import { toldAs } from "../lib/trouble";
import { say } from "../lib/words.svelte";
import { isDecision } from "../table/beats";
import { Desk } from "../table/desk.svelte";
import { momentOf, Theatre } from "../table/theatre.svelte";
import { before, courseOf, decided, type Course } from "./course";
import { fits } from "./kept";
import type { Learning } from "./learning.svelte";
import { unlinked, written, type Line, type Move } from "./lines";
import type { Verdict } from "../engine/verdicts";
import { markOf, type Moment } from "./marks";
import { Notebook } from "./notes";
import type { Origin } from "./origin";
import { lineTo, pathTo, Tree, type Twig } from "./tree";

const REST = 150; // milliseconds: whoever goes through the game quickly tries nothing
const ANSWER = 500; // milliseconds that a bot's decision is looked at,
const ANSWERS = 300; // of which so many follow each other at most
const BEST = 3; // actions that are pointed out where no game was played
const APART = 1_000_000; // versions of what was tried are not those of the game

export class Board {
  /** The step of the game that is shown, or from which something was tried. */
  at = $state(0);
  /** What was tried, if that is shown. */
  twig = $state.raw<Twig | null>(null);
  /** The seat whose knowledge is shown; null: everything. */
  eyes = $state<number | null>(null);
  moments = $state.raw<Moment[] | null>(null);
  /** How far an analysis is, from 0 to 1; null: there is none. */
  thinking = $state<number | null>(null);
  /** Whether bots decide for all others in what is tried. */
  doBotsAnswer = $state(true);
  isBusy = $state(false);
  learning = $state.raw<Learning | null>(null);
  /** How often the tree has changed. */
  changes = $state(0);

  readonly tree = new Tree();
  readonly theatre = new Theatre();
  readonly desk: Desk;
  readonly table: TableDocument;

  private course = $state.raw<Course>(courseOf([]));
  /** The game as each seat saw it. */
  private readonly seen = new Map<number, Step[]>();
  /** What is shown of something that was tried. */
  private paper = $state.raw<Step | null>(null);
  /** What seems best at what is shown, as far as that is known. */
  private best: Verdict[] = [];
  private readonly notebook: Notebook;
  private stopping = new AbortController();
  /** What has been asked for before does not count. */
  private round = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly origin: Origin,
    readonly facts: GamePage,
    module: GameModule,
  ) {
    const { table } = origin;
    this.table = table;
    this.desk = new Desk(table.game, facts, module, { play: (action) => this.play(action) });
    this.theatre.furnish(this.desk);
    this.notebook = new Notebook(table.id, facts.engine ?? "");
  }

  /** Read the game and what was tried in it; `query` may name a line, or ask for an analysis. */
  async open(query: URLSearchParams): Promise<void> {
    this.course = courseOf(await this.origin.steps(null));
    this.move(this.last);
    this.tree.take(await this.origin.kept.read());
    this.changes += 1;
    if (query.has("line")) await this.follow(query.get("line")!);
    if (!this.origin.isGame) return;
    if (query.has("analyse") || this.notebook.isWanted) void this.analyse();
  }

  close(): void {
    this.round += 1;
    clearTimeout(this.resting);
    this.theatre.stop();
    this.stopping.abort();
  }

  // --- Where we are -----------------------------------------------------------------------------

  get steps(): Step[] {
    return this.course.steps;
  }

  /** The number of the last step. */
  get last(): number {
    return this.steps.length - 1;
  }

  /** How many decisions of the game were taken before what is shown. */
  get decided(): number {
    return this.twig ? this.twig.at : decided(this.course, this.at);
  }

  /** The line that was tried, as far as it is shown. */
  get line(): Line {
    return this.twig ? lineTo(this.twig) : { at: this.decided, moves: [] };
  }

  /** What is shown. */
  get step(): Step | undefined {
    return this.paper ?? this.seenAt(this.at);
  }

  get isOver(): boolean {
    return this.step?.to_act.length === 0;
  }

  /** Who decides next: in the game who did, in what is tried whoever tries. */
  get acting(): number | null {
    const first = this.twig && pathTo(this.twig)[0]!.seat;
    const next = first ?? this.steps[this.course.taken[this.decided] ?? -1]?.seat ?? null;
    const toAct = this.step?.to_act ?? [];
    return next !== null && toAct.includes(next) ? next : (toAct[0] ?? null);
  }

  /** All lines that led here, for the log. */
  get told(): Told[] {
    const until = this.steps[this.at]?.event ?? 0;
    const game = this.seenSteps.filter(({ event }) => event <= until);
    return this.twig ? [...game, ...pathTo(this.twig).map(toldOf)] : game;
  }

  /** What an analysis says of the decision that follows in the game. */
  get next(): Moment | undefined {
    return this.twig ? undefined : this.moments?.[this.decided];
  }

  /** The step at which a decision of the game was taken, counted from 1. */
  stepOf(number: number): Step | undefined {
    return this.steps[this.course.taken[number - 1] ?? -1];
  }

  /** The steps of the game as whoever looks sees them; through a seat's eyes they count anew. */
  private get seenSteps(): Step[] {
    return this.eyes === null ? this.steps : this.seen.get(this.eyes)!;
  }

  private seenAt(at: number): Step | undefined {
    const step = this.steps[at];
    if (this.eyes === null || !step) return step;
    const steps = this.seenSteps;
    return steps.findLast(({ event }) => event <= step.event) ?? steps[0];
  }

  // --- Going about ------------------------------------------------------------------------------

  /** Show a step of the game. One step on, things move as they did. */
  move(to: number): void {
    const at = Math.max(0, Math.min(this.last, to));
    const isNext = !this.twig && at === this.at + 1;
    this.twig = this.paper = null;
    this.at = at;
    this.show(isNext);
  }

  /** Show what a line of the log tells: a step of the game, or something that was tried. */
  goTo(version: number): void {
    const step = this.seenSteps.find((one) => one.version === version);
    if (step) return this.move(this.steps.findIndex(({ event }) => event >= step.event));
    const tried = this.twig && pathTo(this.twig).find(({ id }) => APART + id === version);
    if (tried) void this.climb(tried);
  }

  /** Show the game before a decision, counted from 1. */
  moveBefore(number: number): void {
    this.move(before(this.course, number));
  }

  /** One step back or on, in the game or in what was tried. */
  walk(by: 1 | -1): void {
    const { twig } = this;
    if (!twig) this.move(this.at + by);
    else if (by > 0) void (twig.next[0] && this.climb(twig.next[0], true));
    else if (twig.parent) void this.climb(twig.parent);
    else this.moveBefore(twig.at + 1);
  }

  /** To what else was decided at the same place, in the game or in what was tried. */
  turn(by: 1 | -1): void {
    const { twig } = this;
    const at = twig ? twig.at : this.decided - 1;
    const tried = this.tree.beside(at, twig?.parent ?? null);
    const all: (Twig | null)[] = twig?.parent ? tried : [null, ...tried];
    const other = all[(all.indexOf(twig) + by + all.length) % all.length];
    if (other === twig || other === undefined) return;
    if (other) void this.climb(other);
    else this.move(this.course.taken[at] ?? 0);
  }

  /** Show something that was tried. */
  async climb(twig: Twig, isNext = false): Promise<boolean> {
    const round = (this.round += 1);
    const found = await this.asked(() => this.study(lineTo(twig), pathTo(twig)[0]!.seat));
    if (!found || round !== this.round) return false;
    this.hear(twig, found);
    this.twig = twig;
    this.at = before(this.course, twig.at + 1);
    const line = toldOf(twig);
    const where = { event: 0, view: found.view, scores: found.points, to_act: found.to_act };
    this.paper = { ...line, ...where };
    this.put(this.paper, this.mine(found), isNext ? line : null);
    return true;
  }

  /** Look with the eyes of a seat, or at everything. */
  async lookAs(seat: number | null): Promise<void> {
    if (seat !== null && !this.seen.has(seat)) {
      const steps = await this.asked(() => this.origin.steps(seat));
      if (!steps) return;
      this.seen.set(seat, steps);
    }
    this.eyes = seat;
    if (this.twig) await this.climb(this.twig);
    else this.show(false);
  }

  private show(isNext: boolean): void {
    this.round += 1;
    const step = this.step;
    if (!step) return;
    this.put(step, [], isNext && isDecision(step) ? step : null);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.offer(), REST);
  }

  private put(step: Step, actions: Action[], line: Told | null): void {
    const moment = momentOf(step, { table: this.table, log: [], line: null });
    const seat = this.eyes ?? this.acting ?? this.table.seat;
    const table = { ...moment.table, seat, actions };
    this.theatre.turnTo({ ...moment, table }, line && moment.line);
    this.best = [];
    this.advise();
  }

  /** What can be tried at a step of the game; where something was taken back, nothing. */
  private async offer(): Promise<void> {
    const { round, acting } = this;
    const at = this.course.standing[this.at];
    if (at === null || at === undefined || acting === null) return;
    const found = await this.study({ at, moves: [] }, acting).catch(() => null);
    if (!found || round !== this.round) return;
    this.desk.show(this.desk.view, this.mine(found), this.desk.last);
    this.advise();
  }

  /** Whoever looks with the eyes of a seat decides for it alone. */
  private mine({ actions }: Studied): Action[] {
    return this.eyes === null || this.eyes === this.acting ? actions : [];
  }

  /** The engine on this device has thought about what is shown. */
  hearBest(verdicts: Verdict[]): void {
    this.best = verdicts.slice(0, BEST);
    this.advise();
  }

  /** Point out on the board what would have been better; or what seems best, without a game. */
  private advise(): void {
    const { next, desk } = this;
    if (!this.origin.isGame) {
      const words = new Map(desk.actions.map((action) => [action.code, action.words]));
      desk.advice = this.best
        .filter(({ code }) => words.has(code))
        .map((one) => ({ ...one, words: words.get(one.code)! }));
      return;
    }
    if (!next || this.learning || next.better === null || !markOf(next.loss)) return;
    const { better: code, better_words: words, before: chances, seat } = next;
    desk.advice = [{ code, words: words ?? "", chance: chances[seat]! }];
    desk.hovered = desk.actions.find((action) => action.code === code) ?? null;
  }

  // --- Trying things ----------------------------------------------------------------------------

  /** Try an action, and let bots answer. */
  async try(code: number, isAnswered = this.doBotsAnswer): Promise<void> {
    const seat = this.acting;
    if (seat === null) return;
    const { at, moves } = this.line;
    const twig = this.grow({ at, moves: [...moves, { seat, code }] });
    if (twig && (await this.climb(twig, true)) && isAnswered) await this.letAnswer(twig);
  }

  /** Take away what was tried here, and all that grows on it. */
  cut(twig: Twig): void {
    if (this.twig && pathTo(this.twig).includes(twig)) {
      if (twig.parent) void this.climb(twig.parent);
      else this.moveBefore(twig.at + 1);
    }
    this.tree.cut(twig);
    this.save();
  }

  private async play({ code }: Action): Promise<void> {
    const { seat: next, code: taken } = this.stepOf(this.decided + 1) ?? {};
    const isSame = !this.twig && taken === code && next === this.acting;
    if (this.learning) await this.learning.judge(code);
    else if (isSame) this.move(this.course.taken[this.decided]!);
    else await this.try(code);
  }

  /** Bots decide for the others, one after the other, until somebody goes elsewhere. */
  private async letAnswer(twig: Twig): Promise<void> {
    const { seat } = pathTo(twig)[0]!;
    for (let count = 0; count < ANSWERS && this.twig === twig; count += 1) {
      const line = lineTo(twig);
      const there = async (): Promise<Move[]> =>
        (await this.study(line, seat, true)).told.slice(line.moves.length);
      const moves = await answered(this.origin.source, this.facts, line, seat, there).catch(
        (trouble: unknown) => toast(toldAs(trouble)),
      );
      if (!moves?.length) return;
      for (const move of moves) {
        if (count && mayMove()) await new Promise((resolve) => setTimeout(resolve, ANSWER));
        if (this.twig !== twig) return;
        const { at, moves: earlier } = lineTo(twig);
        const next = this.grow({ at, moves: [...earlier, move] });
        if (!next || !(await this.climb(next, true))) return;
        twig = next;
      }
    }
  }

  /** Have all lines told in words that are not yet. */
  async tell(): Promise<void> {
    for (const twig of this.tree.ends.filter((end) => !end.words)) {
      const found = await this.study(lineTo(twig), twig.seat).catch(() => null);
      if (found) this.hear(twig, found);
    }
  }

  private hear(twig: Twig, { told }: Studied): void {
    pathTo(twig).forEach((one, number) => (one.words = told[number]!.words));
    this.changes += 1;
  }

  /** Put a line into the tree, if there is room for it. */
  private grow(line: Line): Twig | null {
    if (!fits([...this.tree.lines, written(line)])) {
      toast(say("variations_full"));
      return null;
    }
    const twig = this.tree.grow(line);
    this.save();
    return twig;
  }

  private save(): void {
    this.changes += 1;
    this.origin.kept.write(this.tree.lines, (trouble) => toast(toldAs(trouble)));
  }

  /** Show the line of a link, as far as it goes. */
  private async follow(text: string): Promise<void> {
    const line = unlinked(text);
    if (!line || line.at > this.course.taken.length) return toast(say("line_bad"));
    if (!line.isWhole) toast(say("line_cut"));
    if (!line.moves.length) return this.moveBefore(line.at + 1);
    const isLegal = await this.study(line, line.moves[0]!.seat).catch((trouble: unknown) => {
      const isOld = trouble instanceof Trouble && [400, 422].includes(trouble.status);
      toast(isOld ? say("line_bad") : toldAs(trouble));
    });
    if (!isLegal) return this.moveBefore(line.at + 1);
    const twig = this.grow(line);
    if (twig) await this.climb(twig);
  }

  // --- Analysis ---------------------------------------------------------------------------------

  async analyse(): Promise<void> {
    this.thinking = 0;
    this.stopping.abort();
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    const { notebook } = this;
    notebook.want(true);
    const told = (share: number) => {
      if (signal.aborted) return;
      this.thinking = share;
      notebook.keep();
    };
    const found = await analysed(
      this.origin.source,
      this.facts,
      told,
      signal,
      notebook.notes,
    ).catch((trouble: unknown) => void (signal.aborted || toast(toldAs(trouble))));
    notebook.write();
    if (signal.aborted) return; // another one may have begun
    this.stopping.abort(); // where one look went wrong, others are still at it
    if (found) this.moments = found;
    this.thinking = null;
    this.advise();
  }

  /** Nobody wants the analysis any more. */
  stop(): void {
    this.stopping.abort();
    this.thinking = null;
    this.notebook.want(false);
  }

  // --- The server -------------------------------------------------------------------------------

  /** Where a line leads. */
  private study({ at, moves }: Line, acting: number, answers = false): Promise<Studied> {
    return ask<Studied>(`/api/games/${this.table.game}/study`, {
      ...this.origin.beginning(at),
      ...{ acting, answers },
      seat: answers ? acting : this.eyes,
      decisions: moves.map(({ seat, code }) => [seat, String(code)]),
    });
  }

  /** What comes of asking; where that goes wrong it is said, and all stays as it was. */
  private async asked<T>(what: () => Promise<T>): Promise<T | null> {
    this.isBusy = this.desk.isBusy = true;
    try {
      return await what();
    } catch (trouble) {
      toast(toldAs(trouble));
      return null;
    } finally {
      this.isBusy = this.desk.isBusy = false;
    }
  }
}

/** A decision that was tried, as a line of the log. */
const toldOf = ({ id, seat, code, words }: Twig): Told => ({
  ...{ version: APART + id, kind: "played", at: 0, seat, code, text: "", words },
});
