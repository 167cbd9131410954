/** Pointing at something that can be chosen, on the board or beside it. */
import { onDestroy } from "svelte";
import type { Action } from "../lib/api";
import type { Desk } from "../table/desk.svelte";

/**
 * For a component that can be pointed at: `enter` shows what an action would do and tells who wants
 * to know, `leave` takes that back. What goes away is left first: behind that, nobody can read
 * any more what it was.
 */
export function pointing(desk: Desk) {
  let undo = () => {};

  function leave(): void {
    undo();
    undo = () => {};
  }

  function enter(action: Action | null, tell?: (inside: boolean) => void): void {
    leave();
    if (action) desk.hovered = action;
    tell?.(true);
    undo = () => {
      if (action && desk.hovered === action) desk.hovered = null;
      tell?.(false);
    };
  }

  onDestroy(leave);
  return { enter, leave };
}
