/** What can be said of a thing on the table. */
import type { Card, Thing } from "../contract";
import type { IconName } from "../../icons/drawings";
import type { Desk } from "../../table/desk.svelte";
import { contentsOf, galleriesOf, piece, worthIn, worthOf } from "./galleries";
import { mayGrow } from "./ghosts";
import type { Lift } from "./plan.svelte";
import {
  anthillFacts,
  anthillTitle,
  counted,
  effectWords,
  galleryContents,
  galleryTitle,
  large,
  thingsOn,
} from "./telling";
import {
  RING,
  each,
  ringOf,
  shown,
  slotAt,
  tileOf,
  type Category,
  type Tile,
  type View,
} from "./view";
import { gained } from "../../lib/numbers";

const POSTS = [0, 2, 4, 7, 10]; // points of full barracks (MP-8.18)

const RULES: Record<string, string> = {
  worker: "MP-8.5",
  queen: "MP-8.12",
  nurse: "MP-5.7",
  architect: "MP-5.10",
  officer: "MP-5.13",
  sentinel: "MP-5.19",
  soldier: "MP-1.4",
  gift: "MP-8.9",
};

const CATEGORY_RULES: Record<Category | "total", string> = {
  population: "MP-8.5",
  colony: "MP-8.6",
  harvest: "MP-8.7",
  royal: "MP-8.12",
  red_army: "MP-8.16",
  barracks: "MP-8.18",
  total: "MP-8.1",
};

export const SIGNS: Record<Category, IconName> = {
  population: "worker",
  colony: "ants",
  harvest: "cherry",
  royal: "queen",
  red_army: "soldier",
  barracks: "barracks",
};

/** How a thing is told, by the first word of its name. */
const TELLERS: Record<string, (desk: Desk, ...parts: string[]) => Card | null> = {
  row: (desk, place) => rowCard(desk, Number(place) - 1),
  price: (desk, place) => rowCard(desk, Number(place) - 1),
  slot: (desk, anthill, slot) => slotCard(desk, Number(anthill), Number(slot) - 1),
  gallery: (desk, anthill, slot, segment) =>
    galleryCard(desk, Number(anthill), Number(slot) - 1, Number(segment) - 1),
  barracks: (desk, anthill, slot) => barracksCard(desk, Number(anthill), Number(slot) - 1),
  kind: (desk, kind) => kindCard(desk, kind!),
  hub: (desk, anthill) => hubCard(desk, Number(anthill)),
  anthill: (desk, anthill) => hubCard(desk, Number(anthill)),
  hand: (desk) => handCard(desk),
  marker: (desk) => plain(desk, "marker", "flag", "MP-7.2", heldBy(desk, shown(desk).leader)),
  pile: (desk) => plain(desk, "pile", "book", "MP-6.4", left(desk, shown(desk).pile_length)),
  reserve: (desk) => plain(desk, "reserve", "soldier", "MP-2.3", left(desk, shown(desk).reserve)),
  tokens: (desk) => plain(desk, "tokens", "token", "MP-3.11", left(desk, shown(desk).tokens)),
  token: (desk, anthill) => tokenCard(desk, Number(anthill)),
  points: (desk, anthill, what) => pointsCard(desk, Number(anthill), what as Category | "total"),
};

export function about(desk: Desk, thing: Thing): Card | null {
  const [kind, ...parts] = thing.split(" ");
  return TELLERS[kind!]?.(desk, ...parts) ?? null;
}

function plain(desk: Desk, key: string, icon: IconName, rule: string, worth: string): Card {
  return { icon, name: desk.say(`card_${key}`), effect: desk.say(`card_${key}_is`), worth, rule };
}

/** How many there are; below zero: as many as anybody wants. */
const left = (desk: Desk, n: number): string =>
  n < 0 ? desk.say("card_many") : desk.say("card_left", { n });

function heldBy(desk: Desk, anthill: number): string {
  return anthillTitle(desk, shown(desk), anthill);
}

function tokenCard(desk: Desk, anthill: number): Card | null {
  const tokens = shown(desk).anthills[anthill]?.tokens;
  if (!tokens) return null;
  return {
    icon: "token",
    name: large(counted(desk, "tokens_of", tokens)),
    effect: desk.say("card_token_is"),
    worth: heldBy(desk, anthill),
    rule: "MP-3.11",
  };
}

const specialistOn = (tile: Tile) =>
  tile.segments.find((segment) => segment.specialist)?.specialist;

const ended = (sentence: string): string => sentence.replace(/\.?$/, ".");

/** A tile: what is on it, and what it does when it is built in. */
function tileCard(desk: Desk, tile: Tile, worth: string, rule: string): Card {
  const specialist = specialistOn(tile);
  const [first, ...others] = thingsOn(desk, tile);
  const does = specialist ? [desk.say(`card_${specialist}_is`)] : [];
  if (tile.barracks) does.push(barracksWords(desk, tile.barracks));
  const effect = [...(others.length ? [large(others.join(", "))] : []), ...does];
  return {
    icon: tile.barracks ? "barracks" : (specialist ?? "worker"),
    name: large(first ?? desk.say("tile_plain")),
    effect: effect.map(ended).join(" "),
    worth: large(worth),
    rule: specialist ? RULES[specialist] : tile.barracks ? "MP-5.1" : rule,
  };
}

const barracksWords = (desk: Desk, size: number): string =>
  desk.say(size === 1 ? "card_barracks_is_one" : "card_barracks_is", {
    n: size,
    points: POSTS[size]!,
  });

function rowCard(desk: Desk, index: number): Card | null {
  const view = shown(desk);
  const id = view.row[index];
  if (!id) return null;
  const lying = view.soldiers[index] ?? 0;
  const tile = tileOf(desk, id);
  const worth = [index ? counted(desk, "costs", index) : desk.say("free")];
  if (lying) worth.push(counted(desk, "lying", lying));
  const anthill = growing(desk, view);
  if (anthill >= 0) worth.push(endsWords(desk, view, anthill, tile));
  return tileCard(desk, tile, worth.join("; "), "MP-3.4");
}

/** The anthill that a tile of the row would go to; -1: nobody knows yet, or to none. */
function growing(desk: Desk, view: View): number {
  if (each(view) === 2 && view.anthill === undefined) return -1;
  return view.anthills.findIndex((_, number) => mayGrow(desk, number));
}

/** What galleries would gain if the tile came to either end. */
function endsWords(desk: Desk, view: View, anthill: number, tile: Tile): string {
  const [tiles, built] = [tilesOf(desk, anthill), view.anthills[anthill]!];
  const points = (ring: (Tile | null)[]) => {
    const { population, harvest, royal } = worthIn(ring);
    return population + harvest + royal;
  };
  const gain = (side: "left" | "right") =>
    gained(points(tiles.with(slotAt(built, side), tile)) - points(tiles));
  const isOneEnd = built.tiles.length % (RING - 1) === 0;
  return desk.say(isOneEnd ? "card_end" : "card_ends", {
    left: gain("left"),
    right: gain("right"),
  });
}

/** The tile in hand, or the one that is taken up. */
function handCard(desk: Desk): Card | null {
  const view = shown(desk);
  const id = view.tile ?? (desk.plan as Lift | undefined)?.tile;
  if (!id) return null;
  const tile = tileOf(desk, id);
  const anthill = view.anthill ?? growing(desk, view);
  const worth = anthill < 0 ? "" : endsWords(desk, view, anthill, tile);
  return tileCard(desk, tile, worth, "MP-4.2");
}

const tilesOf = (desk: Desk, anthill: number): (Tile | null)[] =>
  ringOf(shown(desk).anthills[anthill]!).map((id) => (id ? tileOf(desk, id) : null));

function slotCard(desk: Desk, anthill: number, slot: number): Card | null {
  const tiles = tilesOf(desk, anthill);
  const tile = tiles[slot];
  if (tile) {
    const points = worthWords(desk, worthIn(tiles, slot));
    return tileCard(desk, tile, points && desk.say("card_galleries", { points }), "MP-4.8");
  }
  return {
    icon: "build",
    name: desk.say("card_empty"),
    effect: desk.say("card_empty_is"),
    rule: "MP-4.2",
  };
}

function galleryCard(desk: Desk, anthill: number, slot: number, segment: number): Card | null {
  const tiles = tilesOf(desk, anthill);
  const gallery = galleriesOf(tiles).find(({ pieces }) => pieces.has(piece(slot, segment)));
  if (!gallery) return null;
  const contents = contentsOf(tiles, gallery);
  return {
    icon: "ants",
    name: galleryTitle(desk, contents),
    effect: large(galleryContents(desk, contents)),
    worth: worthWords(desk, worthOf(contents)),
    rule: "MP-1.9",
  };
}

/** Points by what they are given for. */
const worthWords = (desk: Desk, worth: ReturnType<typeof worthOf>): string =>
  Object.entries(worth)
    .filter(([, points]) => points)
    .map(([what, points]) => `${desk.say(`row_${what}`)} ${points}`)
    .join(", ");

function barracksCard(desk: Desk, anthill: number, slot: number): Card | null {
  const tile = tilesOf(desk, anthill)[slot];
  if (!tile?.barracks) return null;
  const isFull = shown(desk).anthills[anthill]!.manned.includes(tile.id);
  return {
    icon: "barracks",
    name: large(effectWords(desk, tile)),
    effect: barracksWords(desk, tile.barracks),
    worth: large(desk.say(isFull ? "card_full" : "card_vacant", { points: POSTS[tile.barracks]! })),
    rule: "MP-8.18",
  };
}

function kindCard(desk: Desk, kind: string): Card {
  const isFruit = !(kind in RULES);
  return {
    icon: kind as IconName,
    name: large(desk.say(kind)),
    effect: ended(desk.say(isFruit ? "card_fruit_is" : `card_${kind}_is`)),
    rule: RULES[kind] ?? "MP-8.7",
  };
}

function hubCard(desk: Desk, anthill: number): Card | null {
  const view = shown(desk);
  if (!view.anthills[anthill]) return null;
  const points = counted(desk, "points_now", view.points[anthill]!.total);
  return {
    icon: "soldier",
    name: anthillTitle(desk, view, anthill),
    effect: desk.say("card_hub_is"),
    worth: large([...anthillFacts(desk, view, anthill), points].join(", ")),
    rule: "MP-1.4",
  };
}

function pointsCard(desk: Desk, anthill: number, what: Category | "total"): Card | null {
  const sheet = shown(desk).points[anthill];
  if (!sheet) return null;
  return {
    icon: what === "total" ? "star" : SIGNS[what],
    name: desk.say(`row_${what}`),
    effect: ended(desk.say(`about_${what}`)),
    worth: counted(desk, "points_now", sheet[what]),
    rule: CATEGORY_RULES[what],
  };
}
