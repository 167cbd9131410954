/** Where a card of information lies: beside its thing, off what can be chosen. */
import type { Box } from "../games/contract";

const GAP = 10;
const EDGE = 6;

interface Size {
  width: number;
  height: number;
}

const shared = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/** Above it if possible: a finger lies below. */
export function placed(
  thing: Box,
  { width, height }: Size,
  live: Box[],
  screen: Size,
): { x: number; y: number } {
  const [across, down] = [thing.x + thing.width / 2, thing.y + thing.height / 2];
  const tries = [
    [across - width / 2, thing.y - height - GAP],
    [across - width / 2, thing.y + thing.height + GAP],
    [thing.x + thing.width + GAP, down - height / 2],
    [thing.x - width - GAP, down - height / 2],
    [EDGE, EDGE],
    [screen.width, EDGE],
    [EDGE, screen.height],
    [screen.width, screen.height],
  ].map(([x, y]) => ({
    x: Math.max(EDGE, Math.min(screen.width - width - EDGE, x!)),
    y: Math.max(EDGE, Math.min(screen.height - height - EDGE, y!)),
    width,
    height,
  }));
  const cost = (box: Box) =>
    4 * shared(box, thing) + live.reduce((sum, one) => sum + shared(box, one), 0);
  return tries.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}
