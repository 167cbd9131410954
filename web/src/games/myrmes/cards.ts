/** What a small card says of each thing: its name, what it does, what it is worth now, its rule. */
import type { IconName } from "../../icons/drawings";
import { nameOf } from "../../lib/naming";
import type { Desk } from "../../table/desk.svelte";
import type { Card, Thing } from "../contract";
import { cubesOn, formOf, gardenOf, named, written } from "./hexes";
import { objectivesOf, POINTS, stateOf, type Asked } from "./objectives";
import { reach } from "./reach";
import { large } from "./text";
import { taken, type Kind } from "./things";
import {
  ACTS,
  BORN,
  CUBES,
  dieOf,
  filesOf,
  idle,
  larvaeTo,
  levelCost,
  ROOMS,
  SEASONS,
  shown,
  SLOTS,
  SOURCES,
  SPECIAL_COSTS,
  TRACK_ICONS,
  type Cube,
  type Form,
  type GardenTileView,
  type PiecesFile,
  type Special,
  type Track,
  type View,
} from "./view";

interface Told {
  desk: Desk;
  view: View;
  pieces: PiecesFile;
  say: Desk["say"];
  /** The name of a seat. */
  who(seat: number): string;
}

type Teller = (told: Told, ...words: string[]) => Card | null;

const PREY_RULES = { ladybug: "MY-8.3", termite: "MY-8.4", spider: "MY-8.5" };
const EVENT_RULES = [6, 9, 12, 13, 14, 15, 16, 17].map((number) => `MY-4.${number}`);
const ROOM_RULES = ["MY-6.6", "MY-6.7", "MY-6.8", "MY-6.9"];
const TRACK_RULES = { larvae: "MY-5.3", workers: "MY-5.4", soldiers: "MY-5.5", atelier: "MY-5.9" };
const ACT_RULES = { tunnel: "MY-13.7", level: "MY-13.11", nurse: "MY-13.16", objective: "MY-14.1" };
const SOURCE_RULES: Record<string, string> = {
  start: "MY-2.9",
  pheromones: "MY-10.13",
  specials: "MY-11.2",
  hunting: "MY-8.2",
  cleaning: "MY-9.4",
  queen: "MY-6.9",
  event: "MY-4.9",
  subcolonies: "MY-12.6",
  objectives: "MY-14.8",
  bonus: "MY-14.9",
  winter: "MY-16.5",
};
/** Earth and stone are cubes as well, with words of their own. */
const GROUNDS = {
  grass: "card_grass",
  earth: "card_earth_hex",
  stone: "card_stone_hex",
  mushroom: "card_mushroom",
  water: "card_water",
};
const LEVEL_RULES = ["MY-2.9", "MY-13.12", "MY-13.13", "MY-13.14"];
/** Things with their numbers: "food 2, earth 1". */
function listed(told: Told, counts: Partial<Record<Cube, number>>): string {
  return CUBES.filter((kind) => counts[kind])
    .map((kind) => `${told.say(kind)} ${counts[kind]}`)
    .join(", ");
}

/** What somebody has of something, as a line. */
const having = (told: Told, seat: string, what: string, count: number) =>
  told.say("card_has", { name: told.who(Number(seat)), what: told.say(what), count });

function hex(told: Told, name: string): Card | null {
  const { view, desk, say } = told;
  const found = gardenOf(desk).get(name);
  if (!found) return null;
  if (view.prey[name]) return prey(told, name);
  if (view.seats.some((seat) => seat.tunnels.includes(name))) return tunnel(told, name);
  const tile = view.tiles.find((one) => one.cells.includes(name));
  if (tile) return tileCard(told, tile);
  return {
    icon: "hex",
    name: `${large(say(found.terrain))}, ${written(name)}`,
    effect: say(GROUNDS[found.terrain]),
    worth: walk(told, name),
    rule: found.terrain === "water" ? "MY-7.6" : "MY-10.12",
  };
}

/** What it takes the worker in the garden to come to a hex. */
function walk({ view, desk, pieces, say }: Told, name: string): string | undefined {
  if (view.phase !== "garden" || !view.worker || desk.seat === null || view.seat !== desk.seat)
    return undefined;
  const found = reach(view, pieces, gardenOf(desk), desk.seat, view.worker, view.moves ?? 0);
  const { cost, soldiers } = found.get(name) ?? { cost: 0, soldiers: 0 };
  return cost ? say(soldiers ? "cost_soldiers" : "cost", { cost, soldiers }) : say("too_far");
}

function prey(told: Told, name: string): Card | null {
  const kind = told.view.prey[name];
  if (!kind) return null;
  const seat = told.desk.seat ?? told.desk.looking;
  return {
    icon: kind,
    name: large(told.say(kind)),
    effect: told.say("card_prey", told.pieces.prey[kind]),
    worth: having(told, String(seat), "soldiers", told.view.seats[seat]!.soldiers),
    rule: PREY_RULES[kind],
  };
}

function tunnel(told: Told, name: string): Card | null {
  const owner = told.view.seats.findIndex((seat) => seat.tunnels.includes(name));
  if (owner < 0) return null;
  const isMine = owner === told.desk.looking;
  return {
    icon: "tunnel",
    name: told.say("card_tunnel", { name: told.who(owner) }),
    effect: told.say(isMine ? "card_tunnel_own" : "card_tunnel_foreign"),
    worth: told.say("of_all", { count: told.view.seats[owner]!.tunnels.length, all: 4 }),
    rule: isMine ? "MY-7.1" : "MY-7.10",
  };
}

function tileCard(told: Told, tile: GardenTileView): Card {
  const { say, pieces } = told;
  const owner = tile.owner === null ? say("neutral") : told.who(tile.owner);
  if (tile.kind !== "pheromone")
    return {
      icon: tile.kind,
      name: `${large(say(tile.kind))}: ${owner}`,
      effect: say(`card_${tile.kind}`),
      worth: tile.owner === null ? say("card_neutral") : undefined,
      rule: tile.owner === null ? "MY-12.10" : "MY-11.2",
    };
  const form = formOf(tile.cells);
  const cubes = listed(told, cubesOn(gardenOf(told.desk), tile.cubes ?? []));
  return {
    icon: "hex",
    name: `${large(say("pheromone"))} (${say(form)}): ${owner}`,
    effect: say("card_pheromone"),
    worth: cubes
      ? say("card_cubes", { cubes })
      : say("card_empty", { points: tile.owner === null ? 0 : pieces.pheromones[form].points }),
    rule: cubes ? "MY-12.1" : "MY-9.4",
  };
}

function cube(told: Told, name: string): Card | null {
  const tile = told.view.tiles.find((one) => one.cubes?.includes(name));
  const kind = CUBES.find((one) => cubesOn(gardenOf(told.desk), [name])[one]);
  if (!tile || !kind) return null;
  return {
    icon: kind,
    name: `${large(told.say(kind))}, ${written(name)}`,
    effect: told.say("card_cube"),
    worth: tile.owner === null ? told.say("neutral") : told.who(tile.owner),
    rule: "MY-12.1",
  };
}

function walker(told: Told): Card | null {
  const { view } = told;
  if (!view.worker) return null;
  return {
    icon: "worker",
    name: told.say("card_walker", { name: told.who(view.seat ?? view.to_act[0] ?? 0) }),
    effect: told.say("card_walker_does"),
    worth: told.say("cost", { cost: view.moves ?? 0 }),
    rule: "MY-7.2",
  };
}

function ghost(told: Told): Card | null {
  return told.view.laying
    ? form(told, String(told.view.seat ?? told.desk.looking), told.view.laying)
    : null;
}

/** One of the ways to lay a tile, with the cubes that it would get. */
function way(told: Told, number: string): Card | null {
  const places = told.desk.which((text) => named(text).length > 1);
  const cells = named(places[Number(number) - 1]?.text ?? "");
  const card = ghost(told);
  if (!card || !cells.length) return null;
  const cubes = listed(told, cubesOn(gardenOf(told.desk), cells));
  return { ...card, worth: cubes ? told.say("card_cubes", { cubes }) : card.worth };
}

const DEEDS: Record<string, { icon: IconName; rule: string }> = {
  convert: { icon: "food", rule: "MY-3.7" },
  clean: { icon: "cross", rule: "MY-9.1" },
  done: { icon: "check", rule: "MY-7.17" },
  hatch: { icon: "hatch", rule: "MY-5.8" },
};

/** What is chosen in the tray: a cube, a tile, or something to do. */
function deed(told: Told, what: string): Card | null {
  if (what in GOODS) return row(told, String(told.desk.looking), what);
  if (named(what).length) return cube(told, what) ?? hex(told, what);
  const found = DEEDS[what];
  return found ? { name: told.say(what), effect: told.say(`card_${what}`), ...found } : null;
}

function event(told: Told, number: string): Card | null {
  const { view, say } = told;
  const which = Number(number);
  if (!(which in EVENT_RULES)) return null;
  const die = dieOf(view);
  return {
    icon: "event",
    name: say("card_event", { number }),
    effect: large(say(`event_${number}`)),
    worth: !die
      ? undefined
      : which === die
        ? say("card_event_die")
        : say("card_event_price", { larvae: larvaeTo(view, which) }),
    rule: EVENT_RULES[which],
  };
}

function marker(told: Told, seat: string): Card | null {
  const { event: number } = told.view.seats[Number(seat)]!;
  return {
    icon: "event",
    name: told.say("card_marker", { name: told.who(Number(seat)) }),
    effect: told.say("card_marker_does"),
    worth: `${number}: ${told.say(`event_${number}`)}`,
    rule: "MY-4.2",
  };
}

function track(told: Told, seat: string, name: string): Card | null {
  if (!(name in TRACK_RULES)) return null;
  const which = name as Track;
  const { placed } = told.view.seats[Number(seat)]!;
  return {
    icon: TRACK_ICONS[which],
    name: large(told.say(which)),
    effect: told.say(`card_track_${which}`),
    worth: told.say("of_all", { count: placed[which], all: SLOTS[which] }),
    rule: TRACK_RULES[which],
  };
}

function slot(told: Told, seat: string, name: string, count: string): Card | null {
  const card = track(told, seat, name);
  const which = name as Track;
  const born = which === "atelier" ? 0 : (BORN[which][Number(count)] ?? 0);
  return card && { ...card, effect: told.say(`brings_${which}`, { count, born }) };
}

function nurses(told: Told, seat: string): Card {
  const me = told.view.seats[Number(seat)]!;
  return {
    icon: "nurse",
    name: large(told.say("nurses")),
    effect: told.say("card_nurses"),
    worth: told.say("card_nurses_now", {
      idle: idle(me),
      all: me.nurses,
      placed: Object.keys(me.done).length,
    }),
    rule: "MY-5.1",
  };
}

function act(told: Told, seat: string, name: string): Card | null {
  if (!(name in ACT_RULES)) return null;
  const which = name as keyof typeof ACT_RULES;
  const me = told.view.seats[Number(seat)]!;
  const used = told.view.seat === Number(seat) && told.view.used?.includes(which);
  return {
    icon: ACTS[which],
    name: told.say(`act_name_${which}`),
    effect: told.say(`act_${which}`),
    worth: used
      ? told.say("card_used")
      : which === "level" && me.level < 3
        ? told.say("card_price", {
            price: listed(told, levelCost(me.level + 1, told.view.options)),
          })
        : told.say("card_acting", { count: me.placed.atelier }),
    rule: ACT_RULES[which],
  };
}

function room(told: Told, seat: string, level: string): Card | null {
  const which = Number(level);
  if (!(which in ROOM_RULES)) return null;
  const { view, say } = told;
  const me = view.seats[Number(seat)]!;
  const price = () => listed(told, levelCost(which, view.options));
  return {
    icon: (["larva", "food", "earth", "queen"] as const)[which],
    name: say("card_room", { level: ROOMS[which]!, name: say(`room_name_${which}`) }),
    effect: say(`room_${which}`),
    worth: me.rooms.includes(which)
      ? say("card_room_taken")
      : which <= me.room_level
        ? say("card_room_open")
        : say("card_price", { price: price() }),
    rule: ROOM_RULES[which],
  };
}

const inside: Teller = (told, seat, level) => {
  const card = room(told, seat!, level!);
  return card && { ...card, icon: "worker", effect: told.say("card_inside"), rule: "MY-6.11" };
};

/** Cubes, ants and tokens of a colony. */
function goods(what: Kind, icon: Card["icon"], rule: string, field: keyof View["seats"][number]) {
  return (told: Told, seat: string): Card => ({
    icon,
    name: large(told.say(what)),
    effect: told.say(`card_${what}`),
    worth: having(told, seat, what, told.view.seats[Number(seat)]![field] as number),
    rule,
  });
}

const GOODS = {
  food: goods("food", "food", "MY-16.1", "food"),
  earth: goods("earth", "earth", "MY-13.12", "earth"),
  stone: goods("stone", "stone", "MY-13.14", "stone"),
  larvae: goods("larvae", "larva", "MY-3.7", "larvae"),
  workers: goods("workers", "worker", "MY-6.1", "workers"),
  soldiers: goods("soldiers", "soldier", "MY-16.2", "soldiers"),
  trophies: goods("trophies", "prey", "MY-8.6", "trophies"),
  markers: goods("markers", "token", "MY-1.9", "markers"),
};

const row: Teller = (told, seat, what) => GOODS[what as keyof typeof GOODS]?.(told, seat!) ?? null;

/** Beside a name stand nurses and the level, too. */
const fact: Teller = (told, seat, what) =>
  what === "level"
    ? level(told, seat!)
    : what === "nurses"
      ? nurses(told, seat!)
      : row(told, seat!, what!);

function level(told: Told, seat: string): Card {
  const me = told.view.seats[Number(seat)]!;
  const next = me.level + 1;
  return {
    icon: "deeper",
    name: `${large(told.say("level_hint"))}: ${ROOMS[me.level]}`,
    effect: told.say("card_level", { size: me.size_limit, capacity: me.capacity }),
    worth:
      next < ROOMS.length
        ? told.say("card_next_level", { price: listed(told, levelCost(next, told.view.options)) })
        : undefined,
    rule: LEVEL_RULES[Math.min(next, 3)],
  };
}

function storeroom(told: Told, seat: string): Card {
  const me = told.view.seats[Number(seat)]!;
  return {
    icon: "food",
    name: told.say("storeroom", {
      cubes: me.food + me.earth + me.stone,
      capacity: me.capacity,
    }),
    effect: told.say("store_hint", { capacity: me.capacity }),
    worth: listed(told, me) || undefined,
    rule: "MY-15.1",
  };
}

function form(told: Told, seat: string, name: string): Card | null {
  const { view, pieces, say } = told;
  const me = view.seats[Number(seat)]!;
  if (name in SPECIAL_COSTS) {
    const special = name as Special;
    const left = special === "subcolony" ? view.subcolonies : view.farms;
    return {
      icon: special,
      name: large(say(special)),
      effect: say(`about_${special}`, { points: pieces.specials.points[special], left }),
      rule: "MY-11.2",
    };
  }
  const which = name as Form;
  const found = pieces.pheromones[which];
  if (!found) return null;
  return {
    icon: "hex",
    name: `${large(say("pheromone"))}: ${say(which)}`,
    effect: say("card_form", { points: found.points }),
    worth: say("card_form_left", { count: me.left[which], size: me.size_limit }),
    rule: "MY-1.7",
  };
}

function objective(told: Told, number: string): Card | null {
  const card = objectivesOf(told.desk, told.view, told.pieces)[Number(number) - 1];
  if (!card) return null;
  return {
    icon: "objective",
    name: `${large(card.text)} (${ROOMS[card.objective.level]})`,
    effect: told.say("card_objective", { points: POINTS[card.objective.level]! }),
    worth: objectiveNow(told, card),
    rule: "MY-14.8",
  };
}

function objectiveNow(told: Told, card: Asked): string {
  const doers = card.done.map((one) => told.who(one.number)).join(", ");
  const now = `${stateOf(told.desk, card)} (${card.has}/${card.wants})`;
  return doers ? `${now}; ${told.say("card_doers", { names: doers })}` : now;
}

function done(told: Told, seat: string, number: string): Card | null {
  const season = told.view.seats[Number(seat)]?.done[number];
  if (!season) return null;
  return {
    icon: "nurse",
    name: told.say("card_done", { name: told.who(Number(seat)) }),
    effect: told.say("card_done_does", { points: 7 - told.view.players }),
    worth: told.say("time", {
      year: Math.ceil(season / 3),
      season: told.say(SEASONS[(season - 1) % 3]!),
    }),
    rule: "MY-14.9",
  };
}

function die(told: Told, season: string): Card | null {
  const number = told.view.dice[SEASONS.findIndex((one) => one === season)];
  if (number === undefined) return null;
  return {
    icon: season as View["season"],
    name: large(told.say(season)),
    effect: told.say("card_die"),
    worth: number ? `${number}: ${told.say(`event_${number}`)}` : told.say("card_die_gone"),
    rule: "MY-4.1",
  };
}

function winter(told: Told): Card {
  const { view, desk } = told;
  const me = view.seats[desk.looking]!;
  const missing = Math.max(0, view.winter - me.soldiers - me.food);
  return {
    icon: "winter",
    name: large(told.say("winter")),
    effect: told.say("card_winter", { food: view.winter }),
    worth: told.say("card_winter_now", {
      name: told.who(desk.looking),
      missing,
      points: -3 * missing,
    }),
    rule: "MY-16.1",
  };
}

function source(told: Told, seat: string, name: string): Card | null {
  const which = SOURCES.find((one) => one === name);
  if (!which) return null;
  return {
    icon: "star",
    name: large(told.say(`points_${which}`)),
    effect: told.say(`card_points_${which}`),
    worth: having(told, seat, "points", told.view.seats[Number(seat)]!.points[which]),
    rule: SOURCE_RULES[which],
  };
}

function score(told: Told, seat: string): Card {
  const { points } = told.view.seats[Number(seat)]!;
  return {
    icon: "star",
    name: `${told.who(Number(seat))}: ${told.view.scores[Number(seat)]}`,
    effect: SOURCES.filter((one) => points[one])
      .map((one) => `${told.say(`points_${one}`)} ${points[one]}`)
      .join(", "),
    rule: "MY-17.2",
  };
}

const TELLERS: Record<Kind, Teller> = {
  hex: (told, name) => hex(told, name!),
  tile: (told, name) => {
    const tile = told.view.tiles.find((one) => one.cells[0] === name);
    return tile ? tileCard(told, tile) : null;
  },
  cube: (told, name) => cube(told, name!),
  prey: (told, name) => prey(told, name!),
  tunnel: (told, name) => tunnel(told, name!),
  goal: (told, name) => hex(told, name!),
  walker,
  ghost,
  way: (told, number) => way(told, number!),
  deed: (told, what) => deed(told, what!),
  event: (told, number) => event(told, number!),
  marker: (told, seat) => marker(told, seat!),
  track: (told, seat, name) => track(told, seat!, name!),
  slot: (told, seat, name, count) => slot(told, seat!, name!, count!),
  nurses: (told, seat) => nurses(told, seat!),
  nurse: (told, seat) => nurses(told, seat!),
  act: (told, seat, name) => act(told, seat!, name!),
  room: (told, seat, level) => room(told, seat!, level!),
  yield: (told, seat, level) => room(told, seat!, level!),
  inside,
  row,
  fact,
  ...(GOODS as Record<keyof typeof GOODS, Teller>),
  level: (told, seat) => level(told, seat!),
  storeroom: (told, seat) => storeroom(told, seat!),
  form: (told, seat, name) => form(told, seat!, name!),
  objective: (told, number) => objective(told, number!),
  done: (told, seat, number) => done(told, seat!, number!),
  die: (told, season) => die(told, season!),
  year: (told) => ({
    icon: "clock",
    name: told.say("time", {
      year: told.view.year,
      season: told.say(told.view.phase === "winter" ? "winter" : told.view.season),
    }),
    effect: told.say("card_year"),
    rule: "MY-3.1",
  }),
  winter,
  first: (told) => ({
    icon: "flag",
    name: large(told.say("first_player")),
    effect: told.say("card_first"),
    worth: told.who(told.view.first),
    rule: "MY-15.7",
  }),
  source: (told, seat, name) => source(told, seat!, name!),
  score: (told, seat) => score(told, seat!),
  seat: (told, seat) => score(told, seat!),
};

/** The card of a thing; null for what is not there. */
export function about(desk: Desk, thing: Thing): Card | null {
  const found = taken(thing);
  const view = shown(desk);
  if (!found || !view.phase) return null;
  const told: Told = {
    desk,
    view,
    pieces: filesOf(desk.facts.components).pieces,
    say: (key, values) => desk.say(key, values),
    who: (seat) => nameOf(desk.seats, seat),
  };
  return TELLERS[found.kind](told, ...found.words);
}
