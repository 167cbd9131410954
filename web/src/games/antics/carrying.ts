/**
 * How far a piece of food could be carried with the steps that are left, from ant to ant.
 * The server decides; what is said here follows AN-8.2 to AN-8.12.
 */
import { endsOf } from "./forest";
import { carried, isLeaf, type BoardParts, type Colony, type Food, type PathName } from "./view";

const GREAT_ANTHILL = 0;

/** Where food can be sent: the own ant on a path, or the great anthill. */
export type Receiver = PathName | "home";

/** A piece that can be picked: `load 6`, `carry beetle`, `carry green 7`. */
export interface Pick {
  food: Food;
  /** The path on which it is carried; undefined: it lies on a clearing. */
  path?: PathName;
  clearing?: number;
}

/** What a notation picks; null where it picks nothing. */
export function pickOf(board: BoardParts, colony: Colony, text: string): Pick | null {
  const [verb, what, where] = text.split(" ");
  if (verb === "load") {
    const clearing = board.clearings.find(({ id }) => id === Number(what));
    const food = clearing?.prey ?? clearing?.leaf;
    return food ? { food, clearing: Number(what) } : null;
  }
  if (verb !== "carry") return null;
  const found = colony.carrying
    .map(carried)
    .find(({ food, path }) => food === what && (where === undefined || String(path) === where));
  return found ?? null;
}

const pickText = (food: Food, path: PathName): string =>
  isLeaf(food) ? `carry ${food} ${path}` : `carry ${food}`;

const giveText = (to: Receiver): string => (to === "home" ? "home" : `to ${to}`);

/** Own ants as they stand and are laden; one who takes or gives food changes it. */
class Chain {
  private readonly free = new Map<PathName, number>();

  constructor(
    private readonly board: BoardParts,
    colony: Colony,
  ) {
    for (const path of colony.workers) this.free.set(path, (this.free.get(path) ?? 0) + 1);
    for (const { path } of colony.carrying.map(carried)) this.change(path, -1);
  }

  change(path: PathName, by: number): void {
    this.free.set(path, (this.free.get(path) ?? 0) + by);
  }

  /** Who can take a piece from a clearing, or from an ant. */
  receivers({ path, clearing }: Pick): Receiver[] {
    const takes = (ends: readonly number[]) =>
      [...this.free].flatMap(([other, free]) =>
        free > 0 &&
        other !== path &&
        endsOf(this.board, other).some((end) => end !== GREAT_ANTHILL && ends.includes(end))
          ? [other]
          : [],
      );
    if (path === undefined) return takes([clearing!]);
    const ends = endsOf(this.board, path);
    return [...takes(ends), ...(ends.includes(GREAT_ANTHILL) ? (["home"] as const) : [])];
  }
}

interface Stretch {
  at: Pick;
  texts: string[];
}

/** Every receiver within reach, and the decisions that bring the piece there. */
export function reach(
  board: BoardParts,
  colony: Colony,
  pick: Pick,
  steps: number,
): Map<Receiver, string[]> {
  const found = new Map<Receiver, string[]>();
  let heads: Stretch[] = [{ at: pick, texts: [] }];
  for (let step = 0; step < steps; step++) {
    heads = heads.flatMap((head) => onwards(board, colony, pick, head, found));
  }
  return found;
}

/** One step further from where a piece would be; what was reached before is not reached again. */
function onwards(
  board: BoardParts,
  colony: Colony,
  pick: Pick,
  { at, texts }: Stretch,
  found: Map<Receiver, string[]>,
): Stretch[] {
  const chain = new Chain(board, colony);
  if (pick.path !== undefined) chain.change(pick.path, 1);
  if (at.path !== undefined) chain.change(at.path, -1);
  const receivers = chain.receivers(at);
  const picked = at.path === undefined ? `load ${at.clearing}` : pickText(pick.food, at.path);
  return receivers.flatMap((to) => {
    if (found.has(to) || to === pick.path) return [];
    const way = [...texts, picked, ...(receivers.length > 1 ? [giveText(to)] : [])];
    found.set(to, way);
    return to === "home" ? [] : [{ at: { food: pick.food, path: to }, texts: way }];
  });
}
