import { describe, expect, it } from "vitest";
import type { Line } from "../../lib/api";
import { beatsOf } from "../../table/beats";
import type { Motion } from "../contract";
import { joins, motions, movers } from "./motions";
import { colony, deskIn, view } from "./sample";
import { CODES, type Kind } from "./schema";
import { taken } from "./things";
import type { View } from "./view";

const desk = deskIn("en");

type Change = Partial<View> & { me?: Partial<typeof colony> };
const changed = ({ me, ...more }: Change): View => ({
  ...view,
  ...more,
  ...(me ? { seats: [{ ...view.seats[0]!, ...me } as View["seats"][number], view.seats[1]!] } : {}),
});

const line = (kind: Kind, text: string, number = 0, words = ""): Line =>
  ({ version: 1, kind: "played", seat: 0, at: 0, code: CODES[kind] + number, text, words }) as Line;

const moved = (before: Change, after: Change, step: Line): Motion[] =>
  motions(changed(before), changed(after), step, desk);

const brood = { phase: "brood" } as const;
const garden = { phase: "garden" } as const;
const atelier = { phase: "atelier" } as const;

/** A step of every kind that moves something. */
const steps: [Kind, Motion[], string][] = [
  [
    "event",
    moved(brood, { ...brood, me: { event: 4, larvae: 1 } }, line("event", "event 4", 4)),
    "marker 0",
  ],
  [
    "larvae",
    moved(
      brood,
      { ...brood, me: { placed: { ...colony.placed, larvae: 3 } } },
      line("larvae", "larvae 3", 3),
    ),
    "slot 0 larvae 3",
  ],
  [
    "workers",
    moved(
      brood,
      { ...brood, me: { placed: { ...colony.placed, workers: 2 } } },
      line("workers", "workers 2", 2),
    ),
    "slot 0 workers 2",
  ],
  [
    "soldiers",
    moved(brood, { phase: "worker", me: { soldiers: 2 } }, line("soldiers", "soldiers 2", 2)),
    "soldiers 0",
  ],
  [
    "atelier",
    moved(
      brood,
      { ...brood, me: { placed: { ...colony.placed, atelier: 2 } } },
      line("atelier", "atelier 2", 2),
    ),
    "slot 0 atelier 2",
  ],
  [
    "hatch",
    moved(brood, { phase: "worker", me: { workers: 2 } }, line("hatch", "hatch 1", 1)),
    "workers 0",
  ],
  [
    "room",
    moved({ phase: "worker" }, { phase: "worker" }, line("room", "room 3", 4)),
    "inside 0 3",
  ],
  ["convert", moved(atelier, atelier, line("convert", "convert")), "larvae 0"],
  [
    "done",
    moved(
      garden,
      { phase: "atelier", tiles: [{ ...view.tiles[0]!, cubes: [] }] },
      line("done", "done"),
    ),
    "cube k4",
  ],
  ["level", moved(atelier, { ...atelier, me: { level: 2 } }, line("level", "level")), "room 0 2"],
  ["nurse", moved(atelier, atelier, line("nurse", "nurse")), "nurses 0"],
  ["objective", moved(atelier, atelier, line("objective", "objective 2", 1)), "done 0 2"],
  ["food", moved({ phase: "discard" }, { phase: "discard" }, line("food", "food")), "food 0"],
  [
    "earth",
    moved({ phase: "pay", objective: 2 }, { phase: "pay" }, line("earth", "earth")),
    "earth 0",
  ],
  ["stone", moved({ phase: "harvest" }, { phase: "harvest" }, line("stone", "stone")), "stone 0"],
  ["hex", moved(garden, garden, line("hex", "k5")), "prey k5"],
  ["place", moved({ phase: "lay" }, { phase: "worker" }, line("place", "k4 l5")), "tile k4"],
];

describe("every kind of action", () => {
  it("has a step here, or says why nothing moves", () => {
    const still = (Object.keys(movers) as Kind[]).filter(
      (kind) => typeof movers[kind] === "string",
    );
    expect([...steps.map(([kind]) => kind), ...still].sort()).toEqual(Object.keys(CODES).sort());
    for (const kind of still) expect(movers[kind]).toMatch(/\w+ \w+/);
  });

  it.each(steps)("moves something: %s", (_, found, expected) => {
    expect(found.map((motion) => motion.thing)).toContain(expected);
  });

  it.each(steps)("names only things that are drawn: %s", (_, found) => {
    const names = found.flatMap(({ thing, from, to, via }) => [thing, from, to, ...(via ?? [])]);
    for (const name of names) if (name !== undefined) expect(taken(name), name).not.toBeNull();
  });
});

describe("a hex", () => {
  const at = (phase: View["phase"], name = "k4") =>
    moved({ phase }, { phase: "garden" }, line("hex", name)).map((motion) => motion.thing);

  it("means something else in every phase", () => {
    expect(at("start")).toEqual(["tunnel k4"]);
    expect(at("worker")).toEqual(["walker"]);
    expect(at("garden")).toEqual(["walker"]);
    expect(at("harvest")).toContain("cube k4");
    expect(at("dig")).toEqual(["tunnel k4", "earth 0"]);
    expect(at("give")).toEqual(["tile k4"]);
  });

  it("takes soldiers where it is foreign", () => {
    const entered = moved(garden, { ...garden, me: { soldiers: 0 } }, line("hex", "k4"));
    expect(entered).toContainEqual(
      expect.objectContaining({ kind: "fade", thing: "soldiers 0", count: 1 }),
    );
  });

  it("loses its tile when that is cleaned", () => {
    const cleaned = moved({ phase: "stand" }, { ...garden, tiles: [] }, line("hex", "k4"));
    expect(cleaned.map((motion) => motion.thing)).toEqual(["earth 0", "tile k4", "walker"]);
  });
});

it("shows how a winter ends a year", () => {
  const found = moved(
    { phase: "winter", season: "autumn" },
    { ...brood, year: 2, me: { food: 0, points: { ...colony.points, winter: -1 } } },
    line("done", "done"),
  );
  expect(found.find((motion) => motion.thing === "food 0")?.gain).toEqual({ seat: 0, n: -3 });
  expect(found.filter((motion) => motion.kind === "flip")).toHaveLength(3);
});

describe("sentences", () => {
  const leave = line("hex", "l4", 0, "sent a worker out by a tunnel");
  const step = line("hex", "k4", 0, "walked on (earth)");
  const hunt = line("hex", "k5", 0, "hunted a ladybug with 1 soldier: 2 food");
  const lay = line("lay", "lay pair", 0, "chose a pair");
  const place = line("place", "k4 k5", 0, "laid the tile");

  it("tell of a worker from her tunnel to her tile", () => {
    expect(joins(step, [leave])).toBe("and");
    expect(joins(step, [leave, step])).toBe("instead");
    expect(joins(hunt, [leave, step])).toBe("and");
    expect(joins(step, [leave, hunt])).toBe("and");
    expect(joins(lay, [leave, hunt])).toBe("and");
    expect(joins(place, [leave, lay])).toBe("and");
    expect(joins(leave, [leave, lay, place])).toBeNull();
  });

  it("tell all of a brood at once, and each brood anew", () => {
    const larvae = line("larvae", "larvae 2", 2);
    expect(joins(larvae, [line("event", "event 4", 4)])).toBe("and");
    expect(joins(line("event", "event 4", 4), [larvae])).toBeNull();
    expect(joins(larvae, [line("atelier", "atelier 1", 1)])).toBeNull();
  });

  it("tell of a track with all before it, and of a harvest with every cube", () => {
    const told = (lines: Line[]) => beatsOf(lines, joins).map(({ words }) => words);
    expect(
      told([
        line("event", "event 4", 4, "chose an event"),
        line("larvae", "larvae 1", 1, "set 1 nurse to the larvae"),
        line("workers", "workers 0", 0, "set 1 nurse to the larvae"),
        line("soldiers", "soldiers 2", 2, "set 1 nurse to the larvae and 2 to the soldiers"),
      ]),
    ).toEqual(["chose an event, set 1 nurse to the larvae and 2 to the soldiers"]);
    expect(
      told([
        line("hex", "k4", 0, "harvested 1 earth"),
        line("hex", "k5", 0, "harvested 1 food and 1 earth"),
        line("stone", "stone", 0, "harvested 1 food, 1 earth and 1 stone"),
        line("food", "food", 0, "discarded 1 food"),
        line("earth", "earth", 0, "discarded 1 food and 1 earth"),
      ]),
    ).toEqual(["harvested 1 food, 1 earth and 1 stone", "discarded 1 food and 1 earth"]);
    const twice = [leave, hunt, hunt];
    expect(told(twice)).toEqual([`${leave.words}, ${hunt.words} ×2`]);
  });

  it("tell of each action of the atelier by itself", () => {
    const tunnel = line("tunnel", "tunnel");
    expect(joins(line("hex", "j6"), [tunnel])).toBe("and");
    expect(joins(line("level", "level"), [tunnel])).toBeNull();
    expect(joins(line("earth", "earth"), [line("objective", "objective 2", 1)])).toBe("and");
  });
});
