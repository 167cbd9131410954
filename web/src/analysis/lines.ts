/**
 * A line that somebody has tried in a game, as a few letters: after how many decisions of the game
 * it begins, then a seat (one digit) and the code of an action each, to base 36: `h-03-1a`.
 */

export interface Move {
  seat: number;
  code: number;
}

export interface Line {
  /** Decisions of the game before it. */
  at: number;
  moves: Move[];
}

const BASE = 36;
const FORM = /^[0-9a-z]+(-[0-9][0-9a-z]{1,7})*$/;

export function written({ at, moves }: Line): string {
  const pieces = moves.map(({ seat, code }) => `${seat}${code.toString(BASE)}`);
  return [at.toString(BASE), ...pieces].join("-");
}

/** A line that was written so; null where it is something else. */
export function read(text: string): Line | null {
  if (!FORM.test(text)) return null;
  const [at, ...pieces] = text.split("-") as [string, ...string[]];
  return {
    at: parseInt(at, BASE),
    moves: pieces.map((piece) => ({
      seat: Number(piece[0]),
      code: parseInt(piece.slice(1), BASE),
    })),
  };
}

/** A line for a link, with its length before it: a link that was cut short is known by it. */
export function linked(line: Line): string {
  const text = written(line);
  return `${text.length.toString(BASE)}.${text}`;
}

/** A line of a link, or what is left of it; null where there is nothing. */
export function unlinked(text: string): (Line & { isWhole: boolean }) | null {
  const [, length, rest] = /^([0-9a-z]+)\.(.*)$/.exec(text) ?? [];
  if (length === undefined || rest === undefined) return null;
  const isWhole = rest.length === parseInt(length, BASE);
  // The last piece may have lost its end.
  const line = read(isWhole ? rest : rest.slice(0, Math.max(0, rest.lastIndexOf("-"))));
  return line && { ...line, isWhole };
}
