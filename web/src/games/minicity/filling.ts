/** A box filled by one touch. */
import { COLOURS, type Colour, type Counts } from "./view";

/**
 * Stones that fill a box evenly: of each kind that the reserve has about the same number, and more
 * of those of which more are left. It is a start: whoever knows better takes stones one by one.
 */
export function evenly(box: Counts, reserve: Counts, count: number): Colour[] {
  const [inside, left] = [{ ...box }, { ...reserve }];
  const picked: Colour[] = [];
  for (let room = count; room > 0; room -= 1) {
    const ready = COLOURS.filter((colour) => left[colour] > 0);
    if (!ready.length) break;
    const next = ready.reduce((best, one) =>
      inside[one] < inside[best] || (inside[one] === inside[best] && left[one] > left[best])
        ? one
        : best,
    );
    inside[next] += 1;
    left[next] -= 1;
    picked.push(next);
  }
  return picked;
}
