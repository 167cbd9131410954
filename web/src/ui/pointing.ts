/** Pointing at something that can be chosen, on the board or beside it. */
import type { Action } from "../lib/api";
import type { Desk } from "../table/desk.svelte";

/**
 * Show what an action would do, and tell who wants to know; the answer takes that back.
 * A thing that has the focus may go away, and then its props
 * can no longer be read: so they are kept here.
 */
export function pointedAt(
  desk: Desk,
  action: Action | null,
  tell?: (inside: boolean) => void,
): () => void {
  if (action) desk.hovered = action;
  tell?.(true);
  return () => {
    if (action && desk.hovered === action) desk.hovered = null;
    tell?.(false);
  };
}
