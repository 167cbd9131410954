/** What lies in the tray: a button for everything that is not chosen on the board. */
import type { IconName } from "../../icons/drawings";
import type { Desk } from "../../table/desk.svelte";
import type { Thing } from "../contract";
import { formOf, gardenOf, named, written, YIELDS } from "./hexes";
import { large } from "./text";
import { thing } from "./things";
import {
  ACTS,
  CUBES,
  FORMS,
  levelCost,
  ROOMS,
  SPECIAL_COSTS,
  SPECIALS,
  isSpecial,
  type Cube,
  type Lay,
  type PiecesFile,
  type View,
} from "./view";

type Price = Partial<Record<Cube | "larvae", number>>;

export interface Entry {
  /** Its notation; while it cannot be chosen, the one to ask about. */
  text: string;
  name: string;
  /** The level that it belongs to. */
  level?: string;
  /** What is drawn on it. */
  icon?: IconName;
  cube?: Cube;
  form?: Lay;
  price?: Price;
  /** What it brings: points, or a cube. */
  gain?: string;
  yields?: Cube;
  at?: Thing;
  /** Shown, but it cannot be chosen now. */
  isShut?: boolean;
}

const CONVERT: Price = { larvae: 3 };

/** Everything in the tray, in the order of the game; `view` is the position as it stands. */
export function entriesOf(desk: Desk, view: View, pieces: PiecesFile): Entry[] {
  const seat = desk.seat ?? 0;
  const named = (text: string) => desk.actions.some((action) => action.text === text);
  const all: Entry[] =
    view.phase === "worker"
      ? rooms(desk, view, seat)
      : view.phase === "garden"
        ? forms(desk, seat, pieces)
        : view.phase === "atelier"
          ? acts(desk, view, seat)
          : [...hatches(desk), ...cubes(desk, view, seat), ...tiles(desk, view)];
  const entries = [...all, ...others(desk)];
  return entries
    .filter((entry) => entry.isShut !== undefined || named(entry.text))
    .map((entry) => ({ ...entry, name: large(entry.name), isShut: entry.isShut ?? false }));
}

function rooms(desk: Desk, view: View, seat: number): Entry[] {
  const me = view.seats[seat]!;
  const room = (level: number, text: string, face: Partial<Entry>): Entry => ({
    text,
    name: desk.say(`room_name_${level}`),
    level: ROOMS[level],
    at: thing("room", seat, level),
    isShut: !desk.find(text),
    price: level > me.room_level ? levelCost(level, view.options) : undefined,
    ...face,
  });
  return [
    room(0, "room 0", { icon: "larva" }),
    room(1, "room 1", { cube: "food" }),
    room(2, "room 2 earth", { cube: "earth", name: desk.say("earth") }),
    room(2, "room 2 stone", {
      cube: "stone",
      name: desk.say("stone"),
      at: thing("yield", seat, 2),
    }),
    room(3, "room 3", {
      icon: "queen",
      ...(me.room_level > 2 && { gain: "+2", price: { food: 1 } }),
    }),
  ];
}

function forms(desk: Desk, seat: number, pieces: PiecesFile): Entry[] {
  return [...FORMS, ...SPECIALS].map((form) => ({
    text: `lay ${form}`,
    name: desk.say(isSpecial(form) ? `brief_${form}` : form),
    form,
    gain: `+${isSpecial(form) ? pieces.specials.points[form] : pieces.pheromones[form].points}`,
    price: isSpecial(form) ? SPECIAL_COSTS[form] : undefined,
    at: thing("form", seat, form),
  }));
}

function acts(desk: Desk, view: View, seat: number): Entry[] {
  const { level } = view.seats[seat]!;
  const price = {
    tunnel: undefined,
    level: level < 3 ? levelCost(level + 1, view.options) : undefined,
    nurse: { food: 2, larvae: 2 },
    objective: undefined,
  };
  return (Object.keys(ACTS) as (keyof typeof ACTS)[]).map((act) => ({
    text: act,
    name: desk.say(`act_name_${act}`),
    icon: ACTS[act],
    price: price[act],
    yields: act === "tunnel" ? "earth" : undefined,
    at: thing("act", seat, act),
    isShut: !desk.which((text) => text === act || text.startsWith(`${act} `)).length,
  }));
}

/** How many workers are born where not all ants find room. */
const hatches = (desk: Desk): Entry[] =>
  desk
    .which((text) => text.startsWith("hatch "))
    .map(({ text }) => ({ text, name: text.split(" ")[1]!, icon: "worker" }));

/** Cubes to be taken, paid or thrown away. */
function cubes(desk: Desk, view: View, seat: number): Entry[] {
  const hexes = gardenOf(desk);
  const me = view.seats[seat]!;
  const lying = view.phase === "harvest" ? desk.which((text) => named(text).length === 1) : [];
  return [
    ...lying.map(({ text }) => ({
      text,
      name: `${desk.say(YIELDS[hexes.get(text)!.terrain]!)} ${written(text)}`,
      cube: YIELDS[hexes.get(text)!.terrain],
    })),
    ...CUBES.map((cube) => ({
      text: cube,
      name: view.phase === "harvest" ? desk.say(cube) : `${desk.say(cube)} ${me[cube]}`,
      cube,
    })),
  ];
}

/** Tiles that can be given up, each by its first hex. */
function tiles(desk: Desk, view: View): Entry[] {
  if (view.phase !== "give") return [];
  return desk
    .which((text) => named(text).length === 1)
    .flatMap(({ text }) => view.tiles.filter((tile) => tile.cells.includes(text)))
    .map((tile) => {
      const form = isSpecial(tile.kind) ? tile.kind : formOf(tile.cells);
      return { text: tile.cells[0]!, name: `${desk.say(form)} ${written(tile.cells[0]!)}`, form };
    });
}

const others = (desk: Desk): Entry[] => [
  { text: "clean", name: desk.say("clean"), icon: "cross", price: { earth: 1 } },
  { text: "convert", name: desk.say("convert"), cube: "food", price: CONVERT },
  { text: "done", name: desk.say("done"), icon: "check" },
];
