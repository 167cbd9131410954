/** For tests: a garden with one of everything, and a desk at which it is seen. */
import { readFileSync } from "node:fs";
import type { Language } from "../../lib/prefs.svelte";
import type { Desk } from "../../table/desk.svelte";
import type { View } from "./view";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

const WORDS: Record<Language, Record<string, string>> = { en, de, fr };
export const source = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const component = (name: string): unknown =>
  JSON.parse(source(`../../../../src/formicarium/games/myrmes/components/${name}.json`));

export const colony = {
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
export const view = {
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

/** A desk that shows this garden, or another position, with what can be decided. */
export function deskIn(
  language: Language = "en",
  texts: string[] = ["l6 m6"],
  changes: Partial<View> = {},
): Desk {
  const now = { ...view, ...changes };
  const actions = texts.map((text, code) => ({ text, code, words: text }));
  return {
    view: now,
    shown: now,
    seat: 0,
    seats: [],
    looking: 0,
    actions,
    chosen: null,
    hovered: null,
    chosenThen: [],
    which: (test: (text: string) => boolean) => actions.filter(({ text }) => test(text)),
    find: (wanted: string) => actions.find(({ text }) => text === wanted),
    facts: {
      components: { "myrmes/board": component("board"), "myrmes/pieces": component("pieces") },
    },
    say: (key: string, values: Record<string, string | number> = {}) => {
      const phrase = WORDS[language][key];
      if (phrase === undefined) throw new Error(`no words for ${key}`);
      return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
    },
  } as unknown as Desk;
}
