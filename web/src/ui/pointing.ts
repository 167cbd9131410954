/** Pointing at something that can be chosen, on the board or beside it. */
import { onDestroy } from "svelte";
import type { Action } from "../lib/api";
import type { Desk } from "../table/desk.svelte";

/**
 * For a component that can be pointed at: `enter` shows what an action would do and tells who wants
 * to know, `leave` takes that back.
 */
export function pointing(desk: Desk) {
  let undo = () => {};

  function end(): void {
    undo();
    undo = () => {};
  }

  function enter(action: Action | null, tell?: (inside: boolean) => void): void {
    end();
    if (action) desk.hovered = action;
    tell?.(true);
    undo = () => {
      if (action && desk.hovered === action) desk.hovered = null;
      tell?.(false);
    };
  }

  /** A moment later: what goes away has ended by itself before, while it could still be read. */
  function leave(): void {
    const left = undo;
    queueMicrotask(() => {
      if (undo === left) end();
    });
  }

  onDestroy(end);
  return { enter, leave };
}
