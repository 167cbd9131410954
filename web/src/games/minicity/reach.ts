/**
 * How far the ant of a card would get, before the card is laid. The server
 * cannot tell it: a card that was shown cannot be taken back, so it gives no
 * preview. What an ant may really do is asked of the server when the card lies.
 */
import { fieldAt, neighbours, roadOf } from "./geometry";
import type { Ant, BoardDocument, End, View } from "./view";

export interface Outlook {
  end: End;
  ant: Ant;
  steps: number;
  /** Further steps that unused millipedes of the seat allow. */
  extra: number;
  /** Fields of the run on the road, the new one included. */
  run: number[];
  /** Chamber -> steps that it takes. */
  chambers: Map<number, number>;
}

export function outlook(
  board: BoardDocument,
  view: View,
  seat: number,
  ant: Ant,
  end: End,
): Outlook | null {
  const row = view[roadOf(end)];
  const field = fieldAt(row, end);
  if (field === undefined) return null;
  const inwards = end.endsWith("w") ? 1 : -1;
  const run = [field];
  while (row[field + run.length * inwards] === ant[0]) run.push(field + run.length * inwards);
  const count = (names: string[] | undefined) =>
    (names ?? []).filter((name) => name === "millipede").length;
  const extra = count(view.seats[seat]?.friends) - count(view.used);
  return {
    end,
    ant,
    run,
    steps: run.length,
    extra,
    chambers: within(board, view, ant, run.length + extra),
  };
}

/** The chambers where an ant may end, so many steps away. */
export function within(
  board: BoardDocument,
  view: View,
  ant: Ant,
  steps: number,
): Map<number, number> {
  const taken = new Set(
    Object.entries(view.ants).flatMap(([other, chamber]) => (other === ant ? [] : [chamber])),
  );
  const start = view.ants[ant];
  const seen = new Map([[start, 0]]);
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const far = seen.get(at)! + 1;
    if (far > steps) continue;
    for (const next of neighbours(board, at)) {
      if (seen.has(next) || (view.options.tunnels === "blocked" && taken.has(next))) continue;
      seen.set(next, far);
      queue.push(next);
    }
  }
  return new Map([...seen].filter(([chamber]) => chamber !== start && !taken.has(chamber)));
}
