/** Where a colony's points were earned, as far as that can still be seen. */
import type { Desk } from "../../table/desk.svelte";
import type { Earned, Thing } from "../contract";
import type { PointsView } from "./schema";
import { thing } from "./things";
import { shown, type GardenTileView } from "./view";

const QUEEN = 3; // her room's level

const tiles =
  (...kinds: GardenTileView["kind"][]) =>
  (desk: Desk, seat: number): Thing[] =>
    shown(desk)
      .tiles.filter(({ owner, kind }) => owner === seat && kinds.includes(kind))
      .map(({ cells }) => thing("tile", cells[0]!));

const objectives = (desk: Desk, seat: number): Thing[] =>
  Object.keys(shown(desk).seats[seat]!.done).map((number) => thing("done", seat, number));

const nowhere = () => [];

export const earned: Earned<keyof PointsView> = {
  start: nowhere,
  pheromones: tiles("pheromone"),
  specials: tiles("farm", "scavenging", "subcolony"),
  hunting: (_, seat) => [thing("trophies", seat)],
  cleaning: nowhere,
  queen: (_, seat) => [thing("room", seat, QUEEN)],
  event: nowhere,
  subcolonies: tiles("subcolony"),
  objectives,
  bonus: objectives,
  winter: nowhere,
};
