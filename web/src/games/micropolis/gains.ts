/** What a step would change in points. */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { pointsOf, type View } from "./view";

/** The points that a seat would gain or lose; nothing where nobody can know. */
export async function gainOf(
  desk: Desk,
  action: Action,
  then: string[],
  seat: number,
): Promise<number | undefined> {
  const before = pointsOf(desk.view as View, seat);
  const after = (await desk.peek(action, ...then))?.scores?.[seat];
  return after === undefined ? undefined : after - before;
}
