/** Where a tile could go: at the ends of the anthill in play, as long as it is in hand or pointed at. */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { galleriesOf } from "./galleries";
import { ringOf, shownOf, slotAt, tileOf, type Tile } from "./view";

export interface Ghost {
  slot: number;
  tile: Tile;
  /** What puts it there; null while the tile still lies in the row, or for somebody else to decide. */
  action: Action | null;
  /** Pieces of gallery that it would join. */
  joined: Set<string>;
}

const SIDES = ["left", "right"] as const;

/** The tile in the row that somebody points at. */
function pointedAt(desk: Desk): number | undefined {
  const take = /^take (\d+)/.exec(desk.hovered?.text ?? "");
  return take ? shownOf(desk).row[Number(take[1]) - 1] : undefined;
}

export function ghostsOf(desk: Desk, number: number): Ghost[] {
  const view = shownOf(desk);
  const anthill = view.anthills[number];
  if (view.anthill !== number || !anthill || desk.shown !== desk.view) return [];
  const id = view.phase === "place" ? view.tile : view.phase === "take" ? pointedAt(desk) : undefined;
  if (!id) return [];
  const tile = tileOf(desk, id);
  const sides = anthill.tiles.length % 9 === 0 ? SIDES.slice(1) : SIDES; // the first and the last place are the only one
  return sides.map((side) => {
    const slot = slotAt(anthill, side);
    return { slot, tile, action: desk.find(`place ${side}`) ?? null, joined: joinedBy(desk, ringOf(anthill), slot, tile) };
  });
}

function joinedBy(desk: Desk, ring: number[], slot: number, tile: Tile): Set<string> {
  const tiles = ring.map((id, at) => (at === slot ? tile : id ? tileOf(desk, id) : null));
  const galleries = galleriesOf(tiles).filter((gallery) => gallery.slots.has(slot) && gallery.slots.size > 1);
  return new Set(galleries.flatMap((gallery) => [...gallery.pieces]));
}
