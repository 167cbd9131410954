/** What is drawn, told in words: for screen readers, cards, and the line beneath the board. */
import { nameOf } from "../../lib/naming";
import type { Desk } from "../../table/desk.svelte";
import type { Contents } from "./galleries";
import { each, ownerOf, type View, type Tile } from "./view";

/** A word as a sentence begins with it. */
export const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number of things; the words for one of them have `_one` behind their key. */
export const counted = (desk: Desk, key: string, n: number): string =>
  desk.say(n === 1 ? `${key}_one` : key, { n });

const nurseWords = (desk: Desk, eggs: number): string =>
  `${desk.say("nurse")}, ${counted(desk, "eggs", eggs)}`;

/** All that is on a tile, what it does at once first. No tile bears a number. */
export function thingsOn(desk: Desk, tile: Tile, manned?: boolean): string[] {
  const [effect] = [effectWords(desk, tile)].filter(Boolean);
  const state = manned === undefined ? "" : desk.say(manned ? "is_full" : "is_vacant");
  const workers = tile.segments.reduce((sum, segment) => sum + (segment.workers ?? 0), 0);
  return [
    ...(effect ? [tile.barracks && state ? `${effect} (${state})` : effect] : []),
    ...tile.segments.flatMap(({ fruits = [] }) => fruits.map((fruit) => desk.say(fruit))),
    ...(workers ? [counted(desk, "workers", workers)] : []),
  ];
}

export const tileWords = (desk: Desk, tile: Tile, manned?: boolean): string =>
  large(thingsOn(desk, tile, manned).join(", ") || desk.say("tile_plain"));

/** What a tile does at once, or that a queen is there; nothing where neither is so. */
export function effectWords(desk: Desk, tile: Tile): string {
  if (tile.barracks) return desk.say("barracks_short", { size: tile.barracks });
  const segment = tile.segments.find(({ specialist }) => specialist);
  if (!segment) return "";
  return segment.eggs ? nurseWords(desk, segment.eggs) : desk.say(segment.specialist!);
}

/** A tile in a word or two, as a line begins with it. */
export const shortWords = (desk: Desk, tile: Tile): string =>
  large(effectWords(desk, tile)) || tileWords(desk, tile);

export const galleryTitle = (desk: Desk, { span }: Contents): string =>
  counted(desk, "gallery", span);

export const galleryContents = (desk: Desk, { ants, fruits, queens }: Contents): string =>
  [
    counted(desk, "ants", ants),
    ...fruits.map((fruit) => desk.say(fruit)),
    ...(queens ? [counted(desk, "queens", queens)] : []),
  ].join(", ");

/** Whose anthill it is; of two, which one. */
export function anthillTitle(desk: Desk, view: View, anthill: number): string {
  const owner = ownerOf(view, anthill);
  const key = owner === desk.seat ? "anthill_own" : "anthill_of";
  return desk.say(each(view) === 2 ? `${key}_letter` : key, {
    name: nameOf(desk.seats, owner),
    letter: "ab"[anthill % 2]!,
  });
}

/** What everybody sees of an anthill. */
export function anthillFacts(desk: Desk, view: View, number: number): string[] {
  const anthill = view.anthills[number]!;
  return [
    desk.say("army_of", { n: anthill.army }),
    desk.say("tiles_of", { n: anthill.tiles.length }),
    ...(view.leader === number ? [desk.say("has_marker")] : []),
    ...(anthill.tokens ? [counted(desk, "tokens_of", anthill.tokens)] : []),
  ];
}

export const foundationWords = (desk: Desk, view: View, number: number): string =>
  [anthillTitle(desk, view, number), ...anthillFacts(desk, view, number)].join(", ");
