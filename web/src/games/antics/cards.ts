/** What a small card says of each thing: its name, what it does, what it is worth now, its rule. */
import type { Card, Thing } from "../contract";
import type { Desk } from "../../table/desk.svelte";
import { nameOf } from "../../lib/naming";
import { nestOfPath, pathsAt } from "./forest";
import { coveredAt, stacks } from "./hill";
import { fungusPoints, kindsOf, leavesOnFungus, preyPoints } from "./scoring";
import { KINDS, type Kind } from "./things";
import {
  acting,
  boardOf,
  carried,
  foodIcon,
  isColour,
  isLeaf,
  nestOf,
  preyOf,
  shown,
  tilesOf,
  type Colony,
  type Colour,
  type Food,
  type Mark,
  type Nest,
  type PathName,
  type Prey,
} from "./view";

type Telling = (desk: Desk, ...which: string[]) => Card | null;

/** The rule of each symbol. */
const RULES: Record<Mark, string> = {
  scout: "AN-4.1",
  build: "AN-5.1",
  hatch: "AN-6.1",
  ants: "AN-7.1",
  transport: "AN-8.1",
  fungus: "AN-13.2",
};

const CARDS: Record<Kind, Telling> = {
  hex: aboutHex,
  marker: aboutHex,
  use: aboutHex,
  ground: (desk, hex, way) =>
    way
      ? card(desk, "ground", {}, { icon: "hex", rule: "AN-5.6" })
      : aboutHex(desk, String(desk.seat), hex),
  hand: (desk, seat, index) => {
    const tile = colonyOf(desk, seat)?.tiles[Number(index)];
    return tile ? aboutTile(desk, tile) : null;
  },
  field: aboutField,
  column: (desk, field) =>
    card(
      desk,
      "column",
      { field },
      { icon: "scout", rule: "AN-4.1", worth: tilesIn(desk, Number(field)) },
    ),
  row: (desk, row) => card(desk, "row", { row }, { icon: "anteater", rule: "AN-10.10" }),
  anteater: (desk, colour) => (colour && isColour(colour) ? aboutAnteater(desk, colour) : null),
  meal: aboutMeal,
  bag: aboutBag,
  path: (desk, path) => (path ? aboutPath(desk, pathNamed(path)) : null),
  knob: (desk, path) => (path ? aboutPath(desk, pathNamed(path)) : null),
  clearing: (desk, id) => aboutClearing(desk, Number(id)),
  lying: (desk, id) => aboutClearing(desk, Number(id)),
  home: (desk) =>
    card(desk, "home", {}, { icon: "nest", rule: "AN-8.7", worth: foodOnTheWay(desk) }),
  nest: (desk, nest) => aboutNest(desk, nest as Nest),
  brood: (desk, _, nest) => aboutNest(desk, nest as Nest),
  crew: (desk, nest) => aboutNest(desk, nest as Nest),
  worker: (desk, seat, path) => aboutWorker(desk, Number(seat), pathNamed(path!)),
  soldier: (desk, seat, path) =>
    card(
      desk,
      "soldier",
      { name: called(desk, Number(seat)), path: pathName(desk, pathNamed(path!)) },
      { icon: "soldier", rule: "AN-7.6" },
    ),
  load: (desk, seat, food, path) => aboutLoad(desk, Number(seat), food as Food, path),
  supply: (desk, seat) =>
    card(
      desk,
      "supply",
      {},
      {
        icon: "ant",
        rule: "AN-6.5",
        worth: desk.say("worth_supply", {
          name: called(desk, Number(seat)),
          count: colonyOf(desk, seat)?.ants ?? 0,
        }),
      },
    ),
  leaves: (desk, seat, leaf) => aboutLeaves(desk, Number(seat), leaf as "green" | "brown"),
  prey: (desk, seat, prey) => aboutPrey(desk, Number(seat), prey as Prey),
  hero: (desk, seat) => {
    const isUsed = acting(shown(desk)) === Number(seat) && shown(desk).hero;
    const worth = desk.say(isUsed ? "worth_used" : "worth_unused");
    return card(desk, "hero", {}, { icon: "hero", rule: "AN-3.9", worth });
  },
  actions: (desk) =>
    card(
      desk,
      "actions",
      {},
      {
        rule: "AN-3.2",
        worth: desk.say("actions_left", { count: shown(desk).actions }),
      },
    ),
  steps: (desk) =>
    card(
      desk,
      "steps",
      {},
      {
        icon: "steps",
        rule: "AN-3.13",
        worth: desk.say("worth_steps", { count: shown(desk).steps ?? 0 }),
      },
    ),
  end: (desk) => card(desk, "end", {}, { icon: "check", rule: "AN-3.12" }),
  done: (desk) => card(desk, "done", {}, { icon: "check", rule: "AN-3.13" }),
  send: (desk) => card(desk, "send", {}, { icon: "ants", rule: "AN-7.2" }),
  recall: (desk) => card(desk, "recall", {}, { icon: "undo", rule: "AN-7.15" }),
  steal: (desk) => card(desk, "steal", {}, { icon: "soldier", rule: "AN-9.1" }),
  seat: (desk, seat) => aboutSeat(desk, Number(seat)),
};

export function about(desk: Desk, thing: Thing): Card | null {
  const [kind, ...which] = thing.split(" ");
  if (!shown(desk).colonies || !KINDS.includes(kind as Kind)) return null;
  return CARDS[kind as Kind](desk, ...which);
}

/** `name_…` and `does_…` are the words of a card. */
function card(
  desk: Desk,
  key: string,
  values: Record<string, string | number | undefined>,
  rest: Partial<Card>,
): Card {
  const known = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? ""]),
  );
  return {
    name: begun(desk.say(`name_${key}`, known)),
    effect: desk.say(`does_${key}`, known),
    ...rest,
  };
}

const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const called = (desk: Desk, seat: number): string => nameOf(desk.seats, seat);
const colonyOf = (desk: Desk, seat: string | number | undefined): Colony | undefined =>
  shown(desk).colonies[Number(seat)];
const pathNamed = (path: string): PathName => (path === "gorge" ? path : Number(path));
const sentences = (...parts: (string | false | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(" ") || undefined;

const pathName = (desk: Desk, path: PathName): string =>
  path === "gorge" ? desk.say("gorge") : desk.say("path_number", { path });

const tileName = (desk: Desk, tile: string): string =>
  tile
    .split("+")
    .map((mark) => desk.say(mark))
    .join(" + ");

// --- The hill ------------------------------------------------------------------------------------

function aboutHex(desk: Desk, seat?: string, number?: string): Card | null {
  const colony = colonyOf(desk, seat);
  const hex = colony?.hexes.find((candidate) => candidate.hex === Number(number));
  if (!colony || !hex) return null;
  const view = shown(desk);
  const prey = Object.entries(colony.stored).find(([, at]) => at === hex.hex)?.[0];
  const leaf = leavesOnFungus(colony).find((one) => one.hex.hex === hex.hex);
  const isUsed = acting(view) === Number(seat) && view.marked?.includes(hex.hex);
  const below = coveredAt(stacks(tilesOf(desk).base, colony.hill), hex.at);
  const state = prey
    ? desk.say("worth_prey_on_hex", { prey: desk.say(prey) })
    : hex.symbol === "fungus"
      ? leaf
        ? desk.say("worth_fungus", { leaf: desk.say(leaf.leaf), points: leaf.points })
        : desk.say("worth_no_leaf")
      : desk.say(isUsed ? "worth_used" : "worth_free");
  return {
    icon: hex.symbol,
    name: desk.say("name_hex", {
      symbol: desk.say(`on_${hex.symbol}`),
      level: hex.level,
      hex: hex.hex,
    }),
    effect: desk.say(`does_${hex.symbol}`, { n: hex.level }),
    worth: sentences(
      state,
      below.length > 0 &&
        desk.say("worth_below", { symbols: below.map((mark) => desk.say(mark)).join(", ") }),
    ),
    rule: prey ? "AN-10.3" : RULES[hex.symbol],
  };
}

function aboutTile(desk: Desk, tile: string): Card {
  return {
    icon: "build",
    name: begun(tileName(desk, tile)),
    effect: desk.say("does_tile"),
    worth: desk.say("worth_tile", { count: shown(desk).bag[tile] ?? 0 }),
    rule: "AN-5.3",
  };
}

// --- The scouts ----------------------------------------------------------------------------------

function aboutField(desk: Desk, place?: string): Card | null {
  const [field, row] = [Number(place?.[0]), "abc".indexOf(place?.[1] ?? "-")];
  const fields = shown(desk).display[row];
  if (!fields || !(field >= 1 && field <= fields.length)) return null;
  const piece = fields[field - 1];
  if (!piece) return card(desk, "gap", { field, row: place![1] }, { rule: "AN-10.12" });
  return isColour(piece) ? aboutAnteater(desk, piece) : aboutTile(desk, piece);
}

function tilesIn(desk: Desk, field: number): string {
  const pieces = shown(desk).display.map((fields) => fields[field - 1]);
  return desk.say("worth_column", {
    count: pieces.filter((piece) => piece && !isColour(piece)).length,
  });
}

const MEALS = ["prey", "prey", "ants"] as const;

/** What the first, second or third anteater eats. */
export const mealOf = (players: number, index: number): "prey" | "ants" | "both" =>
  players === 4 && index === 2 ? "both" : MEALS[index]!;

function aboutAnteater(desk: Desk, colour: Colour): Card | null {
  const view = shown(desk);
  const at = view.display.map((fields) => fields.indexOf(colour)).find((place) => place >= 0);
  if (at === undefined) return null;
  const prey = preyOf(colour);
  const hasEaten = view.arrived.includes(colour);
  const meal = mealOf(view.players, Math.min(2, view.arrived.length));
  return {
    icon: "anteater",
    name: begun(desk.say("name_anteater", { colour: desk.say(`colour_${colour}`) })),
    effect: desk.say(`does_anteater_${meal}`, {
      prey: desk.say(prey),
      nest: desk.say(`nest_${nestOf(colour)}`),
    }),
    worth: hasEaten
      ? desk.say("worth_eaten")
      : desk.say("worth_anteater", {
          fields: at,
          prey: desk.say(prey),
          count: view.prey[prey] ?? 0,
        }),
    rule: "AN-11.3",
  };
}

function aboutMeal(desk: Desk, number?: string): Card | null {
  const view = shown(desk);
  const index = Number(number);
  if (!MEALS[index]) return null;
  const arrived = view.arrived.length;
  const state = index < arrived ? "worth_eaten" : index === arrived ? "worth_next" : "worth_later";
  return {
    icon: "anteater",
    name: desk.say("name_meal", { n: index + 1 }),
    effect: desk.say(`does_meal_${mealOf(view.players, index)}`),
    worth: desk.say(state),
    rule: "AN-11.3",
  };
}

function aboutBag(desk: Desk): Card {
  const kinds = Object.entries(shown(desk).bag).filter(([, count]) => count > 0);
  const count = kinds.reduce((sum, [, held]) => sum + held, 0);
  return card(desk, "bag", {}, { rule: "AN-12.1", worth: desk.say("in_bag", { count }) });
}

// --- The forest ----------------------------------------------------------------------------------

function aboutPath(desk: Desk, path: PathName): Card | null {
  const board = boardOf(desk);
  const ends = path === "gorge" ? board.gorge : board.paths.find(({ id }) => id === path)?.ends;
  if (!ends) return null;
  const values = { path, from: clearingName(desk, ends[0]), to: clearingName(desk, ends[1]) };
  const worth = whoIsOn(desk, path);
  if (path === "gorge")
    return card(desk, "gorge", values, { icon: "gorge", rule: "AN-7.9", worth });
  const nest = nestOfPath(board, path);
  return card(
    desk,
    "path",
    { ...values, terrain: desk.say(`terrain_${nest}`), nest: desk.say(`nest_${nest}`) },
    { icon: "road", rule: "AN-7.2", worth },
  );
}

const clearingName = (desk: Desk, id: number): string =>
  id === 0 ? desk.say("great_anthill_short") : desk.say("clearing_short", { clearing: id });

function whoIsOn(desk: Desk, path: PathName): string {
  const names = shown(desk).colonies.flatMap((colony, seat) =>
    colony.workers.includes(path) ? [called(desk, seat)] : [],
  );
  return desk.say("worth_path", { names: names.join(", ") || desk.say("nobody") });
}

function aboutClearing(desk: Desk, id: number): Card | null {
  const view = shown(desk);
  const clearing = boardOf(desk).clearings.find((candidate) => candidate.id === id);
  if (!clearing) return null;
  if (clearing.great_anthill) return CARDS.home(desk);
  const paths = pathsAt(boardOf(desk), id)
    .map((path) => pathName(desk, path))
    .join(", ");
  if (clearing.prey) {
    const [prey, count] = [clearing.prey, view.prey[clearing.prey] ?? 0];
    return card(
      desk,
      "clearing_prey",
      { clearing: id, prey: desk.say(prey), paths },
      {
        icon: foodIcon(prey),
        rule: count ? "AN-8.3" : "AN-8.14",
        worth: sentences(desk.say("worth_lying", { count }), count > 0 && worthOfPrey(desk, prey)),
      },
    );
  }
  if (clearing.leaf) {
    const count = view.leaves.filter((leaf) => leaf === id).length;
    return card(
      desk,
      "clearing_leaf",
      { clearing: id, leaf: desk.say(clearing.leaf), paths },
      {
        icon: foodIcon(clearing.leaf),
        rule: "AN-8.2",
        worth: sentences(
          desk.say("worth_lying", { count }),
          count > 0 && worthOfLeaf(desk, clearing.leaf),
        ),
      },
    );
  }
  return card(desk, "clearing", { clearing: id, paths }, { rule: "AN-1.9" });
}

/** What one more piece of prey would bring whoever looks. */
function worthOfPrey(desk: Desk, prey: Prey): string {
  const seat = desk.seat ?? acting(shown(desk));
  const colony = colonyOf(desk, seat)!;
  const has =
    prey in colony.stored ||
    colony.waiting.includes(prey) ||
    colony.carrying.some((entry) => carried(entry).food === prey);
  return has
    ? desk.say("worth_had")
    : desk.say("worth_more", { points: 2 * kindsOf(shown(desk), colony) + 1 });
}

function worthOfLeaf(desk: Desk, leaf: "green" | "brown"): string {
  const colony = colonyOf(desk, desk.seat ?? acting(shown(desk)))!;
  const more = { ...colony, [leaf]: colony[leaf] + 1 };
  return desk.say("worth_more", { points: fungusPoints(more) - fungusPoints(colony) });
}

function foodOnTheWay(desk: Desk): string {
  const seat = desk.seat ?? acting(shown(desk));
  const foods = colonyOf(desk, seat)!.carrying.map((entry) => desk.say(carried(entry).food));
  return desk.say("worth_home", {
    name: called(desk, seat),
    foods: foods.join(", ") || desk.say("nothing"),
  });
}

function aboutNest(desk: Desk, nest: Nest): Card | null {
  if (!boardOf(desk).nests.some((candidate) => candidate.nest === nest)) return null;
  const waiting = shown(desk).colonies.flatMap((colony, seat) =>
    colony.nests[nest] ? [`${called(desk, seat)} ${colony.nests[nest]}`] : [],
  );
  return {
    icon: "nest",
    name: begun(desk.say(`nest_${nest}`)),
    effect: desk.say(nest === "red" ? "does_nest_red" : "does_nest", {
      terrain: desk.say(`terrain_${nest}`),
    }),
    worth: desk.say("worth_nest", { ants: waiting.join(", ") || desk.say("nobody") }),
    rule: nest === "red" ? "AN-7.6" : "AN-7.2",
  };
}

function aboutWorker(desk: Desk, seat: number, path: PathName): Card | null {
  const colony = colonyOf(desk, seat);
  if (!colony) return null;
  const loads = colony.carrying
    .map(carried)
    .filter((load) => load.path === path)
    .map((load) => desk.say(load.food));
  const isBridge = path === "gorge";
  return card(
    desk,
    isBridge ? "bridge" : "worker",
    { name: called(desk, seat), path: pathName(desk, path) },
    {
      icon: isBridge ? "bridge" : "worker",
      rule: isBridge ? "AN-7.13" : "AN-8.9",
      worth: desk.say("worth_worker", { foods: loads.join(", ") || desk.say("nothing") }),
    },
  );
}

function aboutLoad(desk: Desk, seat: number, food: Food, path?: string): Card | null {
  const colony = colonyOf(desk, seat);
  const load = colony?.carrying
    .map(carried)
    .find((one) => one.food === food && (path === undefined || String(one.path) === path));
  if (!colony || !load) return null;
  const isSafe = colony.soldiers.includes(load.path);
  return card(
    desk,
    "load",
    { food: desk.say(food), name: called(desk, seat), path: pathName(desk, load.path) },
    {
      icon: foodIcon(food),
      rule: isSafe ? "AN-9.7" : "AN-9.1",
      worth: sentences(
        desk.say(isSafe ? "worth_safe" : "worth_unsafe"),
        isLeaf(food) && seat === desk.seat && worthOfLeaf(desk, food),
      ),
    },
  );
}

// --- Beside the hill -----------------------------------------------------------------------------

function aboutLeaves(desk: Desk, seat: number, leaf: "green" | "brown"): Card | null {
  const colony = colonyOf(desk, seat);
  if (!colony) return null;
  const lying = leavesOnFungus(colony).filter((one) => one.leaf === leaf);
  return {
    icon: foodIcon(leaf),
    name: begun(desk.say("name_leaves", { leaf: desk.say(leaf) })),
    effect: desk.say(`does_leaves_${leaf}`),
    worth: desk.say("worth_leaves", {
      count: colony[leaf],
      points: lying.reduce((sum, { points }) => sum + points, 0),
    }),
    rule: leaf === "green" ? "AN-13.3" : "AN-13.2",
  };
}

function aboutPrey(desk: Desk, seat: number, prey: Prey): Card | null {
  const colony = colonyOf(desk, seat);
  if (!colony || (!(prey in colony.stored) && !colony.waiting.includes(prey))) return null;
  const kinds = kindsOf(shown(desk), colony);
  const isWaiting = colony.waiting.includes(prey);
  return {
    icon: foodIcon(prey),
    name: begun(desk.say(prey)),
    effect: desk.say(isWaiting ? "does_prey_waiting" : "does_prey_stored"),
    worth: desk.say("worth_prey", { kinds, points: kinds ** 2 }),
    rule: isWaiting ? "AN-10.2" : "AN-13.1",
  };
}

function aboutSeat(desk: Desk, seat: number): Card | null {
  const view = shown(desk);
  const colony = colonyOf(desk, seat);
  if (!colony) return null;
  const [prey, fungus] = [preyPoints(view, colony), fungusPoints(colony)];
  return {
    name: called(desk, seat),
    effect: desk.say("does_seat", {
      ants: colony.ants,
      paths: colony.workers.length,
      tiles: colony.tiles.length,
    }),
    worth: desk.say("worth_seat", { prey, fungus, total: prey + fungus }),
    rule: "AN-13.8",
  };
}
