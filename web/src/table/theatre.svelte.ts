/**
 * Everything that happens is shown. All on the screen tells one moment: the newest one, or, while
 * what others did is played, the one that has been reached.
 */
import { tick, untrack } from "svelte";
import type { Motion, Thing } from "../games/contract";
import { ask, type Line, type Step, type TableDocument } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import { mayMove, prefs } from "../lib/prefs.svelte";
import {
  ALL,
  BEAT,
  beatsOf,
  isDecision,
  lastTurns,
  MOST_STEPS,
  MOTIONS,
  paced,
  REST,
  slowness,
  thought,
  WORDS,
  type Beat,
  type Show,
} from "./beats";
import type { Desk } from "./desk.svelte";
import type { Flights } from "./flights";
import { STAY, watchedIn, type Act } from "./gaze.svelte";
import { isStill } from "./still";
import { lasting, timeline } from "./timeline";

const LINGER = 1600; // milliseconds that the last words stay
const LONGEST = 5; // times as long, where several sentences are read
const LEAST = 250; // what each further beat gets where much has been played already
const BRIEF = 300; // what a beat takes in which nothing moves
const NUMBERS = 900; // what numbers rise for after everything has moved
const QUEUE = 1800; // milliseconds for which own steps wait for those before them to have moved

/** A table as it was after a step, with all that was known then. */
export interface Moment {
  table: TableDocument;
  log: Line[];
  /** What led here. */
  line: Line | null;
}

/** A step that waits to be shown, and the moment in which it was taken. */
interface Scene {
  before: Moment;
  after: Moment;
  line: Line;
}

/** What is still to be shown of a sentence; `whole` are all of its lines. */
interface Part extends Beat {
  whole: Line[];
}

/** What the teller says: a sentence, or where nothing is played, all of them. */
export interface Telling {
  beats: Beat[];
  /** Points that the seat of the sentence won with it. */
  gain: number;
  /** Which of how many. */
  at: number;
  of: number;
  /** Whether only a tap goes on. */
  waits: boolean;
  /** Steps that are told in the log alone. */
  left: number;
}

export class Theatre {
  /** What is on the screen. */
  moment = $state.raw<Moment | null>(null);
  telling = $state.raw<Telling | null>(null);
  /** Whether steps are being shown, or are on their way to be. */
  isPlaying = $state(false);
  /** Whether something moves in what is shown, or a number rises. */
  isMoving = $state(false);
  flights: Flights | null = null;

  private desk: Desk | null = null;
  private newest = $state.raw<Moment | null>(null);
  private scenes: Scene[] = [];
  /** Where the last scene ends that waits or is shown. */
  private tail: Moment | null = null;
  /** The sentence that was told last: what comes may go on with it. */
  private sentence: Line[] = [];
  private opening: Moment | null = null;
  /** Beats and milliseconds of this performance so far, and steps that it leaves out. */
  private told = 0;
  private spent = 0;
  private left = 0;
  /** A performance that was stopped is not gone on with. */
  private round = 0;
  private isPerforming = false;
  private isHurried = false;
  private wake = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private landing: ReturnType<typeof setTimeout> | undefined;
  private landsAt = 0;
  /** Until when things fly. */
  private fliesUntil = 0;
  /** The last version that was shown or waits to be shown, and to whom. */
  private known: { seat: number | null; version: number } | null = null;
  /** Steps wait for those before them, which may still be on their way. */
  private coming: Promise<void> = Promise.resolve();
  private readonly steps = new Map<number, Promise<Scene | undefined>>();
  private pointed: Beat | null = null;

  /** `live` tells what happens at a table; a game that is over is turned to moment by moment. */
  constructor(private readonly live: Pick<Live, "table" | "log"> = { table: null, log: [] }) {}

  /** Whether something has happened that is not on the screen yet. */
  get isBehind(): boolean {
    return this.moment?.table.version !== this.newest?.table.version;
  }

  /** What is in the log, sentence by sentence. */
  get beats(): Beat[] {
    return beatsOf(this.moment?.log ?? [], this.desk?.module.joins);
  }

  /** The board is there: show everything on it from now on. */
  furnish(desk: Desk): void {
    this.desk = desk;
    if (this.moment) this.put(this.moment);
  }

  /** Hear what is new at the table. */
  follow(): void {
    const { table, log } = this.live;
    if (table) untrack(() => this.hear(table, log));
  }

  private hear(table: TableDocument, log: Line[]): void {
    const before = this.known;
    const version = log.at(-1)?.version ?? 0;
    const wasBehind = this.isBehind;
    this.newest = { table, log, line: log.at(-1) ?? null };
    this.known = log.length ? { seat: table.seat, version } : null;
    const goesOn = before && (before.seat === table.seat || this.desk?.facts.open);
    if (!goesOn || before.version > version || document.hidden) return this.stop();
    const fresh = log.filter((line) => line.version > before.version && isDecision(line));
    if (!fresh.length) {
      if (!wasBehind) this.put(this.newest); // else it comes after what is shown
    } else if (fresh.every((line) => this.isMine(line))) this.own(fresh);
    else if (prefs.speed === "off") this.list(fresh);
    else if (fresh.length > MOST_STEPS) {
      const last = lastTurns(fresh);
      this.left = fresh.length - last.length;
      this.add(last);
    } else this.add(fresh);
  }

  /** Whether somebody at this screen took a step. */
  private isMine({ seat }: Line): boolean {
    const { table } = this.live;
    return seat === table?.seat || Boolean(table?.seats[seat ?? -1]?.mine);
  }

  /** Show once more what happened from a version on, all of it. */
  again(version: number): void {
    this.stop();
    const fresh = this.live.log.filter((line) => line.version >= version && isDecision(line));
    if (fresh.length) this.add(fresh);
  }

  /** Go on with the next sentence. */
  next(): void {
    this.isHurried = true;
    this.land();
    if (!this.isPlaying) this.hush();
    this.wake();
  }

  /** Enough: show the position as it stands. */
  stop(): void {
    this.drop();
    if (this.newest) this.put(this.newest);
  }

  /** Outline what a sentence is about, as far as it is on the screen; null: no more. */
  async point(beat: Beat | null): Promise<void> {
    if (this.isPlaying) return;
    this.flights?.clear();
    this.pointed = beat;
    if (!beat) return;
    const scenes = await Promise.all(beat.lines.filter(isDecision).map((line) => this.step(line)));
    if (this.pointed !== beat || this.isPlaying || !this.desk) return;
    this.flights?.outline(
      scenes.flatMap((scene) => this.moved(scene)),
      this.desk,
    );
  }

  /** What a step moved; where a name means another thing by now, who took it. */
  private moved(scene: Scene | undefined): Thing[] {
    const [desk, view] = [this.desk, scene?.after.table.view];
    if (!desk || !scene || !view) return [];
    const names = this.motions(scene).flatMap(things);
    return names.map((thing) => (isStill(desk, view, thing) ? thing : `seat ${scene.line.seat}`));
  }

  // --- What comes --------------------------------------------------------------------------------

  /**
   * One's own steps never wait: the newest position is there at once, and things move into it. Of
   * several in a row, such as a walk, each is seen to move after the one before it.
   */
  private own(fresh: Line[]): void {
    const left = this.isPlaying ? 0 : this.fliesUntil - performance.now();
    const line = fresh.length === 1 ? fresh[0]! : null;
    this.turnTo(this.newest!, line, line && left > 0 && left < QUEUE ? left : 0);
  }

  /**
   * Another moment is there at once; where a single step led to it, things move into it, after so
   * many milliseconds in which others still fly.
   */
  turnTo(after: Moment, line: Line | null, wait = 0): void {
    const before = this.moment;
    this.drop(wait > 0);
    this.newest = after;
    if (before && line) void this.enact({ before, after, line }, slowness(prefs.speed), wait);
    else this.put(after);
  }

  /** Nothing is played: the newest position, and in words what led to it. */
  private list(fresh: Line[]): void {
    this.stop();
    const others = fresh.filter((line) => !this.isMine(line));
    const beats = beatsOf(others, this.desk?.module.joins);
    this.telling = { beats, gain: 0, at: 1, of: 1, waits: false, left: 0 };
    this.timer = setTimeout(() => this.hush(), LINGER * Math.min(LONGEST, 1 + beats.length / 2));
  }

  /** Steps that are to be shown. */
  private add(fresh: Line[]): void {
    const [round, newest] = [this.round, this.newest!];
    const isLast = fresh.length === 1 && fresh[0]!.version === newest.line?.version;
    this.isPlaying = true;
    this.coming = this.coming.then(async () => {
      const before = this.tail ?? this.moment!;
      const isNext = isLast && before.table.version < newest.table.version;
      const found = isNext
        ? [{ before, after: newest, line: fresh[0]! }]
        : await this.found(fresh, newest);
      if (round !== this.round) return; // stopped meanwhile
      this.scenes.push(...found);
      this.tail = found.at(-1)?.after ?? this.tail;
      if (!this.isPerforming) this.perform().catch((fault: unknown) => this.giveUp(fault));
    });
  }

  /** The scenes of some lines, from the server's history. */
  private async found(wanted: Line[], newest: Moment): Promise<Scene[]> {
    const versions = new Set(wanted.map(({ version }) => version));
    const since = this.stepBefore(wanted[0]!.version) - 1;
    const moments = await momentsOf(since, wanted.at(-1)!.version, newest);
    return moments.flatMap((after, n) =>
      n > 0 && after.line && versions.has(after.line.version)
        ? [{ before: moments[n - 1]!, after, line: after.line }]
        : [],
    );
  }

  /** The version at which the position changed for the last time before a version. */
  private stepBefore(version: number): number {
    const isStep = (line: Line) => ["started", "played", "undone"].includes(line.kind);
    const before = this.live.log.findLast((line) => line.version < version && isStep(line));
    return before?.version ?? Math.max(1, (this.live.log[0]?.version ?? 1) - 1);
  }

  /** A step of long ago, to see what it moved. */
  private step(line: Line): Promise<Scene | undefined> {
    const known =
      this.steps.get(line.version) ??
      this.found([line], this.newest!).then(([scene]) => {
        if (!scene) this.steps.delete(line.version); // another time it may be found
        return scene;
      });
    this.steps.set(line.version, known);
    return known;
  }

  // --- What is shown -----------------------------------------------------------------------------

  private async perform(): Promise<void> {
    const { round } = this;
    this.isPerforming = this.isPlaying = true; // what came before may have ended since it was heard
    clearTimeout(this.timer);
    if (this.desk?.seat === null) this.desk.gaze.release(); // who only watches decides nothing
    while (this.scenes.length && round === this.round) {
      const shows = this.programme();
      const [show] = shows;
      const acts = this.desk?.gaze.mayGo ? this.acts(shows) : [];
      const scenes = this.scenes.splice(0, steps(show!));
      await this.show(show!, scenes, shows.length - 1, acts);
    }
    if (round !== this.round) return;
    this.rest();
    if (this.newest) this.put(this.newest);
    this.timer = setTimeout(() => this.hush(), LINGER);
  }

  /** Something cannot be shown: what has happened stands on the board all the same. */
  private giveUp(fault: unknown): void {
    console.error(fault);
    this.stop();
  }

  /** What is still to be shown, at the pace that is left for it. */
  private programme(): Show<Part>[] {
    const lines = [...this.sentence, ...this.scenes.map(({ line }) => line)];
    const begun = this.sentence.length;
    const parts = beatsOf(lines, this.desk?.module.joins)
      .map((beat, n) => ({ ...beat, whole: beat.lines, lines: beat.lines.slice(n ? 0 : begun) }))
      .filter((part) => part.lines.length);
    return paced(parts, Math.max(LEAST * parts.length, ALL - this.spent));
  }

  /** What comes next, for a while, and where it is seen. */
  private acts(shows: Show<Part>[]): Act[] {
    const acts: Act[] = [];
    let [from, time] = [0, 0];
    for (const show of shows) {
      const motions = this.scenes.slice(from, from + steps(show)).flatMap((s) => this.motions(s));
      const ms = BEAT * show.factor * (slowness(prefs.speed) || 1);
      acts.push({ watched: watchedIn(motions, this.desk!), ms });
      [from, time] = [from + steps(show), time + ms];
      if (time >= STAY) break;
    }
    return acts;
  }

  private async show(show: Show<Part>, scenes: Scene[], rest: number, acts: Act[]): Promise<void> {
    const { round } = this;
    const factor = show.factor * (slowness(prefs.speed) || 1);
    const began = performance.now();
    const isMine = this.isMine(scenes[0]!.line);
    this.isHurried = false;
    const beat = show.beats.at(-1)!;
    await this.cutTo(scenes[0]!.before);
    if (round !== this.round) return; // stopped meanwhile
    if (!this.opening || beat.whole.length === beat.lines.length) {
      this.told += 1;
      this.opening = scenes[0]!.before;
    }
    this.sentence = beat.whole;
    if (this.isBotsTurn(scenes[0]!))
      await this.pause(thought(scenes.length + this.scenes.length) * factor);
    if (acts.length) await this.pause(this.fliesUntil - performance.now());
    if (round !== this.round) return;
    this.desk?.gaze.follow(acts); // now: what flew before has come down and was read
    if (!isMine) {
      this.tell(beat, scenes.at(-1)!.after, rest);
      await this.pause(WORDS * factor);
    }
    await tick(); // the view is told where to go
    await this.pause(this.desk?.gaze.left ?? 0);
    const lengths = scenes.map((scene) => lasting(timeline(this.motions(scene))));
    const whole = lengths.reduce((sum, one) => sum + one, 0);
    const scale = Math.min(1, MOTIONS / whole) * factor;
    for (const scene of scenes) {
      if (round !== this.round) return;
      const ms = await this.enact(scene, scale);
      if (round !== this.round) return;
      await this.pause(whole ? ms : (BRIEF * factor) / scenes.length);
    }
    this.spent += performance.now() - began;
    if (round !== this.round) return;
    if (this.telling?.waits) await this.tapped();
    else await this.pause(REST * factor);
  }

  /** Whether a bot begins its turn with a step. */
  private isBotsTurn({ line, after }: Scene): boolean {
    const isBefore = (one: Line) => one.version < line.version && isDecision(one);
    const { kind } = after.table.seats[line.seat ?? -1] ?? {};
    return kind === "bot" && this.live.log.findLast(isBefore)?.seat !== line.seat;
  }

  private tell(beat: Beat, end: Moment, rest: number): void {
    const seat = beat.seat ?? 0;
    this.telling = {
      beats: [beat],
      gain: pointsOf(end, seat) - pointsOf(this.opening!, seat),
      at: this.told,
      of: this.told + rest,
      waits: prefs.speed === "steps" && rest > 0,
      left: this.left,
    };
  }

  /** Show a step: things move from where they were; how many milliseconds that takes. */
  private async enact({ before, after, line }: Scene, factor: number, wait = 0): Promise<number> {
    const { desk, flights, round } = this;
    await this.cutTo(before);
    if (round !== this.round) return 0;
    const { newest } = this;
    const end = after.line?.version === newest?.line?.version ? newest! : after;
    const motions = this.motions({ before, after, line });
    const isForeseen = desk !== null && desk.shown !== desk.view;
    const caught = desk && flights && factor > 0 && flights.catch(motions, desk, line.seat ?? 0);
    const isSeen = caught && !this.isHurried;
    if (isSeen) this.moves(NUMBERS);
    this.put(end);
    if (!isSeen) return 0;
    await tick();
    if (round !== this.round) return 0;
    const gains = end.table.seats.map((_, seat) => pointsOf(end, seat) - pointsOf(before, seat));
    const ms = flights.fly(caught, desk, { factor, wait, moves: mayMove(), isForeseen, gains });
    this.fliesUntil = performance.now() + ms;
    this.moves(ms + NUMBERS);
    return ms;
  }

  /** Show the moment in which a step was taken, if it is not there anyway. */
  private async cutTo(moment: Moment): Promise<void> {
    if (this.moment?.line?.version === moment.line?.version) return;
    this.put(moment);
    await tick();
  }

  private motions({ before, after, line }: Scene): Motion[] {
    const { desk } = this;
    if (!desk || !before.table.view || !after.table.view) return [];
    try {
      return desk.module.motions(before.table.view, after.table.view, line, desk);
    } catch (fault) {
      console.error(fault); // the step was taken all the same
      return [];
    }
  }

  /** Everything on the screen tells this moment from now on. */
  private put(moment: Moment): void {
    this.moment = moment;
    const { desk } = this;
    const { table, line } = moment;
    if (!desk || !table.view) return;
    desk.seat = table.seat;
    desk.seats = table.seats;
    if (!table.scores) desk.scores = table.points; // at the end they are counted
    desk.show(table.view, table.actions, line);
  }

  /** Nothing is played any more; what flies may go on to where it belongs. */
  private drop(mayFly = false): void {
    this.round += 1;
    this.isHurried = false;
    this.scenes = [];
    this.coming = Promise.resolve();
    if (!mayFly) this.land();
    this.rest();
    this.hush();
    this.wake();
  }

  /** Something is seen to move for so many milliseconds at least. */
  private moves(ms: number): void {
    const now = performance.now();
    this.isMoving = true;
    this.landsAt = Math.max(this.landsAt, now + ms);
    clearTimeout(this.landing);
    this.landing = setTimeout(() => (this.isMoving = false), this.landsAt - now);
  }

  /** Everything is where it belongs. */
  private land(): void {
    clearTimeout(this.landing);
    this.landsAt = this.fliesUntil = 0;
    this.isMoving = false;
    this.flights?.clear();
  }

  private rest(): void {
    this.isPlaying = this.isPerforming = false;
    this.told = this.spent = this.left = 0;
    this.tail = null;
    this.desk?.gaze.rest();
  }

  private hush(): void {
    clearTimeout(this.timer);
    this.telling = null;
    this.sentence = [];
    this.opening = null;
  }

  private pause(ms: number): Promise<void> {
    if (this.isHurried || ms <= 0) return Promise.resolve();
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

/** What was to be seen after each step between two versions. */
async function momentsOf(since: number, until: number, newest: Moment): Promise<Moment[]> {
  const { id, seat } = newest.table;
  const eyes = seat === null ? "" : `&seat=${seat}`;
  const moments: Moment[] = [];
  for (let [from, more] = [since, true]; more;) {
    const found = await ask<{ steps: Step[]; more: boolean }>(
      `/api/tables/${encodeURIComponent(id)}/history?since=${from}&until=${until}${eyes}`,
    ).catch(() => ({ steps: [], more: false }));
    moments.push(...found.steps.map((step) => momentOf(step, newest)));
    more = found.more;
    from = found.steps.at(-1)?.version ?? until;
  }
  return moments;
}

/** The table as it was after a step. What is only told at the end is not told yet. */
export function momentOf(step: Step, { table, log }: Moment): Moment {
  const { view, scores, to_act, ...line } = step;
  return {
    line,
    log: log.filter(({ version }) => version <= step.version),
    table: {
      ...table,
      ...{ version: step.version, view, to_act, points: scores, status: "playing" },
      ...{ actions: [], can_undo: false },
      ...{ scores: null, breakdown: null, winners: null, ranks: null, seed: null },
    },
  };
}

const pointsOf = ({ table }: Moment, seat: number): number =>
  (table.scores ?? table.points)?.[seat] ?? 0;

const steps = ({ beats }: Show<Part>): number => beats.flatMap(({ lines }) => lines).length;

const things = ({ thing, to }: Motion): Thing[] => (to ? [thing, to] : [thing]);
