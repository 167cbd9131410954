/**
 * Everything that happens is shown. All on the screen tells one moment: the newest one, or, while
 * what others did is played, the one that has been reached.
 */
import { tick } from "svelte";
import type { Motion, Thing } from "../games/contract";
import { ask, type Line, type Step, type TableDocument } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import { mayMove, prefs } from "../lib/prefs.svelte";
import {
  ALL,
  beatsOf,
  isDecision,
  lastTurns,
  MOST_STEPS,
  MOTIONS,
  paced,
  REST,
  slowness,
  WORDS,
  type Beat,
  type Paced,
} from "./beats";
import type { Desk } from "./desk.svelte";
import type { Flights } from "./flights";
import { lasting, timeline } from "./timeline";

const LINGER = 1600; // milliseconds that the last words stay
const QUICK = 250; // what is left of everything where much has been played already
const BRIEF = 300; // what a beat takes in which nothing moves

/** A table as it was after a step, with all that was known then. */
export interface Moment {
  table: TableDocument;
  log: Line[];
  /** The step that led here. */
  line: Line | null;
}

/** A step that waits to be shown, and the moment that it began in. */
interface Scene {
  before: Moment;
  after: Moment;
  line: Line;
}

/** What the teller says: a sentence, or where nothing is played, all of them. */
export interface Telling {
  beats: Beat[];
  /** Points that the seat of the only sentence won with it. */
  gain: number;
  /** Which of how many. */
  at: number;
  of: number;
  /** Whether it goes on by a tap alone. */
  waits: boolean;
  /** Steps that are only in the log. */
  left: number;
}

export class Theatre {
  /** What is on the screen. */
  moment = $state.raw<Moment | null>(null);
  telling = $state.raw<Telling | null>(null);
  /** Whether what is on the screen is not all that has happened. */
  isPlaying = $state(false);
  flights: Flights | null = null;

  private desk: Desk | null = null;
  private newest: Moment | null = null;
  private scenes: Scene[] = [];
  /** The lines of the sentence that was told last: what comes may go on with it. */
  private sentence: Line[] = [];
  /** Beats and milliseconds of this performance so far. */
  private told = 0;
  private spent = 0;
  private left = 0;
  /** A performance that was stopped is not gone on with. */
  private round = 0;
  private wake = () => {};
  private hurries = false;
  /** The last version that was shown or waits to be shown, and to whom. */
  private known: { seat: number | null; version: number } | null = null;
  /** Steps wait for those before them, which may still be on their way. */
  private coming: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly steps = new Map<number, Promise<Scene | null>>();

  constructor(private readonly live: Live) {}

  /** The board is there: show everything on it from now on. */
  furnish(desk: Desk): void {
    this.desk = desk;
    if (this.moment) this.put(this.moment);
  }

  /** Hear what is new at the table. */
  follow(): void {
    const { table, log } = this.live;
    if (!table) return;
    const before = this.known;
    const version = log.at(-1)?.version ?? 0;
    this.newest = { table, log, line: log.at(-1) ?? null };
    this.known = log.length ? { seat: table.seat, version } : null;
    if (!before || before.seat !== table.seat || before.version > version) return this.stop();
    const fresh = log.filter((line) => line.version > before.version && isDecision(line));
    if (document.hidden) this.stop();
    else if (!fresh.length) {
      if (!this.isPlaying) this.put(this.newest);
    } else if (fresh.every((line) => line.seat === table.seat)) this.own(fresh);
    else if (prefs.speed === "off") this.list(fresh);
    else this.add(fresh);
  }

  /** Show once more what happened from a version on. */
  async again(version: number): Promise<void> {
    this.stop();
    const fresh = this.live.log.filter((line) => line.version >= version && isDecision(line));
    if (fresh.length) this.add(fresh, false);
  }

  /** Go on with the next sentence. */
  next(): void {
    this.hurries = true;
    this.flights?.clear();
    if (!this.isPlaying) this.hush();
    this.wake();
  }

  /** Enough: show the position as it stands. */
  stop(): void {
    this.round += 1;
    this.scenes = [];
    this.coming = Promise.resolve();
    this.flights?.clear();
    this.end();
    this.hush();
    this.wake();
  }

  /** Outline what a sentence is about, as far as it is on the screen; null: no more. */
  async point(beat: Beat | null): Promise<void> {
    if (this.isPlaying) return;
    this.flights?.clear();
    this.pointed = beat;
    if (!beat || !this.desk) return;
    const scenes = await Promise.all(beat.lines.filter(isDecision).map((line) => this.step(line)));
    if (this.pointed !== beat) return;
    const motions = scenes.flatMap((scene) => (scene ? this.motions(scene) : []));
    this.flights?.outline(motions.flatMap(things), this.desk);
  }
  private pointed: Beat | null = null;

  // --- What comes --------------------------------------------------------------------------------

  /** One's own steps never wait: the newest position is there at once, and things move into it. */
  private own(fresh: Line[]): void {
    const before = this.moment!;
    this.stop();
    if (fresh.length > 1 || before === this.moment) return;
    const scene = { before, after: this.newest!, line: fresh[0]! };
    this.put(before);
    void this.enact(scene, slowness(prefs.speed));
  }

  /** Nothing is played: the newest position, and what led to it in words. */
  private list(fresh: Line[]): void {
    this.stop();
    const others = fresh.filter((line) => line.seat !== this.live.table!.seat);
    const beats = beatsOf(others, this.desk?.module.joins);
    this.telling = { beats, gain: 0, at: 1, of: 1, waits: true, left: 0 };
  }

  /** Steps that are to be shown; of too many, each seat's last turn. */
  private add(fresh: Line[], isNew = true): void {
    const round = this.round;
    this.isPlaying = true;
    this.left = 0;
    let wanted = fresh;
    if (fresh.length > MOST_STEPS) {
      wanted = lastTurns(fresh);
      this.left = fresh.length - wanted.length;
    }
    const newest = this.newest!;
    const isAlone = isNew && fresh.length === 1 && fresh[0]!.version === newest.line?.version;
    this.coming = this.coming.then(async () => {
      const before = this.scenes.at(-1)?.after ?? this.moment!;
      const found = isAlone
        ? [{ before, after: newest, line: fresh[0]! }]
        : await this.found(wanted, newest);
      if (round !== this.round) return; // stopped meanwhile
      const isIdle = !this.scenes.length && !this.performing;
      this.scenes.push(...found);
      if (isIdle) void this.perform();
    });
  }
  private performing = false;

  /** The scenes of some lines, from the server's history. */
  private async found(wanted: Line[], newest: Moment): Promise<Scene[]> {
    const [first, last] = [wanted[0]!.version, wanted.at(-1)!.version];
    const versions = new Set(wanted.map(({ version }) => version));
    const moments = await this.told_(this.stepBefore(first) - 1, last, newest);
    return moments.flatMap((after, n) =>
      n > 0 && after.line && versions.has(after.line.version)
        ? [{ before: moments[n - 1]!, after, line: after.line }]
        : [],
    );
  }

  /** The version of the last thing before a version that changed the position. */
  private stepBefore(version: number): number {
    const steps = this.live.log.filter(
      (line) => line.version < version && ["started", "played", "undone"].includes(line.kind),
    );
    return steps.at(-1)?.version ?? 1;
  }

  /** What was to be seen after each step between two versions. */
  private async told_(since: number, until: number, newest: Moment): Promise<Moment[]> {
    const { table } = newest;
    const seat = table.seat === null ? "" : `&seat=${table.seat}`;
    const moments: Moment[] = [];
    for (let from = since, more = true; more;) {
      const found = await ask<{ steps: Step[]; more: boolean }>(
        `/api/tables/${encodeURIComponent(table.id)}/history?since=${from}&until=${until}${seat}`,
      ).catch(() => ({ steps: [], more: false }));
      moments.push(...found.steps.map((step) => momentOf(step, newest)));
      more = found.more;
      from = found.steps.at(-1)?.version ?? until;
    }
    return moments;
  }

  /** A step of long ago, to see what it moved. */
  private step(line: Line): Promise<Scene | null> {
    const known =
      this.steps.get(line.version) ??
      this.found([line], this.newest!).then(([scene]) => scene ?? null);
    this.steps.set(line.version, known);
    return known;
  }

  // --- What is shown -----------------------------------------------------------------------------

  private async perform(): Promise<void> {
    const round = this.round;
    this.performing = true;
    clearTimeout(this.timer);
    while (this.scenes.length && round === this.round) {
      const [show, rest] = this.programme();
      const scenes = this.scenes.splice(0, show.beats.flatMap(({ lines }) => lines).length);
      await this.show(show, scenes, rest, round);
    }
    this.performing = false;
    if (round !== this.round) return;
    this.end();
    this.timer = setTimeout(() => this.hush(), LINGER);
  }

  /** What is shown next, and how many shows come after it. */
  private programme(): [Paced, number] {
    const lines = this.scenes.map(({ line }) => line);
    const beats = beatsOf([...this.sentence, ...lines], this.desk?.module.joins);
    const begun = this.sentence.length;
    const first = begun ? beats.shift()! : null;
    if (first && first.lines.length > begun)
      beats.unshift({ ...first, lines: first.lines.slice(begun) });
    const shows = paced(beats, Math.max(QUICK * beats.length, ALL - this.spent));
    return [shows[0]!, shows.length - 1];
  }

  private async show(show: Paced, scenes: Scene[], rest: number, round: number): Promise<void> {
    const factor = show.factor * slowness(prefs.speed);
    const began = performance.now();
    this.hurries = false;
    const isMine = scenes[0]!.line.seat === this.live.table?.seat;
    if (!isMine) this.tell(show, scenes, rest);
    if (!isMine && round === this.round) await this.pause(WORDS * factor);
    const lengths = scenes.map((scene) => lasting(timeline(this.motions(scene))));
    const whole = lengths.reduce((sum, one) => sum + one, 0);
    const scale = (whole > MOTIONS ? MOTIONS / whole : 1) * factor;
    for (const [n, scene] of scenes.entries()) {
      if (round !== this.round) return;
      const ms = await this.enact(scene, scale);
      if (round !== this.round) return;
      await this.pause(
        whole ? Math.max(ms, lengths[n]! * scale) : (BRIEF * factor) / scenes.length,
      );
    }
    this.spent += performance.now() - began;
    if (round !== this.round) return;
    if (prefs.speed === "steps" && !isMine && rest) await this.tapped();
    else await this.pause(REST * factor);
  }

  private tell(show: Paced, scenes: Scene[], rest: number): void {
    const beat = show.beats.at(-1)!;
    this.sentence = beat.words === this.telling?.beats[0]?.words ? this.sentence : this.whole(beat);
    const [first, last] = [scenes[0]!, scenes.at(-1)!];
    const seat = beat.seat ?? 0;
    this.told += 1;
    this.telling = {
      beats: [beat],
      gain: pointsOf(last.after, seat) - pointsOf(first.before, seat),
      at: this.told,
      of: this.told + rest,
      waits: prefs.speed === "steps" && rest > 0,
      left: this.left,
    };
  }

  /** All lines of a sentence that was told in parts. */
  private whole(beat: Beat): Line[] {
    const [first] = beat.lines;
    const goesOn =
      this.sentence.length > 0 &&
      beatsOf([...this.sentence, ...beat.lines], this.desk?.module.joins).length === 1;
    return first && goesOn ? [...this.sentence, ...beat.lines] : [...beat.lines];
  }

  /** Show a step: things move from where they were; how many milliseconds that takes. */
  private async enact(scene: Scene, factor: number): Promise<number> {
    const { desk, flights } = this;
    if (this.moment !== scene.before && !isSame(this.moment, scene.before)) {
      this.put(scene.before);
      await tick();
    }
    const after = isSame(scene.after, this.newest) ? this.newest! : scene.after;
    if (!desk || !flights || this.hurries) {
      this.put(after);
      return 0;
    }
    const seat = scene.line.seat ?? 0;
    const caught = flights.catch(this.motions(scene), desk, seat);
    this.put(after);
    await tick();
    const gains = (after.table.scores ?? after.table.points ?? []).map(
      (_, whose) => pointsOf(after, whose) - pointsOf(scene.before, whose),
    );
    return flights.fly(caught, desk, { factor, moves: mayMove(), gains });
  }

  private motions({ before, after, line }: Scene): Motion[] {
    const { desk } = this;
    if (!desk || !before.table.view || !after.table.view) return [];
    return desk.module.motions?.(before.table.view, after.table.view, line, desk) ?? [];
  }

  /** Everything on the screen tells this moment from now on. */
  private put(moment: Moment): void {
    this.moment = moment;
    const { desk } = this;
    const { table, line } = moment;
    if (!desk || !table.view) return;
    desk.seat = table.seat;
    desk.seats = table.seats;
    desk.scores = table.scores ?? table.points;
    desk.show(table.view, table.actions, line);
  }

  /** All is shown: the newest position. */
  private end(): void {
    this.isPlaying = false;
    this.told = this.spent = this.left = 0;
    if (this.newest) this.put(this.newest);
  }

  private hush(): void {
    clearTimeout(this.timer);
    this.telling = null;
    this.sentence = [];
  }

  private pause(ms: number): Promise<void> {
    if (this.hurries || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private tapped(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}

/** The table as it was after a step. What is only told at the end is not told yet. */
function momentOf(step: Step, { table, log }: Moment): Moment {
  const { view, scores, to_act, ...line } = step;
  return {
    line,
    log: log.filter(({ version }) => version <= step.version),
    table: {
      ...table,
      ...{ version: step.version, view, to_act, points: scores, status: "playing" },
      ...{ actions: [], can_undo: false, scores: null, breakdown: null, winners: null },
    },
  };
}

const isSame = (one: Moment | null, other: Moment | null): boolean =>
  one !== null && one.line?.version === other?.line?.version;

const pointsOf = ({ table }: Moment, seat: number): number =>
  (table.scores ?? table.points)?.[seat] ?? 0;

const things = ({ thing, to }: Motion): Thing[] => (to ? [thing, to] : [thing]);
