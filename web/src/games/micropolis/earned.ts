/** Where an anthill's points were earned. */
import type { Desk } from "../../table/desk.svelte";
import type { Earned, Thing } from "../contract";
import { contentsOf, galleriesOf, type Contents } from "./galleries";
import { anthillThing, barracksThing, galleryThing, hubThing } from "./things";
import { anthillsOf, ringOf, shown, tileOf, type Category } from "./view";

const ownOf = (desk: Desk, seat: number) => anthillsOf(shown(desk), seat);

function tilesOf(desk: Desk, anthill: number) {
  return ringOf(shown(desk).anthills[anthill]!).map((id) => (id ? tileOf(desk, id) : null));
}

/** All pieces of the galleries that a test lets through. */
function galleries(which: (contents: Contents, all: Contents[]) => boolean) {
  return (desk: Desk, seat: number): Thing[] =>
    ownOf(desk, seat).flatMap((anthill) => {
      const ring = tilesOf(desk, anthill);
      const found = galleriesOf(ring);
      const all = found.map((gallery) => contentsOf(ring, gallery));
      return found
        .filter((_, number) => which(all[number]!, all))
        .flatMap(({ pieces }) => [...pieces])
        .map((piece) => piece.split(":").map(Number) as [number, number])
        .map(([slot, segment]) => galleryThing(anthill, slot, segment));
    });
}

function fullBarracks(desk: Desk, seat: number): Thing[] {
  return ownOf(desk, seat).flatMap((anthill) => {
    const { manned } = shown(desk).anthills[anthill]!;
    return tilesOf(desk, anthill).flatMap((tile, slot) =>
      tile && manned.includes(tile.id) ? [barracksThing(anthill, slot)] : [],
    );
  });
}

export const earned: Earned<Category> = {
  population: (desk, seat) => ownOf(desk, seat).map(anthillThing),
  colony: galleries(({ ants }, all) => ants === Math.max(...all.map((one) => one.ants))),
  harvest: galleries(({ fruits }) => fruits.length > 0),
  royal: galleries(({ queens }) => queens === 1),
  red_army: (desk, seat) => ownOf(desk, seat).map(hubThing),
  barracks: fullBarracks,
};
