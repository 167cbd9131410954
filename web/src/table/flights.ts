/**
 * What moves when a step is shown: copies of things fly in one layer over the table, from where
 * they were to where they are. Only places and opacity change, which costs no drawing anew.
 */
import type { Motion, Thing } from "../games/contract";
import { copyOf, drawnAs, tokenOf, whereIs, type Copy, type Where } from "./copies";
import type { Desk } from "./desk.svelte";
import { lasting, timeline, type Timed } from "./timeline";
import { play } from "../lib/sound";
import { gained } from "../lib/numbers";

const RISE = 700; // milliseconds that a number rises
const STAND = 900; // and stands where nothing may move
const OUTLINED = 600;
const SMALLEST = 0.15; // of its size, where a thing goes to a tiny place
const NEAR = 6; // pixels: what moves less is not seen to move

/** What was seen of a step's motions before it was drawn. */
export interface Caught {
  timed: Timed[];
  seat: number;
  was: Map<Thing, Where | null>;
  copies: Map<Thing, Copy>;
}

/** How a step's motions are shown. */
export interface Staging {
  /** How much longer or shorter than usual everything takes. */
  factor: number;
  /** Milliseconds until it begins: what came before still flies. */
  wait: number;
  /** Whether things may move. */
  moves: boolean;
  /** Whether everything lay where it goes already, to be confirmed. */
  isForeseen: boolean;
  /** What each seat's points changed by. */
  gains: number[];
}

/** A copy that is about to fly. */
interface Flight {
  motion: Motion;
  nth: number;
  /** Where it arrives, and after how many milliseconds it is heard. */
  end: Where | null;
  heard: number;
  begin: () => void;
}

export class Flights {
  private readonly hidden = new Map<HTMLElement | SVGElement, number>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(private readonly layer: HTMLElement) {}

  /** See where things are before the next position is drawn. */
  catch(motions: Motion[], desk: Desk, seat: number): Caught {
    const timed = timeline(motions);
    const caught: Caught = { timed, seat, was: new Map(), copies: new Map() };
    for (const { motion } of timed) {
      const { thing, from = thing, to, via = [] } = motion;
      for (const name of [thing, from, ...(to ? [to] : []), ...via])
        if (!caught.was.has(name)) caught.was.set(name, this.find(name, desk));
      const drawn = drawnAs(thing);
      const copy = drawn && !caught.copies.has(thing) ? copyOf(drawn) : null;
      if (copy) caught.copies.set(thing, copy);
    }
    return caught;
  }

  /** Let everything move to where it is now; how many milliseconds that takes. */
  fly(caught: Caught, desk: Desk, manner: Staging): number {
    const { factor, wait, moves, isForeseen, gains } = manner;
    // First all that is measured, then all that changes: else everything is laid out many times.
    const flights = caught.timed.map((timed) => this.prepared(timed, caught, desk, manner));
    const chips = gains.map((n, seat) => (n ? this.find(`seat ${seat}`, desk) : null));
    const named = new Map<number, Where>();
    for (const { motion, nth, end, heard, begin } of flights) {
      const { gain, sound } = motion;
      if (!isForeseen) begin();
      if (nth > 0) continue;
      if (sound) this.later(() => play(sound), heard);
      if (!gain || !end) continue;
      const whose = gain.seat ?? caught.seat;
      const n = gain.n ?? gains[whose] ?? 0;
      if (gain.n === undefined) named.set(whose, end);
      if (n) this.later(() => this.rise(end, n, gain.icon, moves, factor), heard);
    }
    const ended = wait + lasting(caught.timed) * factor;
    chips.forEach((chip, whose) => {
      const before = named.get(whose);
      if (!chip || (before && !isFar([before, chip]))) return; // told there already
      const when = before ? ended : (wait + ended) / 2;
      this.later(() => this.rise(chip, gains[whose]!, undefined, moves, factor), when);
    });
    return moves ? ended : Math.max(ended, OUTLINED * factor);
  }

  /** Mark things where they are, until `clear`. */
  outline(things: Iterable<Thing>, desk: Desk): void {
    for (const thing of new Set(things)) {
      const where = this.find(thing, desk);
      if (where) this.frame(where, "outline");
    }
  }

  /** Things of seats light up, until `clear`; where none is on the screen, the chip of the seat. */
  light(seats: Map<number, Thing[]>, desk: Desk): void {
    const places = [...seats].flatMap(([seat, things]) => {
      const seen = things.map((thing) => this.find(thing, desk)).filter((where) => where !== null);
      return seen.length ? seen : [this.find(`seat ${seat}`, desk)];
    });
    // What several of them share lights up once.
    for (const where of new Map(places.map((one) => [`${one?.x} ${one?.y}`, one])).values())
      if (where) this.frame(where, "lamp");
  }

  /** Everything is where it belongs, at once. */
  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    for (const element of this.hidden.keys()) element.style.visibility = "";
    this.hidden.clear();
    this.layer.replaceChildren();
  }

  /** Where a thing is, or what stands for it where it is not on the screen. */
  private find(thing: Thing, desk: Desk): Where | null {
    const home = desk.module.home(desk, thing);
    const names = [
      thing,
      home?.thing,
      home?.seat === undefined ? undefined : `seat ${home.seat}`,
      home?.place === undefined ? undefined : `place ${home.place}`,
    ];
    for (const name of names) {
      const element = name === undefined ? null : drawnAs(name);
      const where = element && whereIs(element);
      if (where) return where;
    }
    return null;
  }

  /** Where a copy goes from and to, and when it is heard; nothing is changed before it begins. */
  private prepared(
    { motion, nth, times, start, length }: Timed,
    caught: Caught,
    desk: Desk,
    { factor, wait, moves }: Staging,
  ): Flight {
    const { kind, thing, from = thing, to = thing, via = [] } = motion;
    const chip = this.find(`seat ${caught.seat}`, desk);
    const drawn = drawnAs(thing);
    const isHere = drawn !== null && whereIs(drawn) !== null;
    const origin = caught.was.get(from) ?? chip;
    const end = this.find(to, desk) ?? caught.was.get(to) ?? chip;
    const [delay, duration] = [wait + start * factor, length * factor];
    const stays = kind === "glow" || kind === "shake" || kind === "flip" || kind === "pop";
    const heard = stays || !moves ? delay : delay + duration;
    const flight: Flight = { motion, nth, end, heard, begin: () => {} };
    if (!origin || !end) return flight;
    if (!moves)
      return { ...flight, begin: () => nth === 0 && this.still(origin, end, delay, factor) };
    const arrives = to === thing && isHere && kind !== "fade";
    const source = (arrives ? copyOf(drawn!) : again(caught.copies.get(thing))) ?? null;
    const copy = source ?? tokenOf(motion.icon, caught.seat);
    // What comes to its own place was not yet turned as it will be; all else stays as it was.
    const angle = (source && caught.was.get(arrives ? from : thing)?.angle) ?? 0;
    const at = (name: Thing, where: Where) =>
      source && name === thing ? where : visiting(copy, where, angle);
    const passed = via
      .map((name) => this.find(name, desk) ?? caught.was.get(name))
      .filter((one) => !!one)
      .map((where) => visiting(copy, where, angle));
    const [first, last] = [at(from, origin), at(to, end)];
    const path = stays ? [last] : kind === "fade" ? [first] : [first, ...passed, last];
    const isSeen = path.length === 1 || kind === "drop" || isFar(path); // it falls where it lies
    if (!isSeen && isHere) return flight;
    const begin = () => {
      const isFlying = drawn !== null && this.hidden.has(drawn); // and is not seen here until then
      if (arrives && kind !== "glow") this.hide(drawn!, delay + duration);
      // What goes from one thing out of sight to another shows itself at what stands for both.
      const launch = (ms: number) =>
        this.launch(copy, isSeen ? kind : "pop", path, { delay: ms, duration, times });
      if (isFlying) this.later(() => launch(0), delay);
      else launch(delay);
    };
    return { ...flight, begin };
  }

  private launch(
    copy: Copy,
    kind: Motion["kind"],
    path: Where[],
    { delay, duration, times }: { delay: number; duration: number; times: number },
  ): void {
    if (times > 1) copy.element.dataset.times = `×${times}`;
    if (kind === "glow") copy.element.querySelector(".copied")?.classList.add("lit");
    copy.element.style.width = `${copy.width}px`;
    copy.element.style.height = `${copy.height}px`;
    this.layer.append(copy.element);
    const { frames, easing } = MOVES[kind](copy, path);
    const flight = copy.element.animate(frames, { duration, delay, easing, fill: "both" });
    flight.onfinish = () => copy.element.remove();
  }

  /** Not shown until its copy has come. */
  private hide(element: Element, ms: number): void {
    const drawn = element as HTMLElement | SVGElement;
    const until = (this.hidden.get(drawn) ?? 0) + 1;
    this.hidden.set(drawn, until);
    drawn.style.visibility = "hidden";
    this.later(() => {
      if (this.hidden.get(drawn) !== until) return;
      this.hidden.delete(drawn);
      drawn.style.visibility = "";
    }, ms);
  }

  /** Where nothing may move: what was left is dim, where it came to is outlined. */
  private still(begin: Where, end: Where, delay: number, factor: number): void {
    this.later(() => {
      const frames = [this.frame(end, "outline")];
      if (isFar([begin, end])) frames.push(this.frame(begin, "dim"));
      this.later(() => frames.forEach((one) => one.remove()), OUTLINED * factor);
    }, delay);
  }

  private frame(where: Where, name: string): HTMLElement {
    const frame = document.createElement("div");
    frame.className = name;
    frame.style.width = `${where.width + 6}px`;
    frame.style.height = `${where.height + 6}px`;
    const place = placed(where, where.width + 6, where.height + 6);
    frame.style.transform = `${place} rotate(${where.angle}deg)`;
    this.layer.append(frame);
    return frame;
  }

  private rise(
    where: Where,
    n: number,
    icon: NonNullable<Motion["gain"]>["icon"],
    moves: boolean,
    factor: number,
  ): void {
    const number = document.createElement("div");
    number.className = n < 0 ? "gain loss" : "gain";
    number.textContent = gained(n);
    if (icon) number.append(tokenOf(icon, 0).element);
    this.layer.append(number);
    const [x, y] = [within(where.x, innerWidth), within(where.y, innerHeight)];
    const at = (up: number) => `translate(${x}px, ${y - up}px) translate(-50%, -50%)`;
    const frames = moves
      ? [
          { transform: at(0), opacity: 0 },
          { transform: at(10), opacity: 1, offset: 0.15 },
          { transform: at(30), opacity: 1, offset: 0.7 },
          { transform: at(38), opacity: 0 },
        ]
      : [{ transform: at(0) }, { transform: at(0) }];
    const duration = (moves ? RISE : STAND) * Math.max(1, factor);
    number.animate(frames, { duration, easing: "ease-out" }).onfinish = () => number.remove();
  }

  private later(what: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      what();
    }, ms);
    this.timers.add(timer);
  }
}

const within = (at: number, size: number) => Math.max(24, Math.min(size - 24, at));

function again(copy: Copy | undefined): Copy | undefined {
  return copy && { ...copy, element: copy.element.cloneNode(true) as HTMLElement };
}

/** Where a copy is at a thing that is not its own: no larger than it is. */
function visiting({ width, height, edge }: Copy, { x, y, ...place }: Where, angle: number): Where {
  const least = Math.min(place.width / width, place.height / height, 1);
  return { x, y, width: (width - 2 * edge) * least, height: (height - 2 * edge) * least, angle };
}

/** Whether somebody would see it move. */
function isFar(path: Where[]): boolean {
  const [first] = path;
  return path.some(
    (at) =>
      Math.hypot(at.x - first!.x, at.y - first!.y) > NEAR ||
      Math.abs(at.angle - first!.angle) > 2 ||
      Math.abs(at.width - first!.width) > NEAR,
  );
}

const placed = ({ x, y }: Where, width: number, height: number) =>
  `translate(${x - width / 2}px, ${y - height / 2}px)`;

type Frames = { frames: Keyframe[]; easing: string };

/** How a copy must be turned and enlarged to lie there. */
function lying(copy: Copy, at: Where, angle: number, more = 1, up = 0): string {
  const { width, height, edge } = copy;
  const fits = Math.min(at.width / (width - 2 * edge), at.height / (height - 2 * edge));
  const scale = Math.max(SMALLEST, fits) * more;
  return `${placed({ ...at, y: at.y - up }, width, height)} rotate(${angle}deg) scale(${scale})`;
}

/** Along a path, turning by the shorter way. */
function along(copy: Copy, path: Where[], arc: number, easing: string): Frames {
  const lengths = path.map((at, n) =>
    n === 0 ? 0 : Math.hypot(at.x - path[n - 1]!.x, at.y - path[n - 1]!.y),
  );
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1;
  let [angle, gone] = [path[0]!.angle, 0];
  const frames: Keyframe[] = path.map((at, n) => {
    angle += ((((at.angle - angle) % 360) + 540) % 360) - 180;
    gone += lengths[n]!;
    const offset = n === path.length - 1 ? 1 : gone / whole;
    return { transform: lying(copy, at, angle), offset };
  });
  if (arc && path.length === 2) {
    const [a, b] = [path[0]!, path[1]!];
    const middle = {
      x: (a.x + b.x) / 2,
      y: (a.y + b.y) / 2,
      width: Math.max(a.width, b.width),
      height: Math.max(a.height, b.height),
      angle: 0,
    };
    const lift = Math.min(60, whole * arc);
    const turned = (a.angle + angle) / 2;
    frames.splice(1, 0, { transform: lying(copy, middle, turned, 1.04, lift), offset: 0.5 });
  }
  return { frames, easing };
}

const MOVES: Record<Motion["kind"], (copy: Copy, path: Where[]) => Frames> = {
  fly: (copy, path) => along(copy, path, 0.16, "ease-in-out"),
  walk: (copy, path) => along(copy, path, 0, "linear"),
  drop: (copy, path) => {
    const [from, end] = [path[0]!, path.at(-1)!];
    const above = (up: number, more: number) => lying(copy, end, end.angle, more, up);
    return {
      frames: [
        { transform: lying(copy, from, from.angle), offset: 0 },
        { transform: above(34, 1.12), offset: 0.55, easing: "ease-in" },
        { transform: above(0, 1.03), offset: 0.85 },
        { transform: above(0, 1), offset: 1 },
      ],
      easing: "linear",
    };
  },
  pop: (copy, [at]) => ({
    frames: [
      { transform: lying(copy, at!, at!.angle, 0.1), opacity: 0.2 },
      { transform: lying(copy, at!, at!.angle, 1.18), opacity: 1, offset: 0.7 },
      { transform: lying(copy, at!, at!.angle), opacity: 1 },
    ],
    easing: "ease-out",
  }),
  fade: (copy, [at]) => ({
    frames: [
      { transform: lying(copy, at!, at!.angle), opacity: 1 },
      { transform: lying(copy, at!, at!.angle, 0.5), opacity: 0 },
    ],
    easing: "ease-in",
  }),
  glow: (copy, [at]) => ({
    frames: [
      { transform: lying(copy, at!, at!.angle), opacity: 0.9 },
      { transform: lying(copy, at!, at!.angle, 1.25), opacity: 0 },
    ],
    easing: "ease-out",
  }),
  shake: (copy, [at]) => ({
    frames: [0, -5, 5, -3, 3, 0].map((by) => ({
      transform: lying(copy, { ...at!, x: at!.x + by }, at!.angle),
    })),
    easing: "linear",
  }),
  flip: (copy, [at]) => ({
    frames: [
      { transform: `${lying(copy, at!, at!.angle)} scaleX(0.05)`, opacity: 0.4 },
      { transform: `${lying(copy, at!, at!.angle)} scaleX(1)`, opacity: 1 },
    ],
    easing: "ease-out",
  }),
};
