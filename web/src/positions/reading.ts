/** What somebody has typed, as a position. */
import type { View } from "../lib/api";

/** A position, and what its game is loaded with. */
export interface Typed {
  position: View;
  players?: number;
  options?: Record<string, string>;
}

/** The position that a text holds; what is no JSON throws a `SyntaxError`. */
export function read(text: string): Typed {
  const position: unknown = JSON.parse(text);
  if (typeof position !== "object" || position === null || Array.isArray(position))
    throw new SyntaxError("{ … }");
  return typed(position);
}

/** A position with what its game is loaded with, as far as it says so. */
export function typed(position: View): Typed {
  const { players, options } = position as { players?: unknown; options?: unknown };
  return {
    position,
    ...(typeof players === "number" ? { players } : {}),
    ...(isWords(options) ? { options } : {}),
  };
}

/** Which game a position names, if it does. */
export const gameOf = (position: View): string | undefined =>
  typeof position.game === "string" ? position.game : undefined;

const isWords = (found: unknown): found is Record<string, string> =>
  typeof found === "object" &&
  found !== null &&
  Object.values(found).every((choice) => typeof choice === "string");

/** A position in lines that a reader finds her way in: one for each of its fields. */
export function written(position: View): string {
  const lines = Object.entries(position).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}`;
}
