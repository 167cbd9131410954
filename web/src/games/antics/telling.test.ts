/** Everything that is drawn can be asked about, and everything that is done moves something. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test, vi } from "vitest";
import type { Line } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import type { Motion } from "../contract";
import { about } from "./cards";
import { joins, motions, movers } from "./motions";
import { home } from "./places";
import positions from "./positions.test.json";
import { CODES, type Kind } from "./schema";
import { KINDS, things } from "./things";
import type { View } from "./view";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

// Words and screens need a browser.
vi.mock("../../lib/words.svelte", () => ({ say: (key: string) => key }));
vi.mock("../../table/form.svelte", () => ({ form: { now: "upright" } }));

const filled = (phrase: string, values: Record<string, unknown>) =>
  phrase.replace(/\{(\w+)\}/g, (gap, key: string) => String(values[key] ?? gap));

const ROOT = join(import.meta.dirname, "../../../..");
const COMPONENTS = join(ROOT, "src/formicarium/games/antics/components");
const part = (name: string): unknown =>
  JSON.parse(readFileSync(join(COMPONENTS, `${name}.json`), "utf8"));
const rules = readFileSync(join(ROOT, "docs/rules/antics.md"), "utf8");

type Change = Partial<Record<keyof View, unknown>>;
const base = positions.view as unknown as View;
const changed = (change: Change, colony: object = {}): View =>
  ({
    ...base,
    ...change,
    colonies: base.colonies.map((one, seat) => (seat ? one : { ...one, ...colony })),
  }) as View;

function deskWith(view: View, words: Record<string, string> = en): Desk {
  const seats = view.colonies.map((_, seat) => ({ kind: "person", name: `P${seat}` }));
  const say = (key: string, values = {}) => {
    if (words[key] === undefined) throw new Error(key);
    return filled(words[key], values);
  };
  const facts = { components: { "antics/board": part("board"), "antics/tiles": part("tiles") } };
  return { view, shown: view, seat: 0, looking: 0, seats, facts, say } as unknown as Desk;
}

/** A position in which there is one of everything. */
const rich = changed(
  {
    display: [
      ["red", "scout+build", null, "ants+fungus", "build+hatch", "grey"],
      ...base.display.slice(1),
    ],
  },
  {
    tiles: ["scout+hatch"],
    carrying: ["beetle 3", "green 5"],
    soldiers: [3],
    workers: [3, 5, "gorge"],
    waiting: ["ladybird"],
    stored: { butterfly: 1 },
    nests: { red: 2, flower: 1 },
    green: 1,
  },
);

const all: string[] = [
  ...rich.colonies[0]!.hexes.map(({ hex }) => things.hex(0, hex)),
  things.marker(0, 1),
  things.use(0, 1),
  things.ground("4 se"),
  things.ground("4"),
  things.hand(0, 0),
  ...["1a", "2a", "3a", "6a"].map(things.field),
  things.column(1),
  things.row("a"),
  things.anteater("red"),
  ...[0, 1, 2].map(things.meal),
  things.bag(),
  ...Array.from({ length: 40 }, (_, path) => things.path(path + 1)),
  things.path("gorge"),
  things.knob(5),
  ...Array.from({ length: 26 }, (_, clearing) => things.clearing(clearing)),
  things.lying(6),
  things.home(),
  ...(["flower", "grass", "water", "soil", "stone", "red"] as const).map(things.nest),
  things.crew("red"),
  things.brood(0, "red"),
  things.worker(0, 3),
  things.worker(0, "gorge"),
  things.soldier(0, 3),
  things.load(0, "beetle", 3),
  things.load(0, "green", 5),
  things.supply(0),
  things.leaves(0, "green"),
  things.leaves(0, "brown"),
  things.prey(0, "ladybird"),
  things.prey(0, "butterfly"),
  things.hero(0),
  things.actions(),
  things.steps(),
  things.end(),
  things.done(),
  things.send(),
  things.recall(),
  things.steal(),
  things.seat(0),
];

describe.each(Object.entries({ en, de, fr }))("cards in %s", (_, words) => {
  const desk = deskWith(rich, words);

  it.each(KINDS)("there are some for every %s", (kind) => {
    const named = all.filter((thing) => thing.split(" ")[0] === kind);
    expect(named).not.toEqual([]);
    for (const thing of named) {
      const card = about(desk, thing);
      expect(card?.name, thing).toBeTruthy();
      expect(card?.effect, thing).toMatch(/[.!]$/);
      expect(`${card!.name} ${card!.effect} ${card!.worth ?? ""}`, thing).not.toMatch(
        /[{}]|undefined|NaN/,
      );
      expect(rules).toContain(`**${card!.rule}**`);
    }
  });
});

test("what is not there has no card", () => {
  const desk = deskWith(rich);
  for (const thing of ["hex 0 99", "hand 0 7", "field 9z", "anteater pink", "place forest", "moon"])
    expect(about(desk, thing), thing).toBeNull();
});

test("everything drawn is to be found somewhere", () => {
  const desk = deskWith(rich);
  expect(home(desk, things.path(5))).toEqual({ place: "forest" });
  const worker = home(desk, things.worker(1, 5));
  expect(worker).toEqual({ thing: things.path(5), place: "forest" });
  expect(home(desk, things.field("1a"))).toEqual({ place: "scouts" });
  expect(home(desk, things.hex(0, 1))).toEqual({ place: "hill" });
  expect(home(desk, things.hex(1, 1))).toEqual({ seat: 1 });
  expect(home(desk, things.supply(2))).toEqual({ seat: 2 });
  expect(home(desk, "turn left")).toBeNull();
});

/** A step of every kind: its notation, its number, and what it changes before and after. */
const none = changed({ marked: [], phase: "act" }, { carrying: [], waiting: [], nests: {} });
const own = (colony: object, change: Change = {}): View =>
  changed(
    { marked: [], phase: "act", ...change },
    { carrying: [], waiting: [], nests: {}, ...colony },
  );
const STEPS: Record<Exclude<Kind, "done">, [string, number, View, View]> = {
  use: ["use 1", 0, none, own({}, { marked: [1] })],
  hero: ["hero scout", 0, none, own({}, { hero: true })],
  end: ["end", 0, own({}, { marked: [1, 2] }), none],
  take: [
    "take 1a",
    0,
    own({ tiles: [] }, { display: [["scout+build", null, null, null, null, "red"]] }),
    own({ tiles: ["scout+build"] }, { display: [[null, null, null, null, null, "red"]] }),
  ],
  tile: ["tile scout+hatch", 0, own({ tiles: ["scout+hatch"] }), own({}, { tile: "scout+hatch" })],
  hex: ["hex 1", 6, own({ hill: [] }, { tile: "scout+hatch" }), own({ hill: [] }, { spot: "1" })],
  lay: [
    "lay se",
    5,
    own({ hill: [], tiles: ["scout+hatch"] }),
    own({ hill: ["scout+hatch 1,0 se"], tiles: [] }),
  ],
  hatch: ["hatch red", 5, none, own({ nests: { red: 1 } })],
  place: ["place 5", 5, own({ nests: { flower: 1 } }), own({ workers: [5] })],
  secure: ["secure 5", 5, own({ nests: { red: 1 } }), own({ soldiers: [5] })],
  recall: ["recall 5", 5, own({ workers: [5] }), own({ workers: [] })],
  dismiss: ["dismiss gorge", 0, own({ soldiers: ["gorge"] }), own({ soldiers: [] })],
  leave: ["leave red", 5, own({ nests: { red: 1 } }), none],
  load: ["load 13", 13, none, own({ carrying: ["brown 16"] })],
  carry: ["carry brown 16", 112, own({ carrying: ["brown 16"] }), own({ carrying: ["brown 5"] })],
  to: ["to 5", 5, own({ carrying: ["beetle 3"] }), own({ carrying: ["beetle 5"] })],
  home: ["home", 0, own({ carrying: ["beetle 3"] }), own({ waiting: ["beetle"] })],
  steal: ["steal 2 green 5", 0, none, none],
  store: ["store 1", 0, own({ waiting: ["beetle"] }), own({ stored: { beetle: 1 } })],
  return: ["return scout+hatch", 0, own({ tiles: ["scout+hatch"] }), own({ tiles: [] })],
  anteater: [
    "anteater brown",
    3,
    own({}, { prey: { beetle: 2 }, display: [["brown", null, null, null, null, null]] }),
    own({}, { prey: { beetle: 1 }, display: [["brown", null, null, null, null, null]] }),
  ],
};
const others = (view: View, carrying: string[]): View => ({
  ...view,
  colonies: view.colonies.map((one, seat) => (seat === 1 ? { ...one, carrying } : one)),
});
STEPS.steal[2] = others(own({ nests: { red: 1 } }), ["green 5"]);
STEPS.steal[3] = others(own({ carrying: ["green 5"] }), []);

const lineOf = (kind: Kind, number = 0, text = ""): Line =>
  ({ version: 1, kind: "played", seat: 0, at: 0, code: CODES[kind] + number, text }) as Line;

/** Which kinds of things a motion names. */
const kindsIn = (found: Motion[]) =>
  found.flatMap(({ thing, from, to }) =>
    [thing, from, to].filter((one) => one !== undefined).map((one) => one.split(" ")[0]),
  );

describe("motions", () => {
  it.each(Object.entries(STEPS))(
    "%s moves the thing itself",
    (kind, [text, number, before, after]) => {
      const found = motions(before, after, lineOf(kind as Kind, number, text), deskWith(before));
      expect(found).not.toEqual([]);
      for (const name of kindsIn(found)) expect(KINDS).toContain(name);
    },
  );
  it("has a reason for every kind without any", () => {
    const still = Object.entries(movers).filter(([, mover]) => typeof mover === "string");
    expect(still.map(([kind]) => kind)).toEqual(["done"]);
  });
  it("builds a bridge with three, of whom two go home", () => {
    const found = motions(none, none, lineOf("place", 0), deskWith(none));
    expect(found.map(({ count }) => count)).toEqual([3, undefined, 2]);
  });
  it("closes rows, and fills them from the bag", () => {
    const rows = (row: (string | null)[]) => own({}, { display: [row] });
    const before = rows([null, "scout+build", "red", "build+hatch", null, "ants+fungus"]);
    const after = rows([
      "scout+build",
      "red",
      "build+hatch",
      "ants+fungus",
      "hatch+ants",
      "hatch+ants",
    ]);
    const found = motions(before, after, lineOf("end"), deskWith(before));
    expect(found.map(({ thing, from }) => `${thing} < ${from ?? ""}`)).toEqual([
      "field 1a < field 2a",
      "anteater red < ",
      "field 3a < field 4a",
      "field 4a < field 6a",
      "field 5a < bag",
      "field 6a < bag",
    ]);
  });
});

test("an action is one sentence, and so is clean-up", () => {
  const after = (kind: Kind, last: Kind) => joins(lineOf(kind), [lineOf(last)]);
  expect(after("use", "take")).toBeNull();
  expect(after("end", "use")).toBeNull();
  expect(after("take", "use")).toBe("and");
  expect(after("hex", "tile")).toBe("instead");
  expect(after("home", "carry")).toBe("instead");
  expect(after("store", "end")).toBe("and");
});
