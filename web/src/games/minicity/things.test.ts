import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { Desk } from "../../table/desk.svelte";
import { about } from "./information";
import { THINGS } from "./things";
import type { View } from "./view";

// Words of the page need a browser, to know which language it speaks.
vi.mock("../../lib/naming", () => ({ nameOf: (_: unknown, seat: number) => `Seat ${seat}` }));

const FOLDER = import.meta.dirname;
const GAME = "../src/formicarium/games/minicity/components";
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
const rules = readFileSync("../docs/rules/minicity.md", "utf8");
const stones = { yellow: 2, orange: 1, blue: 2, green: 1, pink: 1 };
const seat = {
  hand: "rgvb",
  box: stones,
  reserve: stones,
  cards: 4,
  points: 9,
  friends: ["snail"],
};
const view = {
  players: 2,
  options: {},
  phase: "unload",
  round: 3,
  to_act: [0],
  ants: { red: 3, grey: 19, yellow: 25, violet: 44, black: 46 },
  stored: { "39": 2, "3": 1 },
  north: "....rrg.....",
  south: "............",
  discard: "rgg",
  pile_length: 70,
  limit: 3,
  plays: 1,
  seats: [seat, { ...seat, hand: null }],
  market: { snail: 0, rhino: 1 },
  used: [],
  chamber: 39,
  room: true,
} as unknown as View;

function deskIn(language: string): Desk {
  const words = read(`${FOLDER}/words/${language}.json`);
  return {
    facts: {
      components: {
        "minicity/board": read(`${GAME}/board.json`),
        "minicity/cards": read(`${GAME}/cards.json`),
      },
    },
    shown: view,
    view,
    seat: 0,
    looking: 0,
    seats: [],
    scores: [12, 9],
    say(key: string, values: Record<string, unknown> = {}) {
      if (words[key] === undefined) throw new Error(`no words for ${key}`);
      return words[key].replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
    },
  } as unknown as Desk;
}

describe.each(["en", "de", "fr"])("the card of a thing, in %s", (language) => {
  const desk = deskIn(language);

  it.each(Object.values(THINGS))("%s", (thing) => {
    const card = about(desk, thing)!;
    const told = [card.name, card.effect, card.worth ?? ""].join(" ");
    expect(card.name).toBeTruthy();
    expect(card.effect).toBeTruthy();
    expect(told).not.toMatch(/[{}]|undefined|null|NaN/);
    expect(rules).toContain(`**${card.rule}**`);
  });

  it("names every friend with a rule of its own", () => {
    const friends = ["millipede", "ladybird", "dragonfly", "bumblebee", "stick"]
      .concat(["rhino", "orange", "exotic", "grasshopper", "snail"])
      .map((friend) => about(desk, `offer ${friend}`)!);
    expect(new Set(friends.map(({ name }) => name)).size).toBe(10);
    expect(new Set(friends.map(({ rule }) => rule)).size).toBe(10);
  });
});

it("says what a thing is worth now", () => {
  const desk = deskIn("en");
  expect(about(desk, "chamber 39")!.worth).toContain("could be unloaded: 2");
  expect(about(desk, "chamber 3")!.worth).toContain("here: the red ant");
  expect(about(desk, "card 0 0")!.worth).toBe("north, west: 3 · north, east: 1 · not seen yet: 15");
  expect(about(desk, "card 1 0")!.name).toBe("Hand: Seat 1");
  expect(about(desk, "end nw")!.worth).toBe("Red card: 3, any other: 1");
  expect(about(desk, "unload 0")!.worth).toBe("nothing unloaded: +6 points");
  expect(about(desk, "hat 1")).toBeNull();
});
