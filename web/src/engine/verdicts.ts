/**
 * What trees have found, put together: as `verdicts`, `expectations` and `expected_points` in
 * bots/search.py do it.
 */
import type { ToldChances } from "../lib/schema";
import type { Grown, Tried } from "./tree";

export interface Verdict {
  code: number;
  /** How often it was tried. */
  visits: number;
  /** Of winning. */
  chance: number;
  /** Expected at the end. */
  points: number;
}

export interface Thought {
  /** The action that was tried most first. */
  verdicts: Verdict[];
  /** Everybody's chance of winning, if the best is done. */
  chances: number[];
  /** With how many points everybody may expect to end. */
  points: number[];
  simulations: number;
}

/** What a search has found, told as a chance of winning. */
function told(chance: number, { sharpness, own }: ToldChances): number {
  const hope = Math.exp(own) * chance ** sharpness;
  return hope / (hope + (1 - chance) ** sharpness);
}

/** What all trees together think. */
export function thoughtOf(trees: Grown[], seat: number, telling: ToldChances): Thought {
  const verdicts = summed(trees)
    .sort((a, b) => b.visits - a.visits || b.utility - a.utility || a.code - b.code)
    .map(({ code, visits, chance, points }) => {
      const times = Math.max(visits, 1);
      return { code, visits, chance: told(chance / times, telling), points: points / times };
    });
  const simulations = trees.reduce((sum, tree) => sum + tree.simulations, 0);
  const total = (of: "chance" | "points") =>
    trees[0]!.totals.map((_, other) =>
      trees.reduce((sum, tree) => sum + tree.totals[other]![of], 0),
    );
  return {
    verdicts,
    chances: shared(total("chance"), seat, verdicts[0]!.chance),
    points: total("points").map((sum) => sum / simulations),
    simulations,
  };
}

function summed(trees: Grown[]): Tried[] {
  const sums = new Map<number, Tried>();
  for (const tree of trees)
    for (const one of tree.tried) {
      const sum = sums.get(one.code);
      if (!sum) sums.set(one.code, { ...one });
      else for (const of of ["visits", "utility", "chance", "points"] as const) sum[of] += one[of];
    }
  return [...sums.values()];
}

/** What the best action leaves to the others is shared as in all that was tried. */
function shared(totals: number[], seat: number, best: number): number[] {
  const others = totals.reduce((sum, one) => sum + one, 0) - totals[seat]!;
  const rest = others ? (1 - best) / others : 0;
  return totals.map((one, other) => (other === seat ? best : rest * one));
}
