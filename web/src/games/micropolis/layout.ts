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

const WIDE = { width: 780, height: 545 };
const NARROW = { width: 400, height: 322 };

export function spread(isWide: boolean, large: number, others: number): Spread {
  return isWide
    ? large === 1
      ? wideOne(others)
      : wideTwo(others)
    : large === 1
      ? narrowOne(others)
      : narrowTwo(others);
}

/** A large ring at the left, the others in one or two columns beside it. */
function wideOne(others: number): Spread {
  const columns = others > 2 ? 2 : 1;
  const rows = Math.ceil(others / columns);
  const r = columns === 2 ? 58 : others === 1 ? 116 : 102;
  const [gap, middle] = [Math.min(WIDE.height / rows, 2 * r + 70), WIDE.height / 2];
  return {
    ...WIDE,
    large: [{ x: 266, y: 272, scale: 250 / RIM }],
    small: Array.from({ length: others }, (_, n) => ({
      x: columns === 2 ? 594 + (n % 2) * 123 : 656,
      y: middle + (Math.floor(n / columns) - (rows - 1) / 2) * gap,
      scale: r / RIM,
    })),
  };
}

/** Two large rings beside each other, the others in a line beneath. */
function wideTwo(others: number): Spread {
  const r = 70;
  return {
    ...WIDE,
    large: [196, 584].map((x) => ({ x, y: 188, scale: 178 / RIM })),
    small: Array.from({ length: others }, (_, n) => ({
      x: WIDE.width / 2 + (n - (others - 1) / 2) * 170,
      y: 460,
      scale: r / RIM,
    })),
  };
}

/** A large ring in the middle, the others down both sides. */
function narrowOne(others: number): Spread {
  const left = Math.ceil(others / 2);
  return {
    ...NARROW,
    large: [{ x: 200, y: 161, scale: 143 / RIM }],
    small: Array.from({ length: others }, (_, n) => {
      const [at, of] = n < left ? [n, left] : [n - left, others - left];
      return {
        x: n < left ? 27 : 373,
        y: of === 1 ? 27 : 27 + (at * 268) / (of - 1),
        scale: 26 / RIM,
      };
    }),
  };
}

function narrowTwo(others: number): Spread {
  return {
    ...NARROW,
    large: [101, 299].map((x) => ({ x, y: 104, scale: 92 / RIM })),
    small: Array.from({ length: others }, (_, n) => ({
      x: 200 + (n - (others - 1) / 2) * 98,
      y: 262,
      scale: 44 / RIM,
    })),
  };
}
