import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { Language } from "../../lib/prefs.svelte";
import type { Desk } from "../../table/desk.svelte";
import { about } from "./cards";
import { KINDS, thing, taken, type Kind } from "./things";
import { CUBES, type View } from "./view";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

// The page's own words need a browser, to know which language it speaks.
vi.mock("../../lib/words.svelte", () => ({
  say: (key: string, values = {}) => [key, ...Object.values(values)].join(" "),
}));

const WORDS: Record<Language, Record<string, string>> = { en, de, fr };
const source = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const component = (name: string): unknown =>
  JSON.parse(source(`../../../../src/formicarium/games/myrmes/components/${name}.json`));

const colony = {
  food: 1,
  earth: 0,
  stone: 0,
  larvae: 2,
  soldiers: 1,
  nurses: 3,
  level: 1,
  trophies: 0,
  workers: 1,
  rooms: [2],
  tunnels: ["l4"],
  event: 5,
  placed: { larvae: 1, workers: 0, soldiers: 0, atelier: 1 },
  done: { "1": 2 },
  left: { pair: 5, line: 2, triangle: 2, rhombus: 2, pistol: 2, trapezoid: 2, pyramid: 1 },
  markers: 3,
  points: Object.fromEntries(
    Object.keys(en)
      .filter((key) => key.startsWith("card_points_"))
      .map((key) => [key.slice("card_points_".length), 2]),
  ),
  room_level: 1,
  size_limit: 3,
  capacity: 4,
  ants_left: 5,
};

/** A garden with one of everything. */
const view = {
  game: "myrmes",
  players: 2,
  options: {},
  year: 1,
  season: "spring",
  phase: "lay",
  first: 0,
  dice: [4, 2, 3],
  objectives: [1, 2, 8, 9, 15, 16],
  prey: { k5: "ladybug" },
  tiles: [{ cells: ["k4", "l5"], kind: "pheromone", owner: 0, cubes: ["k4"] }],
  seats: [colony, { ...colony, tunnels: ["l10"] }],
  to_act: [0],
  scores: [22, 22],
  supply: null,
  farms: 8,
  subcolonies: 8,
  winter: 4,
  seat: 0,
  worker: "l6",
  moves: 2,
  laying: "pair",
} as unknown as View;

const deskIn = (language: Language) =>
  ({
    shown: view,
    seat: 0,
    seats: [],
    looking: 0,
    facts: {
      components: { "myrmes/board": component("board"), "myrmes/pieces": component("pieces") },
    },
    say: (key: string, values: Record<string, string | number> = {}) => {
      const phrase = WORDS[language][key];
      if (phrase === undefined) throw new Error(`no words for ${key}`);
      return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
    },
  }) as unknown as Desk;
const desk = deskIn("en");

const all = Object.entries(KINDS) as [Kind, string][];
const rules = source("../../../../docs/rules/myrmes.md");

describe.each(["en", "de", "fr"] as Language[])("in %s a card", (language) => {
  it.each(all)("tells of a %s", (kind, example) => {
    const card = about(deskIn(language), `${kind} ${example}`.trim());
    expect(card?.name).toBeTruthy();
    expect(card?.effect).toBeTruthy();
    expect(`${card?.name} ${card?.effect} ${card?.worth ?? ""}`).not.toMatch(/[{}]|undefined|NaN/);
    expect(rules).toContain(`**${card?.rule}**`);
  });
});

const TEXTS = import.meta.glob<string>("./*.svelte", {
  eager: true,
  query: "?raw",
  import: "default",
});

it("is drawn somewhere, whatever has a name", () => {
  const drawn = Object.values(TEXTS).join("\n");
  const missing = all.map(([kind]) => kind).filter((kind) => !drawn.includes(`thing("${kind}"`));
  expect(drawn).toContain("{#each CUBES as kind");
  expect(drawn).toContain("thing(kind, seat)");
  // The page around the board draws seats.
  expect(missing).toEqual([...CUBES, "seat"]);
});

it("knows its own names alone", () => {
  expect(taken(thing("slot", 0, "larvae", 2))).toEqual({
    kind: "slot",
    words: ["0", "larvae", "2"],
  });
  expect(taken("chamber 17")).toBeNull();
});

it("says nothing of what is not there", () => {
  expect(about(desk, "hex a5")).toBeNull();
  expect(about(desk, "prey l6")).toBeNull();
  expect(about(desk, "objective 7")).toBeNull();
});
