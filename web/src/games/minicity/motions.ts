/** What each kind of action moves: see games/contract.ts, and things.ts for the names. */
import type { Line, View as AnyView } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { kindOf, movedBy, type Movers, type Shown } from "../../table/kinds";
import type { Home, Motion, Thing } from "../contract";
import { roadOf, route, type RoadName } from "./geometry";
import { outlook } from "./reach";
import { CODES, type Kind, type View } from "./schema";
import {
  ANTS,
  COLOURS,
  ENDS,
  FRIENDS,
  ICONS,
  antInPlay,
  boardOf,
  chamberOf,
  costOf,
  type Colour,
} from "./view";

type Step = Shown<View>;

const ROADS: readonly RoadName[] = ["north", "south"];
const TUNNEL = 220; // milliseconds
const FARTHEST = 1000;

export const movers: Movers<Kind, View> = {
  play: (step) => [...lay(step), ...aftermath(step)],
  stick: ({ seat, before }) => [
    {
      kind: "flip",
      thing: `friend ${seat} stick ${(before.seats[seat]?.friends ?? []).indexOf("stick")}`,
      icon: "stick",
      sound: "swish",
    },
  ],
  finish: (step) => aftermath(step),
  go: (step) => [...walk(step), ...earned(step, step.number + 1), ...aftermath(step)],
  stay: (step) => [
    { kind: "shake", thing: `ant ${antInPlay(step.before)}`, sound: "no" },
    ...aftermath(step),
  ],
  unload: (step) => [...unload(step), ...aftermath(step)],
  stock: (step) => {
    const colour = COLOURS[step.number]!;
    return [...intoBox(step, colour, 1, gone(step, colour) - 1), ...aftermath(step, colour)];
  },
  leave: (step) => aftermath(step),
  buy: ({ seat, number, after, desk }) => {
    const friend = FRIENDS[number]!;
    const at = (after.seats[seat]?.friends ?? []).lastIndexOf(friend);
    return [
      {
        kind: "fly",
        thing: `friend ${seat} ${friend} ${at}`,
        icon: ICONS[friend],
        from: `offer ${friend}`,
        ms: 400,
        sound: "pop",
        gain: { n: -costOf(desk.facts, after, friend), icon: "friend" },
      },
    ];
  },
  ladybird: ({ number }) => [
    { kind: "glow", thing: `chamber ${number + 1}`, icon: "ladybug", sound: "step" },
  ],
  carry: (step) => {
    const { before, number } = step;
    const [from, to] = [before.source!, number + 1];
    const taken = (before.stored[from] ?? 0) - 1;
    return [
      {
        kind: "fly",
        thing: `stored ${to} ${before.stored[to] ?? 0}`,
        from: `stored ${from} ${taken}`,
        ms: 320,
        sound: "step",
      },
      ...aftermath(step),
    ];
  },
  done: (step) => aftermath(step),
  dragonfly: ({ before, after }) =>
    ANTS.filter((ant) => before.ants[ant] !== after.ants[ant]).map((ant, n) => ({
      kind: "fly",
      thing: `ant ${ant}`,
      ms: 550,
      sound: "swish",
      ...(n ? { after: 0 } : {}),
    })),
  bumblebee: ({ seat, number, before, after }) => {
    const [give, take] = [COLOURS[Math.floor(number / 5)]!, COLOURS[number % 5]!];
    const [left, right] = [before.seats[seat]?.box?.[give], after.seats[seat]?.box?.[take]];
    return [
      {
        kind: "fly",
        thing: `stone ${seat} ${give} ${(left ?? 1) - 1}`,
        icon: "stone_piece",
        to: `heap ${seat} ${give}`,
        ms: 320,
        sound: "swish",
      },
      {
        kind: "fly",
        thing: `stone ${seat} ${take} ${(right ?? 1) - 1}`,
        icon: "stone_piece",
        from: `heap ${seat} ${take}`,
        ms: 320,
        after: 0,
      },
    ];
  },
};

const moved = movedBy(CODES, movers);

/** A card that somebody lays face down is seen to come, though nobody is told which it is. */
export function motions(before: AnyView, after: AnyView, line: Line, desk: Desk): Motion[] {
  const views = { before: before as View, after: after as View };
  const { seat, code } = line;
  if (code !== undefined || seat === null || views.before.phase !== "stick")
    return moved(before, after, line, desk);
  return lay({ ...views, line, seat, number: -1, desk });
}

/** The card comes to its end of a road, and the run that it makes lights up. */
function lay(step: Step): Motion[] {
  const { before, after, seat, number, desk } = step;
  const end = after.card ?? ENDS[number % ENDS.length];
  const ant = before.as ?? ANTS[Math.floor(number / ENDS.length)];
  if (!end || !ant) return [];
  const seen = outlook(boardOf(desk.facts), before, seat, ant, end);
  if (!seen) return [];
  const name = roadOf(end);
  const letter = number < 0 ? undefined : ANTS[Math.floor(number / ENDS.length)]![0];
  const held = letter === undefined ? -1 : (before.seats[seat]?.hand?.indexOf(letter) ?? -1);
  // A road that was swept at once has no such card any more: it is seen to come to its field.
  const at = after[name][seen.run[0]!] === "." ? "field" : "laid";
  return [
    {
      kind: "fly",
      thing: `${at} ${name} ${seen.run[0]! + 1}`,
      icon: "card",
      from: held < 0 ? `hand ${seat}` : `card ${seat} ${held}`,
      sound: "swish",
    },
    ...seen.run.map((field, n): Motion => ({
      kind: "glow",
      thing: `laid ${name} ${field + 1}`,
      ms: 200,
      ...(n ? { after: 50 } : {}),
      ...(n === seen.run.length - 1 ? { gain: { n: seen.steps, icon: "steps" } } : {}),
    })),
  ];
}

function walk({ before, after, desk }: Step): Motion[] {
  const ant = ANTS.find((one) => before.ants[one] !== after.ants[one]);
  if (!ant) return [];
  const path = route(boardOf(desk.facts), before.ants[ant], after.ants[ant]);
  const via = path.slice(1, -1).map((chamber) => `chamber ${chamber}`);
  const ms = Math.min(FARTHEST, TUNNEL * (path.length - 1));
  return [{ kind: "walk", thing: `ant ${ant}`, via, ms, sound: "step" }];
}

function unload(step: Step): Motion[] {
  const { before, seat, number, desk } = step;
  const id = before.chamber!;
  const { colour } = chamberOf(desk.facts, id);
  const [filled, box] = [before.stored[id] ?? 0, before.seats[seat]?.box?.[colour] ?? 0];
  if (!number) return earned(step, id);
  return Array.from({ length: number }, (_, n) => ({
    kind: "fly",
    thing: `stored ${id} ${filled + n}`,
    from: seat === desk.seat ? `stone ${seat} ${colour} ${box - 1 - n}` : `box ${seat}`,
    sound: "clink",
    ...(n ? { after: 110 } : {}),
    ...(n === number - 1 ? { gain: {} } : {}),
  }));
}

/** Friendship points for a chamber where nothing is unloaded. */
function earned({ before, after, seat }: Step, chamber: number): Motion[] {
  const n = (after.seats[seat]?.points ?? 0) - (before.seats[seat]?.points ?? 0);
  if (n <= 0) return [];
  return [{ kind: "glow", thing: `chamber ${chamber}`, sound: "pop", gain: { n, icon: "friend" } }];
}

/** Stones that have left the reserve. */
function gone({ before, after, seat }: Step, colour: Colour): number {
  const [was, is] = [before, after].map((view) => view.seats[seat]?.reserve?.[colour] ?? 0);
  return Math.max(0, was! - is!);
}

/** Stones of the reserve, into the box; some more come after them. */
function intoBox(step: Step, colour: Colour, count: number, more = 0): Motion[] {
  const { after, seat, desk } = step;
  const first = (after.seats[seat]?.box?.[colour] ?? 0) - count - Math.max(0, more);
  const isMine = seat === desk.seat;
  return Array.from({ length: count }, (_, n) => ({
    kind: "fly",
    thing: `stone ${seat} ${colour} ${Math.max(0, first + n)}`,
    icon: "stone_piece",
    from: isMine ? `heap ${seat} ${colour}` : `reserve ${seat}`,
    ...(isMine ? {} : { to: `box ${seat}` }),
    ms: 200,
    sound: "clink",
    ...(n ? { after: 80 } : {}),
  }));
}

/** What comes by itself after a step: a card is turned up, a road swept, box and hand refilled. */
function aftermath(step: Step, chosen?: Colour): Motion[] {
  return [
    ...turnedUp(step),
    ...ROADS.flatMap((name) => swept(step, name)),
    ...refilled(step, chosen),
    ...drawn(step),
    ...begun(step),
  ];
}

function turnedUp({ before, after }: Step): Motion[] {
  if (!before.as || !before.card || after.as) return [];
  const name = roadOf(before.card);
  const field = before.card.endsWith("w")
    ? before[name].search(/[^.]/)
    : before[name].search(/[^.]\.*$/);
  if (after[name][field] === ".") return [];
  return [{ kind: "flip", thing: `laid ${name} ${field + 1}`, sound: "swish" }];
}

const cardsOn = (row: string) =>
  [...row].flatMap((letter, field) => (letter === "." ? [] : [field + 1]));

function swept({ before, after }: Step, name: RoadName): Motion[] {
  const [lay, lie] = [cardsOn(before[name]), cardsOn(after[name])];
  if (lie.length >= lay.length) return [];
  // Where others lie afterwards, what lay before cannot be copied any more.
  const off = lay.filter((field) => !lie.includes(field));
  return [
    ...off.map((field, n): Motion => ({
      kind: "fly",
      thing: `laid ${name} ${field}`,
      to: "discard",
      ms: 400,
      ...(n ? { after: 20 } : { sound: "swish" }),
    })),
    ...lie.map((field, n): Motion => ({
      kind: "fly",
      thing: `laid ${name} ${field}`,
      from: "pile",
      ...(n ? { after: 80 } : {}),
    })),
  ];
}

function refilled(step: Step, chosen?: Colour): Motion[] {
  return COLOURS.flatMap((colour) =>
    intoBox(step, colour, Math.max(0, gone(step, colour) - (colour === chosen ? 1 : 0))),
  );
}

/** Cards of the pile, into the hand. */
function drawn({ before, after, seat, line }: Step): Motion[] {
  const [was, is] = [before.seats[seat], after.seats[seat]];
  const laid = line.code !== undefined && kindOf(CODES, line.code).kind === "play" ? 1 : 0;
  const count = (is?.cards ?? 0) - (was?.cards ?? 0) + laid;
  if (count <= 0) return [];
  const more = (n: number): Partial<Motion> => (n ? { after: 80 } : {});
  if (!is?.hand)
    return [
      {
        kind: "fly",
        thing: `card ${seat} 0`,
        icon: "card",
        from: "pile",
        to: `hand ${seat}`,
        count,
        sound: "swish",
      },
    ];
  return fresh(was?.hand ?? "", is.hand).map((card, n) => ({
    kind: "fly",
    thing: `card ${seat} ${card}`,
    from: "pile",
    sound: "swish",
    ...more(n),
  }));
}

/** Which cards of a hand were not in it before. */
function fresh(was: string, is: string): number[] {
  let rest = was;
  return [...is].flatMap((letter, number) => {
    const isOld = rest.includes(letter);
    if (isOld) rest = rest.replace(letter, "");
    return isOld ? [] : [number];
  });
}

/** The rhinoceros beetle of whoever is next. */
function begun({ before, after, seat }: Step): Motion[] {
  return after.seats.flatMap((one, number): Motion[] => {
    const n = (one.points ?? 0) - (before.seats[number]?.points ?? 0);
    return number === seat || n <= 0
      ? []
      : [
          {
            kind: "glow",
            thing: `points ${number}`,
            sound: "pop",
            gain: { seat: number, n, icon: "friend" },
          },
        ];
  });
}

/** A card with its way and what was unloaded is one sentence, and so is a box that is refilled. */
export function joins(line: Line, sentence: readonly Line[]): "and" | null {
  const kinds = [...sentence, line].map(({ code }) =>
    code === undefined ? "play" : kindOf(CODES, code).kind,
  );
  const [kind, last] = [kinds.at(-1)!, kinds.at(-2)];
  if (kind === "stock") return last === "stock" || last === "finish" ? "and" : null;
  if (kind === "play") return last === "stick" ? "and" : null;
  if (kind === "carry" || kind === "done")
    return last === "ladybird" || last === "carry" ? "and" : null;
  const isOfCard = kind === "go" || kind === "stay" || kind === "unload";
  return isOfCard && kinds.slice(0, -1).includes("play") ? "and" : null;
}

const ON_HILL = ["ant", "chamber", "field"];

/** Whose things are not on the screen, at whose chip they are to be looked for. */
export function home(_: Desk, thing: Thing): Home | null {
  const [kind, name, number] = thing.split(" ");
  if (kind === "stored") return { thing: `chamber ${name}`, place: "hill" };
  if (kind === "laid") return { thing: `field ${name} ${number}`, place: "hill" };
  if (ON_HILL.includes(kind!)) return { place: "hill" };
  if (kind === "friend" || kind === "points")
    return { thing: `friends ${name}`, seat: Number(name) };
  if (kind === "card") return { thing: `hand ${name}`, seat: Number(name) };
  if (kind === "stone") return { thing: `box ${name}`, seat: Number(name) };
  if (kind === "heap") return { thing: `reserve ${name}`, seat: Number(name) };
  if (["hand", "box", "reserve", "friends"].includes(kind!)) return { seat: Number(name) };
  if (kind === "offer") return { thing: "market" };
  return kind === "discarded" ? { thing: "discard" } : null;
}
