import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameModule } from "../games/contract";
import type { Line, Step, TableDocument } from "../lib/api";
import type { Live } from "../lib/live.svelte";
import type { Desk } from "./desk.svelte";
import type { Flights } from "./flights";

const page = { hidden: false };
vi.stubGlobal("document", page);
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { prefs } = await import("../lib/prefs.svelte");
const { thought } = await import("./beats");
const { Gaze } = await import("./gaze.svelte");
const { Theatre } = await import("./theatre.svelte");

/** A table at which every step brings its seat a point. */
class Game {
  lines: Line[] = [{ version: 1, kind: "started", seat: null, at: 0 }];
  readonly shown: unknown[] = [];
  readonly live = { table: null, log: [] } as unknown as Live;
  readonly theatre = new Theatre(this.live);
  readonly gaze = new Gaze();
  asked = 0;
  kinds = ["person", "person", "person"];
  /** Who sits at this screen. */
  mine = [this.seat];
  motions: GameModule["motions"] = () => [];

  constructor(public seat: number | null = 0) {
    vi.stubGlobal("fetch", (address: string) => this.told(address));
    const joins = (line: Line) => (line.text === "and" ? "and" : null);
    const show = (view: unknown) => this.shown.push(view);
    const about = () => null;
    const home = (_: Desk, place: string) => ({ place });
    const module = {
      ...{ joins, about, home },
      motions: (...all: Parameters<typeof this.motions>) => this.motions(...all),
    };
    const { gaze } = this;
    this.theatre.furnish({ module, show, gaze, facts: { open: true } } as unknown as Desk);
    this.hear();
  }

  points(version: number): number[] {
    return [0, 1, 2].map(
      (seat) => this.lines.filter((line) => line.seat === seat && line.version <= version).length,
    );
  }

  /** Seats take steps, and nothing is heard of them yet. */
  play(seats: number[], text = ""): void {
    for (const seat of seats) {
      const version = this.lines.length + 1;
      this.lines.push({
        version,
        kind: "played",
        seat,
        at: 0,
        code: 1,
        text,
        words: `w${version}`,
      });
    }
  }

  hear(): void {
    const version = this.lines.length;
    const table = {
      ...{ id: "t", version, seat: this.seat, status: "playing", view: { game: `${version}` } },
      ...{
        to_act: [version % 3],
        actions: [{ code: 1 }],
        points: this.points(version),
        scores: null,
      },
      seats: this.kinds.map((kind, seat) => ({ kind, mine: this.mine.includes(seat) })),
      can_undo: true,
    };
    this.live.table = table as unknown as TableDocument;
    this.live.log = [...this.lines];
    this.theatre.follow();
  }

  /** What the server answers when it is asked for the game again. */
  private told(address: string): Promise<Response> {
    this.asked += 1;
    const query = new URL(address, "http://house").searchParams;
    const [since, until] = [Number(query.get("since")), Number(query.get("until"))];
    const wanted = this.lines.filter(({ version }) => version > since && version <= until);
    const steps = wanted.slice(0, 60).map((line): Step => ({
      ...{ ...line, event: line.version, view: { game: `${line.version}` } },
      to_act: [line.version % 3],
      scores: this.points(line.version),
    }));
    const body = JSON.stringify({ steps, more: wanted.length > 60 });
    return Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json" } }));
  }

  /** Let time go by; what was on the screen meanwhile, each version once. */
  async watch(ms: number): Promise<number[]> {
    const seen: number[] = [];
    for (let gone = 0; gone < ms; gone += 10) {
      await vi.advanceTimersByTimeAsync(10);
      this.agrees();
      const { version } = this.theatre.moment!.table;
      if (seen.at(-1) !== version) seen.push(version);
    }
    return seen;
  }

  /** Position, points, log and turn tell of one moment. */
  agrees(): void {
    const { table, log, line } = this.theatre.moment!;
    expect(line!.version).toBe(table.version);
    expect(log.at(-1)!.version).toBe(table.version);
    expect(table.view).toEqual({ game: `${table.version}` });
    expect(table.points).toEqual(this.points(table.version));
    expect(table.to_act).toEqual([table.version % 3]);
    expect(this.theatre.isBehind).toBe(table.version !== this.live.table!.version);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(prefs, { speed: "normal" });
  page.hidden = false;
});
afterEach(() => vi.useRealTimers());

test("what is there at first is shown at once", () => {
  const game = new Game();
  expect(game.theatre.moment!.table).toBe(game.live.table);
  expect(game.theatre.isPlaying).toBe(false);
});

test("steps of others are shown one by one, and everything agrees all the time", async () => {
  const game = new Game();
  game.play([1, 1, 2]);
  game.hear();
  expect(await game.watch(4000)).toEqual([1, 2, 3, 4]);
  expect(game.theatre.isPlaying).toBe(false);
  expect(game.theatre.telling).toBeNull();
});

test("a bot's turn begins after a moment, and each step of a person's at once", async () => {
  const game = new Game();
  game.kinds = ["person", "bot", "person"];
  game.play([1]);
  game.hear();
  expect(await game.watch(thought(1) - 20)).toEqual([1]);
  expect(game.theatre.telling).toBeNull();
  await game.watch(40);
  expect(game.theatre.telling?.beats[0]?.words).toBe("w2");
  await game.watch(4000);
  game.play([1]);
  game.hear();
  await game.watch(20);
  expect(game.theatre.telling?.beats[0]?.words).toContain("w3");
});

test("what comes while others are shown is shown after them", async () => {
  const game = new Game();
  game.play([1, 1]);
  game.hear();
  await game.watch(300);
  game.play([2]);
  game.hear();
  expect(await game.watch(4000)).toEqual([2, 3, 4]);
});

test("the teller says who did what and what it brought, sentence by sentence", async () => {
  const game = new Game();
  game.play([1]);
  game.play([1], "and");
  game.play([2]);
  game.hear();
  await game.watch(50);
  expect(game.theatre.telling).toMatchObject({ at: 1, of: 2, gain: 2 });
  expect(game.theatre.telling!.beats).toMatchObject([{ seat: 1, words: "w2, w3" }]);
  await game.watch(600);
  expect(game.theatre.telling).toMatchObject({ at: 2, of: 2, gain: 1 });
});

test("a sentence goes on with what comes later", async () => {
  const game = new Game();
  game.play([1]);
  game.hear();
  await game.watch(900);
  game.play([1], "and");
  game.hear();
  await game.watch(50);
  expect(game.theatre.telling).toMatchObject({ gain: 2, beats: [{ words: "w2, w3" }] });
});

test("own steps are there at once and untold, and end what was shown", async () => {
  const game = new Game();
  game.play([1]);
  game.hear();
  await game.watch(200);
  game.play([0]);
  game.hear();
  expect(await game.watch(10)).toEqual([3]);
  expect(game.theatre.telling).toBeNull();
  expect(game.asked).toBe(0);
});

test("enough is enough: everything as it stands", async () => {
  const game = new Game();
  game.play([1, 2, 1, 2]);
  game.hear();
  await game.watch(400);
  game.theatre.stop();
  expect(await game.watch(3000)).toEqual([5]);
});

test("a page that nobody sees shows nothing", () => {
  const game = new Game();
  page.hidden = true;
  game.play([1, 2]);
  game.hear();
  expect(game.theatre.moment!.table.version).toBe(3);
});

test("of many steps only each seat's last turn is shown", async () => {
  const game = new Game();
  game.play([...Array<number>(40).fill(1), ...Array<number>(40).fill(2), 1, 1, 2]);
  game.hear();
  await game.watch(30);
  expect(game.theatre.telling).toMatchObject({ of: 3, left: 80 });
  expect(await game.watch(5000)).toEqual([81, 82, 83, 84]);
});

test("once more from long ago, and all of it", async () => {
  const game = new Game();
  game.play(Array.from({ length: 60 }, (_, n) => 1 + (n % 2)));
  page.hidden = true;
  game.hear();
  page.hidden = false;
  game.theatre.again(2);
  expect(await game.watch(30_000)).toEqual(Array.from({ length: 61 }, (_, n) => n + 1));
});

test("the newest step is shown once more from before it", async () => {
  const game = new Game();
  game.play([1]);
  game.hear();
  await game.watch(5000);
  game.theatre.again(2);
  expect((await game.watch(3000)).slice(-2)).toEqual([1, 2]);
});

test("at one screen the last step of a turn moves as the others do, untold", async () => {
  const game = new Game();
  const moved: unknown[][] = [];
  game.motions = (before, after) => (moved.push([before.game, after.game]), []);
  game.mine = [0, 1];
  for (const [seat, next] of [
    [0, 0],
    [0, 1],
    [1, 0],
  ] as const) {
    game.play([seat]);
    game.seat = next;
    game.hear();
    expect(game.theatre.telling).toBeNull();
    expect(await game.watch(10)).toEqual([game.lines.length]);
    expect(game.theatre.isPlaying).toBe(false);
  }
  expect(moved).toEqual([
    ["1", "2"],
    ["2", "3"],
    ["3", "4"],
  ]);
});

test("what arrives after a pause is shown as well, also when somebody taps then", async () => {
  const game = new Game();
  game.kinds = ["person", "bot", "bot"];
  game.play([1]);
  game.hear();
  await game.watch(50);
  const told = fetch;
  vi.stubGlobal("fetch", async (address: string) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    return told(address);
  });
  game.play([2, 2]);
  game.hear();
  await game.watch(6000);
  expect(game.theatre.isPlaying).toBe(true);
  game.theatre.next();
  await game.watch(6000);
  expect(game.theatre.isPlaying).toBe(false);
  expect(game.theatre.isBehind).toBe(false);
});

test("a fault in what moves is told, and the step counts as shown", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const game = new Game();
  game.motions = () => {
    throw new TypeError("no chamber");
  };
  game.play([1, 2]);
  game.hear();
  expect(await game.watch(4000)).toEqual([1, 2, 3]);
  expect(game.theatre.isPlaying).toBe(false);
  game.play([0]);
  game.hear();
  expect(await game.watch(10)).toEqual([4]);
  expect(told).toHaveBeenCalled();
  told.mockRestore();
});

test("step by step waits for a tap", async () => {
  Object.assign(prefs, { speed: "steps" });
  const game = new Game();
  game.play([1, 2]);
  game.hear();
  expect(await game.watch(5000)).toEqual([1, 2]);
  game.theatre.next();
  expect(await game.watch(2000)).toEqual([2, 3]);
});

test("switched off, all is told at once", () => {
  Object.assign(prefs, { speed: "off" });
  const game = new Game();
  game.play([1, 2]);
  game.hear();
  expect(game.theatre.moment!.table.version).toBe(3);
  expect(game.theatre.telling!.beats.map(({ words }) => words)).toEqual(["w2", "w3"]);
});

test("once more from somewhere, as it was", async () => {
  const game = new Game();
  game.play([0, 1, 2]);
  game.hear();
  await game.watch(5000);
  game.theatre.again(3);
  expect((await game.watch(5000)).slice(-3)).toEqual([2, 3, 4]);
});

test("a lost line shows the newest position", async () => {
  const game = new Game();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("gone")));
  game.play([1, 2]);
  game.hear();
  expect((await game.watch(1000)).at(-1)).toBe(3);
});

test("pointing at an old line marks what still lies there, else whose step it was", async () => {
  const game = new Game();
  const marked = vi.fn();
  const about = (desk: Desk, thing: string) => ({
    name: thing === "row 1" ? JSON.stringify(desk.shown) : thing,
  });
  const motions = () => ["row 1", "tile 5"].map((thing) => ({ kind: "fly", thing }));
  game.theatre.flights = { outline: marked, clear: () => {} } as unknown as Flights;
  game.theatre.furnish({
    ...{ module: { about, motions, joins: () => null }, shown: { game: "3" }, show: () => {} },
    gaze: game.gaze,
  } as unknown as Desk);
  game.play([1, 2]);
  game.hear();
  game.theatre.stop();
  for (const seat of [1, 2])
    await game.theatre.point(game.theatre.beats.find((beat) => beat.seat === seat)!);
  expect(marked.mock.calls.map(([things]) => things as unknown)).toEqual([
    ["seat 1", "tile 5"],
    ["row 1", "tile 5"],
  ]);
});

test("what could not be found of an old line is looked for again", async () => {
  const game = new Game();
  const marked = vi.fn();
  game.theatre.flights = { outline: marked, clear: () => {} } as unknown as Flights;
  game.motions = () => [{ kind: "glow", thing: "seat 1" }];
  game.play([1, 2]);
  game.hear();
  game.theatre.stop();
  const beat = game.theatre.beats.find(({ seat }) => seat === 1)!;
  const told = fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new Error("gone")));
  await game.theatre.point(beat);
  vi.stubGlobal("fetch", told);
  await game.theatre.point(beat);
  expect(marked.mock.calls.map(([things]) => (things as unknown[]).length)).toEqual([0, 1]);
});

/** Things that take half a second to move. */
const flights = () => ({ catch: () => ({}), fly: () => 500, clear: vi.fn() }) as unknown as Flights;

test("it is known how long things move, and numbers after them", async () => {
  const game = new Game();
  game.theatre.flights = flights();
  game.play([0]);
  game.hear();
  await game.watch(1);
  expect(game.theatre.moment!.table.version).toBe(2);
  expect(game.theatre.isMoving).toBe(true);
  await game.watch(1000);
  expect(game.theatre.isMoving).toBe(true);
  await game.watch(1000);
  expect(game.theatre.isMoving).toBe(false);
});

test("of own steps in a row each moves after the one before it", async () => {
  const game = new Game();
  const waits: number[] = [];
  const fly = (_caught: unknown, _desk: unknown, { wait }: { wait: number }) => {
    waits.push(wait);
    return wait + 500;
  };
  const all = { ...flights(), fly } as unknown as Flights;
  game.theatre.flights = all;
  for (const pause of [100, 100, 3000, 100]) {
    game.play([0]);
    game.hear();
    await game.watch(pause);
  }
  expect(waits).toEqual([0, 400, 800, 0]);
  expect(all.clear).toHaveBeenCalledTimes(2); // before the first, and after the pause
});

/** The places that are looked at while others' steps are shown: text names where each moves. */
async function placesOf(game: Game, texts: string[]): Promise<(string | undefined)[]> {
  game.motions = (_before, _after, { text }) => (text ? [{ kind: "glow", thing: text }] : []);
  game.gaze.shows("hill");
  for (const text of texts) game.play([1], text);
  game.hear();
  const looked: (string | undefined)[] = [];
  while (game.theatre.isPlaying) {
    await game.watch(10);
    const place = game.gaze.at?.place;
    if (place !== looked.at(-1)) looked.push(place);
  }
  return looked;
}

test("the view goes where things move, and is free at the end", async () => {
  const texts = ["forest", "forest", "", "scouts"];
  expect(await placesOf(new Game(), texts)).toEqual(["forest", "scouts", undefined]);
});

test("where all goes fast the view does not jump about", async () => {
  Object.assign(prefs, { speed: "fast" });
  const texts = ["hill", "forest", "hill", "scouts", "hill", "forest", "forest"];
  expect(await placesOf(new Game(), texts)).toEqual(["hill", "forest", undefined]);
});

test("nothing moves before the view stands still", async () => {
  const game = new Game();
  game.motions = () => [{ kind: "glow", thing: "forest" }];
  game.gaze.shows("hill");
  game.play([1]);
  game.hear();
  await game.watch(10);
  game.gaze.shows("forest"); // the page opens it
  expect(await game.watch(200)).toEqual([1]);
  expect(await game.watch(200)).toEqual([1, 2]);
});

test("the view stays until one's own things have come down", async () => {
  const game = new Game();
  game.motions = () => [{ kind: "glow", thing: "forest" }];
  game.gaze.shows("hill");
  game.theatre.flights = flights();
  for (const seat of [0, 1]) {
    game.play([seat]);
    game.hear();
    await game.watch(100);
  }
  await game.watch(250);
  expect(game.gaze.at).toBeNull();
  await game.watch(100);
  expect(game.gaze.at?.place).toBe("forest");
});

test("where nothing may move the view does not, either", async () => {
  Object.assign(prefs, { motion: "off" });
  expect(await placesOf(new Game(), ["forest"])).toEqual([]);
  Object.assign(prefs, { motion: "auto" });
});

test("enough is enough for what moves, too", async () => {
  const game = new Game();
  game.theatre.flights = flights();
  game.play([0]);
  game.hear();
  await game.watch(100);
  game.theatre.stop();
  expect(game.theatre.isMoving).toBe(false);
});

test("in a game that is over the next step moves, any other one is there at once", async () => {
  const game = new Game();
  game.play([1, 2]);
  game.hear();
  const table = game.live.table!;
  const theatre = new Theatre();
  theatre.flights = flights();
  const { gaze } = game;
  theatre.furnish({ module: { motions: () => [] }, show: () => {}, gaze } as unknown as Desk);
  const at = (version: number) => ({
    line: game.lines[version - 1]!,
    log: game.lines,
    table: { ...table, version },
  });
  theatre.turnTo(at(1), null);
  expect([theatre.moment!.table.version, theatre.isMoving]).toEqual([1, false]);
  theatre.turnTo(at(2), at(2).line);
  await vi.advanceTimersByTimeAsync(1);
  expect([theatre.moment!.table.version, theatre.isMoving]).toEqual([2, true]);
  theatre.turnTo(at(1), null);
  expect([theatre.moment!.table.version, theatre.isMoving]).toEqual([1, false]);
});
