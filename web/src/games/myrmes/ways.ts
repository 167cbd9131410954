/** How the ways in which a tile can lie are shown side by side. */

const WIDTH = 396;
const HEIGHT = 58;
const LARGEST = 44; // how wide one is drawn at most
const LEAST = 28; // and at least, for a mouse

export interface Boxes {
  columns: number;
  width: number;
  height: number;
  /** Of a drawing of 44 x 40. */
  scale: number;
}

/** One row while they are large enough in it, else as many as are needed. */
export function wayBoxes(count: number): Boxes {
  const rows = [1, 2].find((rows) => (WIDTH * rows) / count >= LEAST) ?? 2;
  const columns = Math.max(Math.ceil(count / rows), Math.floor(WIDTH / LARGEST));
  const [width, height] = [WIDTH / columns, HEIGHT / rows];
  return { columns, width, height, scale: Math.min(width / 44, height / 44) };
}
