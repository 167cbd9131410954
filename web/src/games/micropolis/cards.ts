/** What can be said of a thing on the table. */
import type { Card, Thing } from "../contract";
import type { IconName } from "../../icons/drawings";
import type { Desk } from "../../table/desk.svelte";
import { contentsOf, galleriesOf, piece, type Contents } from "./galleries";
import { effectWords, foundationWords, galleryWords, shortWords, tileWords } from "./telling";
import { ringOf, shown, tileOf, type Category, type Tile } from "./view";

const POSTS = [0, 2, 4, 7, 10]; // points of full barracks (MP-8.18)
const FRUITS = [0, 2, 5, 10, 15, 20, 25]; // points of different fruits (MP-8.7)

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
  slot: (desk, anthill, slot) => slotCard(desk, Number(anthill), Number(slot) - 1),
  gallery: (desk, anthill, slot, segment) =>
    galleryCard(desk, Number(anthill), Number(slot) - 1, Number(segment) - 1),
  barracks: (desk, anthill, slot) => barracksCard(desk, Number(anthill), Number(slot) - 1),
  kind: (desk, kind) => kindCard(desk, kind!),
  hub: (desk, anthill) => hubCard(desk, Number(anthill)),
  anthill: (desk, anthill) => hubCard(desk, Number(anthill)),
  hand: (desk) => handCard(desk),
  marker: (desk) => plain(desk, "marker", "flag", "MP-7.2"),
  pile: (desk) => plain(desk, "pile", "book", "MP-6.4", shown(desk).pile_length),
  reserve: (desk) => plain(desk, "reserve", "soldier", "MP-2.3", shown(desk).reserve),
  tokens: (desk) => plain(desk, "tokens", "token", "MP-3.11", shown(desk).tokens),
  points: (desk, anthill, what) => pointsCard(desk, Number(anthill), what as Category | "total"),
};

export function about(desk: Desk, thing: Thing): Card | null {
  const [kind, ...parts] = thing.split(" ");
  return TELLERS[kind!]?.(desk, ...parts) ?? null;
}

function plain(desk: Desk, key: string, icon: IconName, rule: string, count?: number): Card {
  return {
    icon,
    name: desk.say(`card_${key}`),
    effect: desk.say(`card_${key}_is`),
    worth: count === undefined ? undefined : desk.say("card_left", { n: count }),
    rule,
  };
}

const specialistOn = (tile: Tile) =>
  tile.segments.find((segment) => segment.specialist)?.specialist;

/** A tile: what is on it, and what it does when it is built in. */
function tileCard(desk: Desk, tile: Tile, worth: string, rule: string): Card {
  const specialist = specialistOn(tile);
  const effect = [tileWords(desk, tile).replace(/^[^:]*: /, "")];
  if (specialist) effect.push(desk.say(`card_${specialist}_is`));
  return {
    icon: tile.barracks ? "barracks" : (specialist ?? "worker"),
    name: shortWords(desk, tile),
    effect: `${effect.join(". ")}.`,
    worth,
    rule: specialist ? RULES[specialist] : tile.barracks ? "MP-5.1" : rule,
  };
}

function rowCard(desk: Desk, index: number): Card | null {
  const view = shown(desk);
  const id = view.row[index];
  if (!id) return null;
  const lying = view.soldiers[index] ?? 0;
  const worth = [index ? desk.say("costs", { n: index }) : desk.say("free")];
  if (lying) worth.push(desk.say("lying", { n: lying }));
  return tileCard(desk, tileOf(desk, id), worth.join(", "), "MP-3.4");
}

function handCard(desk: Desk): Card | null {
  const view = shown(desk);
  return view.tile ? tileCard(desk, tileOf(desk, view.tile), "", "MP-4.2") : null;
}

const tilesOf = (desk: Desk, anthill: number): (Tile | null)[] =>
  ringOf(shown(desk).anthills[anthill]!).map((id) => (id ? tileOf(desk, id) : null));

function slotCard(desk: Desk, anthill: number, slot: number): Card | null {
  const tile = tilesOf(desk, anthill)[slot];
  if (tile) return tileCard(desk, tile, desk.say("card_slot", { n: slot + 1 }), "MP-4.8");
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
  const [name, effect] = galleryWords(desk, contents).split(": ");
  return {
    icon: "ants",
    name: name!,
    effect: effect ?? "",
    worth: galleryWorth(desk, contents),
    rule: "MP-1.9",
  };
}

/** Points that a gallery brings by itself: its ants, its fruits, its queen. */
function galleryWorth(desk: Desk, { ants, fruits, queens, span }: Contents): string {
  const kinds = new Set(fruits.filter((fruit) => fruit !== "gift")).size;
  const gifts = fruits.filter((fruit) => fruit === "gift").length;
  const parts = [
    ["population", ants],
    ["harvest", FRUITS[Math.min(6, kinds + gifts)]!],
    ["royal", queens === 1 ? span : 0],
  ] as const;
  return parts
    .filter(([, points]) => points)
    .map(([what, points]) => `${desk.say(`row_${what}`)} ${points}`)
    .join(", ");
}

function barracksCard(desk: Desk, anthill: number, slot: number): Card | null {
  const tile = tilesOf(desk, anthill)[slot];
  if (!tile?.barracks) return null;
  const isFull = shown(desk).anthills[anthill]!.manned.includes(tile.id);
  const points = POSTS[tile.barracks]!;
  return {
    icon: "barracks",
    name: effectWords(desk, tile),
    effect: desk.say("card_barracks_is", { n: tile.barracks, points }),
    worth: desk.say(isFull ? "card_full" : "card_vacant", { points }),
    rule: "MP-8.18",
  };
}

function kindCard(desk: Desk, kind: string): Card {
  const isFruit = !(kind in RULES);
  return {
    icon: kind as IconName,
    name: desk.say(kind),
    effect: desk.say(isFruit ? "card_fruit_is" : `card_${kind}_is`),
    rule: RULES[kind] ?? "MP-8.7",
  };
}

function hubCard(desk: Desk, anthill: number): Card | null {
  const view = shown(desk);
  if (!view.anthills[anthill]) return null;
  const [name, ...facts] = foundationWords(desk, view, anthill).split(", ");
  return {
    icon: "soldier",
    name: name!,
    effect: desk.say("card_hub_is"),
    worth: [...facts, desk.say("points_now", { n: view.points[anthill]!.total })].join(", "),
    rule: "MP-1.4",
  };
}

function pointsCard(desk: Desk, anthill: number, what: Category | "total"): Card | null {
  const sheet = shown(desk).points[anthill];
  if (!sheet) return null;
  return {
    icon: what === "total" ? "star" : SIGNS[what],
    name: desk.say(`row_${what}`),
    effect: desk.say(`about_${what}`),
    worth: desk.say("points_now", { n: sheet[what] }),
    rule: CATEGORY_RULES[what],
  };
}
