/** How the scouts' display lies: towards the right, or on a small screen downwards. */
import type { Point } from "./view";

export const ROWS = ["a", "b", "c"] as const;
export const FIELDS = [1, 2, 3, 4, 5, 6] as const;
/** Room for a tile. */
export const CELL = { width: 120, height: 78 };

/** `board`: with the meals beside it; `side`: with them above; `upright`: field 1 on top. */
export type Lying = "board" | "side" | "upright";

export interface Display {
  width: number;
  height: number;
  /** The middle of a place; fields count from 1, rows from 0. */
  at(field: number, row: number): Point;
  /** Where the number of a field stands, and the letter of a row. */
  numberAt(field: number): Point;
  letterAt(row: number): Point;
  /** What belongs to a field. */
  column(field: number): { x: number; y: number; width: number; height: number };
  /** The left upper corner of each meal and of the bag. */
  mealAt(index: number): Point;
  bagAt: Point;
}

const MARGIN = 40; // for numbers and letters
const HEAD = 52; // for meals and the bag above

export function display(lying: Lying): Display {
  return lying === "upright" ? downwards() : towardsRight(lying === "board");
}

function towardsRight(isBeside: boolean): Display {
  const { width, height } = CELL;
  const above = isBeside ? 0 : HEAD;
  const [left, high] = [MARGIN, above + 40];
  const right = left + 6 * width;
  return {
    width: right + (isBeside ? 190 : 8),
    height: high + 3 * height + 10,
    at: (field, row) => [left + (field - 0.5) * width, high + (row + 0.5) * height],
    numberAt: (field) => [left + (field - 0.5) * width, high - 18],
    letterAt: (row) => [left / 2, high + (row + 0.5) * height],
    column: (field) => ({
      x: left + (field - 1) * width + 2,
      y: high - 4,
      width: width - 4,
      height: 3 * height + 8,
    }),
    mealAt: (index) => (isBeside ? [right + 30, 42 + index * 42] : [left + index * 190, 8]),
    bagAt: isBeside ? [right + 30, 186] : [left + 590, 4],
  };
}

function downwards(): Display {
  const { width, height } = CELL;
  const [left, high] = [MARGIN, HEAD + 34];
  return {
    width: left + 3 * width + 6,
    height: high + 6 * height + 8,
    at: (field, row) => [left + (row + 0.5) * width, high + (field - 0.5) * height],
    numberAt: (field) => [left / 2, high + (field - 0.5) * height],
    letterAt: (row) => [left + (row + 0.5) * width, high - 16],
    column: (field) => ({
      x: left - 4,
      y: high + (field - 1) * height + 2,
      width: 3 * width + 8,
      height: height - 4,
    }),
    mealAt: (index) => [6 + index * 104, 8],
    bagAt: [322, 4],
  };
}
