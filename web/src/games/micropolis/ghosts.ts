/**
 * Where a tile could go: at the ends of the anthill in play,
 * as long as it is in hand or pointed at.
 */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { galleriesOf } from "./galleries";
import { RING, ownerOf, ringOf, shown, slotAt, tileOf, type Tile } from "./view";

export interface Ghost {
  slot: number;
  tile: Tile;
  side: "left" | "right";
  /** What puts it there; null while it is only pointed at, or for somebody else to decide. */
  action: Action | null;
  /** What follows at once: a lifted tile is taken and built in together. */
  then: string[];
  /** What takes it from the row first. */
  take: Action | null;
  /** Pieces of gallery that it would join. */
  joined: Set<string>;
}

const SIDES = ["left", "right"] as const;

/** The tile in the row that an action would take. */
function taken(desk: Desk): number | undefined {
  const take = /^take (\d+)/.exec(desk.hovered?.text ?? "");
  return take ? shown(desk).row[Number(take[1]) - 1] : undefined;
}

function takeOf(desk: Desk, tile: number): Action | null {
  const place = shown(desk).row.indexOf(tile) + 1;
  return desk.find(`take ${place}`) ?? desk.find(`take ${place} token`) ?? null;
}

/**
 * Whether a tile of the row would go to this anthill: the
 * one in play, or while others decide, one's own.
 */
export function mayGrow(desk: Desk, number: number): boolean {
  const view = shown(desk);
  if (view.anthills[number]!.tiles.length === RING) return false;
  if (view.phase === "take" && desk.actions.length) return view.anthill === number;
  return ownerOf(view, number) === (desk.seat ?? desk.looking);
}

/** `aimed` is a tile of the row that somebody points at, `lifted` one that was taken up. */
export function ghostsOf(
  desk: Desk,
  number: number,
  aimed: number | null,
  lifted: Action | null = null,
): Ghost[] {
  const view = shown(desk);
  const anthill = view.anthills[number];
  if (!anthill || desk.shown !== desk.view) return [];
  const inHand = view.phase === "place" && view.anthill === number ? view.tile : undefined;
  const id = inHand ?? (mayGrow(desk, number) ? (aimed ?? taken(desk)) : undefined);
  if (!id) return [];
  const tile = tileOf(desk, id);
  // The first and the last place are the only one
  const sides = anthill.tiles.length % 9 === 0 ? SIDES.slice(1) : SIDES;
  const isAlone = sides.length === 1; // then it is built in by itself
  return sides.map((side) => {
    const slot = slotAt(anthill, side);
    return {
      side,
      slot,
      tile,
      take: inHand ? null : (lifted ?? takeOf(desk, id)),
      action: (inHand ? desk.find(`place ${side}`) : lifted) ?? null,
      then: inHand || isAlone ? [] : [`place ${side}`],
      joined: joinedBy(desk, ringOf(anthill), slot, tile),
    };
  });
}

function joinedBy(desk: Desk, ring: number[], slot: number, tile: Tile): Set<string> {
  const tiles = ring.map((id, at) => (at === slot ? tile : id ? tileOf(desk, id) : null));
  const galleries = galleriesOf(tiles).filter(
    (gallery) => gallery.slots.has(slot) && gallery.slots.size > 1,
  );
  return new Set(galleries.flatMap((gallery) => [...gallery.pieces]));
}
