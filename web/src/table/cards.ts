/** Where a card of information lies: beside its thing, off what can be chosen. */
import type { Box } from "../games/contract";
import { shared } from "../ui/optics";

const GAP = 10;
const EDGE = 6;

interface Size {
  width: number;
  height: number;
}

/** How far a card may stand aside of its thing's middle: shares of the way on which they touch. */
const SLIDES = [0, -0.5, 0.5, -1, 1];
/** Square pixels of something live that it covers rather than standing a pixel aside … */
const ASIDE = 4;
/** … or not above its thing, where no finger lies. */
const BELOW = 400;
const BESIDE = 800;

/** Always beside its thing, where it covers least of what can be chosen; above if possible. */
export function placed(
  thing: Box,
  { width, height }: Size,
  live: Box[],
  screen: Size,
): { x: number; y: number } {
  const left = thing.x + (thing.width - width) / 2;
  const top = thing.y + (thing.height - height) / 2;
  const tries = SLIDES.flatMap((share) => {
    const x = left + (share * (thing.width + width)) / 2;
    const y = top + (share * (thing.height + height)) / 2;
    return [
      { x, y: thing.y - height - GAP, price: 0 },
      { x, y: thing.y + thing.height + GAP, price: BELOW },
      { x: thing.x + thing.width + GAP, y, price: BESIDE },
      { x: thing.x - width - GAP, y, price: BESIDE },
    ];
  }).map(({ x, y, price }) => ({
    x: Math.max(EDGE, Math.min(screen.width - width - EDGE, x)),
    y: Math.max(EDGE, Math.min(screen.height - height - EDGE, y)),
    price,
  }));
  const cost = ({ x, y, price }: (typeof tries)[number]) => {
    const box = { x, y, width, height };
    const aside = Math.abs(price === BESIDE ? y - top : x - left);
    const covered = live.reduce((sum, one) => sum + shared(box, one), 4 * shared(box, thing));
    return covered + price + ASIDE * aside;
  };
  const { x, y } = tries.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  return { x, y };
}
