/** The tiles that a colony may lay, with what they bring. */
import { SHAPES } from "./hexes";
import { FORMS, SPECIALS, type Lay, type PiecesFile, type View } from "./view";

export interface Layable {
  name: Lay;
  left: number;
  points: number;
  /** Whether the colony is deep enough for it. */
  fits: boolean;
}

export function layable(view: View, seat: number, pieces: PiecesFile): Layable[] {
  const me = view.seats[seat]!;
  return [
    ...FORMS.map((name) => ({
      name,
      left: me.left[name],
      points: pieces.pheromones[name].points,
      fits: SHAPES[name]!.length <= me.size_limit,
    })),
    ...SPECIALS.map((name) => ({
      name,
      left: name === "subcolony" ? view.subcolonies : view.farms,
      points: pieces.specials.points[name],
      fits: me.room_level >= (name === "subcolony" ? 3 : 1),
    })),
  ];
}
