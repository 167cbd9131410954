/** Where on the board an action has its place. */
import type { Action } from "../../lib/api";
import { carried, type View, type Colony, type PathName } from "./view";

const LEVELS = 5; // as many as a hill can have, and as many fields can be scouted

/**
 * The name of a place: `path 5`, `clearing 6`, `nest red`, `hex 4`, `ground 4 se`,
 * `way e`, `field 1a`, `tile scout+hatch`, `anteater red`, `hero`, …
 */
export type Place = string;

function carriedOn(colony: Colony | undefined, food: string): Place | null {
  const found = colony?.carrying.map(carried).find((piece) => piece.food === food);
  return found ? `path ${found.path}` : null;
}

/** The place of an action of a seat; null where the position no longer tells it. */
export function placeOf(text: string, view: View, seat: number): Place | null {
  const [verb, ...rest] = text.split(" ");
  const what = rest.join(" ");
  switch (verb) {
    case "use":
    case "store":
      return `hex ${what}`;
    case "hex":
      return rest.length === 1 ? `hex ${what}` : `ground ${what}`;
    case "lay":
      return `way ${rest[0]}`;
    case "take":
      return `field ${what}`;
    case "tile":
    case "return":
      return `tile ${what}`;
    case "hatch":
    case "leave":
      return `nest ${what}`;
    case "place":
    case "secure":
    case "recall":
    case "dismiss":
    case "to":
      return `path ${what}`;
    case "bridge":
      return "path gorge";
    case "load":
      return `clearing ${what}`;
    case "carry":
      return rest.length > 1 ? `path ${rest[1]}` : carriedOn(view.colonies[seat], what);
    case "steal":
      return rest.length > 2
        ? `path ${rest[2]}`
        : carriedOn(view.colonies[Number(rest[0]) - 1], rest[1] ?? "");
    case "anteater":
      return `anteater ${what}`;
    default:
      return verb ?? null; // hero, end, done, home
  }
}

/** Where no place is drawn for an action. */
export const ELSEWHERE = "elsewhere";

/** All actions by their places. */
export function byPlace(actions: Action[], view: View, seat: number): Map<Place, Action[]> {
  const places = new Map<Place, Action[]>();
  for (const action of actions) {
    const place = placeOf(action.text, view, seat) ?? ELSEWHERE;
    places.set(place, [...(places.get(place) ?? []), action]);
  }
  return places;
}

/** What somebody may have meant who clicks on a path where nothing can be done. */
export function meantByPath(view: View, seat: number, path: PathName): string {
  if (view.phase === "give") return `to ${path}`;
  if (view.colonies[seat]?.workers.includes(path)) return `recall ${path}`;
  return path === "gorge" ? "bridge" : `place ${path}`;
}

/** What somebody may have meant who clicks on a hex of her hill where nothing can be done. */
export function meantByHex(view: View, hex: number): string {
  const verb = { hex: "hex", store: "store" }[view.phase as string] ?? "use";
  return `${verb} ${hex}`;
}

/**
 * What somebody may have meant who clicks on a tile before
 * the hill; out of the last field nobody can take any.
 */
export function meantByField(field: number, row: string): string | undefined {
  return field <= LEVELS ? `take ${field}${row}` : undefined;
}
