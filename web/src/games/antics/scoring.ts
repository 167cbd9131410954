/** What a colony would score now: AN-13.1 to AN-13.6. */
import type { Colony, Hex, View } from "./view";

const GREEN = 2; // points that a green leaf adds

export interface LeafOnFungus {
  hex: Hex;
  leaf: "green" | "brown";
  points: number;
}

/** Where leaves lie in the end: on the highest fungus first, green ones before brown ones. */
export function leavesOnFungus(colony: Colony): LeafOnFungus[] {
  const taken = Object.values(colony.stored);
  const leaves = [
    ...Array<"green">(colony.green).fill("green"),
    ...Array<"brown">(colony.brown).fill("brown"),
  ];
  return colony.hexes
    .filter((hex) => hex.symbol === "fungus" && !taken.includes(hex.hex))
    .sort((one, other) => other.level - one.level || one.hex - other.hex)
    .slice(0, leaves.length)
    .map((hex, index) => ({
      hex,
      leaf: leaves[index]!,
      points: hex.level + (leaves[index] === "green" ? GREEN : 0),
    }));
}

/** Kinds of prey that count. */
export function kindsOf(view: View, colony: Colony): number {
  const waiting = view.options.no_room === "scores_nothing" ? 0 : colony.waiting.length;
  return Object.keys(colony.stored).length + waiting;
}

export const preyPoints = (view: View, colony: Colony): number => kindsOf(view, colony) ** 2;

export const fungusPoints = (colony: Colony): number =>
  leavesOnFungus(colony).reduce((sum, { points }) => sum + points, 0);
