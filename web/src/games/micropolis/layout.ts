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
const TALL = { width: 545, height: 780 };

/** `isTall`: the space for it is higher than wide. */
export function spread(large: number, others: number, isTall: boolean): Spread {
  if (isTall) return large === 1 ? tallOne(others) : tallTwo(others);
  return large === 1 ? wideOne(others) : wideTwo(others);
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
  return {
    ...WIDE,
    large: [196, 584].map((x) => ({ x, y: 188, scale: 178 / RIM })),
    small: line(others, WIDE.width, 460, 70),
  };
}

/** A large ring, the others in a line beneath. */
function tallOne(others: number): Spread {
  return {
    ...TALL,
    large: [{ x: TALL.width / 2, y: 272, scale: 250 / RIM }],
    small: line(others, TALL.width, 660, Math.min(100, TALL.width / others / 2 - 6)),
  };
}

/** Two large rings one above the other, the others in a line beneath. */
function tallTwo(others: number): Spread {
  return {
    ...TALL,
    large: [160, 480].map((y) => ({ x: TALL.width / 2, y, scale: 150 / RIM })),
    small: line(others, TALL.width, 712, 60),
  };
}

function line(count: number, width: number, y: number, r: number): Spread["small"] {
  const gap = Math.min(width / count, 2 * r + 30);
  return Array.from({ length: count }, (_, n) => ({
    x: width / 2 + (n - (count - 1) / 2) * gap,
    y,
    scale: r / RIM,
  }));
}
