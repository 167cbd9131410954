/** Where the anthills lie on the board. */
import { RIM } from "./ring";

export interface Spread {
  width: number;
  height: number;
  /** The anthills that are looked at, in order. */
  large: { x: number; y: number; scale: number }[];
  /** All others, in order. */
  small: { x: number; y: number; scale: number }[];
}

const SIZE = { width: 780, height: 545 };

export const spread = (large: number, others: number): Spread =>
  large === 1 ? forOne(others) : forTwo(others);

/** A large ring at the left, the others in one or two columns beside it. */
function forOne(others: number): Spread {
  const columns = others > 2 ? 2 : 1;
  const rows = Math.ceil(others / columns);
  const r = columns === 2 ? 58 : others === 1 ? 116 : 102;
  const [gap, middle] = [Math.min(SIZE.height / rows, 2 * r + 70), SIZE.height / 2];
  return {
    ...SIZE,
    large: [{ x: 266, y: 272, scale: 250 / RIM }],
    small: Array.from({ length: others }, (_, n) => ({
      x: columns === 2 ? 594 + (n % 2) * 123 : 656,
      y: middle + (Math.floor(n / columns) - (rows - 1) / 2) * gap,
      scale: r / RIM,
    })),
  };
}

/** Two large rings beside each other, the others in a line beneath. */
function forTwo(others: number): Spread {
  const r = 70;
  return {
    ...SIZE,
    large: [196, 584].map((x) => ({ x, y: 188, scale: 178 / RIM })),
    small: Array.from({ length: others }, (_, n) => ({
      x: SIZE.width / 2 + (n - (others - 1) / 2) * 170,
      y: 460,
      scale: r / RIM,
    })),
  };
}
