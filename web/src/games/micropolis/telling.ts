/** What is drawn, told in words: for screen readers, and for the line beneath the board. */
import type { Desk } from "../../table/desk.svelte";
import type { Contents } from "./galleries";
import { each, nameOf, type View, type Tile } from "./view";

export function tileWords(desk: Desk, tile: Tile, manned = false): string {
  const parts: string[] = [];
  if (tile.barracks)
    parts.push(desk.say(manned ? "barracks_full" : "barracks_of", { size: tile.barracks }));
  for (const segment of tile.segments) {
    if (segment.specialist)
      parts.push(
        segment.eggs
          ? desk.say("nurse_eggs", { eggs: segment.eggs })
          : desk.say(segment.specialist),
      );
    for (const fruit of segment.fruits ?? []) parts.push(desk.say(fruit));
  }
  const workers = tile.segments.reduce((sum, segment) => sum + (segment.workers ?? 0), 0);
  if (workers) parts.push(desk.say(workers === 1 ? "one_worker" : "workers", { n: workers }));
  return `${desk.say("tile", { n: tile.id })}${parts.length ? `: ${parts.join(", ")}` : ""}`;
}

/** What a tile does at once, in a word or two; nothing where it does nothing. */
export function effectWords(desk: Desk, tile: Tile): string {
  if (tile.barracks) return desk.say("barracks_short", { size: tile.barracks });
  const specialist = tile.segments.find((segment) => segment.specialist);
  if (!specialist) return "";
  return specialist.eggs
    ? `${desk.say("nurse")} +${specialist.eggs}`
    : desk.say(specialist.specialist!);
}

/** A tile in a word or two. */
export const shortWords = (desk: Desk, tile: Tile): string =>
  effectWords(desk, tile) || desk.say("tile", { n: tile.id });

export function galleryWords(desk: Desk, contents: Contents): string {
  const parts = [desk.say(contents.ants === 1 ? "one_ant" : "ants", { n: contents.ants })];
  parts.push(...contents.fruits.map((fruit) => desk.say(fruit)));
  if (contents.queens)
    parts.push(desk.say(contents.queens === 1 ? "one_queen" : "queens", { n: contents.queens }));
  const span = desk.say(contents.span === 1 ? "gallery_one" : "gallery", { n: contents.span });
  return `${span}: ${parts.join(", ")}`;
}

export function anthillTitle(desk: Desk, view: View, anthill: number): string {
  return desk.say(each(view) === 2 ? "anthill_named" : "anthill_of", {
    name: nameOf(view, anthill),
  });
}

export function foundationWords(desk: Desk, view: View, number: number): string {
  const anthill = view.anthills[number]!;
  const parts = [
    anthillTitle(desk, view, number),
    desk.say("army_of", { n: anthill.army }),
    desk.say("tiles_of", { n: anthill.tiles.length }),
  ];
  if (view.leader === number) parts.push(desk.say("has_marker"));
  if (anthill.tokens) parts.push(desk.say("tokens_of", { n: anthill.tokens }));
  return parts.join(", ");
}
