/**
 * Where a small screen looks while steps are shown: at the place in which things move.
 * Whoever moves the view meanwhile keeps it there until she has decided something.
 */
import type { Motion, Thing } from "../games/contract";
import { mayMove } from "../lib/prefs.svelte";
import type { Desk } from "./desk.svelte";

/**
 * Milliseconds for which the view stands still: what comes in them is looked at together, and for
 * less it does not go to another place.
 */
export const STAY = 600;
const TURN = 300; // milliseconds that it needs to go there

/** What moves in a place of the table. */
export interface Watched {
  place: string;
  things: Thing[];
}

/** What is shown in one go, and for how many milliseconds. */
export interface Act {
  /** Null where it moves nothing that lies in a place. */
  watched: Watched | null;
  ms: number;
}

/** The place in which most of this moves, and what it is. */
export function watchedIn(motions: Motion[], desk: Desk): Watched | null {
  const found = new Map<string, Thing[]>();
  for (const { thing, from = thing, to = thing, via = [] } of motions)
    for (const name of new Set([thing, from, ...via, to])) {
      const place = placeOf(name, desk);
      if (place !== undefined) found.set(place, [...(found.get(place) ?? []), name]);
    }
  const [most] = [...found].sort(([, some], [, others]) => others.length - some.length);
  return most ? { place: most[0], things: most[1] } : null;
}

function placeOf(thing: Thing, desk: Desk): string | undefined {
  const home = desk.module.home(desk, thing);
  return home?.place ?? (home?.thing ? desk.module.home(desk, home.thing)?.place : undefined);
}

/**
 * What to look at next; null: the view stays as it is. What goes on in one place is looked at
 * together, and for a glance at another one the view does not leave.
 */
export function nextOf(acts: Act[], now: string): Watched | null {
  const stays: (Watched & { ms: number })[] = [];
  for (const { watched, ms } of acts) {
    const last = stays.at(-1);
    if (watched && watched.place !== last?.place) stays.push({ ...watched, ms });
    else if (last) {
      last.ms += ms;
      last.things = [...last.things, ...(watched?.things ?? [])];
    }
  }
  const [first, second] = stays;
  if (!first) return null;
  const isGlance = first.place !== now && second !== undefined && first.ms < STAY;
  return isGlance ? null : { place: first.place, things: first.things };
}

export class Gaze {
  /** What moves; null: nothing does. */
  at = $state.raw<Watched | null>(null);
  /** The place that somebody went to; until something else is asked of her. */
  wanted = $state<string | null>(null);
  /** Whether somebody has moved the view since things began to move. */
  isHeld = $state(false);
  /** The place on the screen; null where there is room for all of them. */
  private shown: string | null = null;
  private turned = 0;

  /** Another place is on the screen. */
  shows(place: string | null): void {
    if (place !== this.shown && this.at) this.turns();
    this.shown = place;
  }

  /** The view is on its way. */
  turns(): void {
    this.turned = performance.now() + TURN;
  }

  /** Milliseconds until the view stands still. */
  get left(): number {
    return this.turned - performance.now();
  }

  /** Look at what moves next. */
  follow(acts: Act[]): void {
    if (this.mayGo) this.at = nextOf(acts, this.shown!) ?? this.at;
  }

  /** Whether the view goes by itself to what moves. */
  get mayGo(): boolean {
    return this.shown !== null && !this.isHeld && mayMove();
  }

  /** Nothing moves any more. */
  rest(): void {
    this.at = null;
  }

  /** Somebody goes to a place, or moves what is seen of it. */
  go(place: string): void {
    this.wanted = place;
    if (this.at) this.isHeld = true;
  }

  /** The view may go again where it is needed. */
  release(): void {
    this.isHeld = false;
  }
}
