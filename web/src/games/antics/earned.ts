/** Where a colony's points were earned. */
import type { Earned } from "../contract";
import { leavesOnFungus } from "./scoring";
import { things } from "./things";
import { shown, type Prey } from "./view";

export const earned: Earned = {
  prey_points: (desk, seat) => {
    const { stored, waiting } = shown(desk).colonies[seat]!;
    return [...(Object.keys(stored) as Prey[]), ...waiting].map((prey) => things.prey(seat, prey));
  },
  fungus_points: (desk, seat) =>
    leavesOnFungus(shown(desk).colonies[seat]!).map(({ hex }) => things.hex(seat, hex.hex)),
};
