/** What a game's folder gives the page. Everything else about games is the same for all of them. */
import type { Component } from "svelte";
import type { IconName } from "../icons/drawings";
import type { Line, View } from "../lib/api";
import type { Language } from "../lib/prefs.svelte";
import type { Sound } from "../lib/sound";
import type { Desk } from "../table/desk.svelte";

/**
 * A thing on the table, as `data-at` names it where it is drawn: "row 3", "hex 17", "reserve".
 * Cards of information, motions and the log refer to things by these names alone.
 */
export type Thing = string;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the table that fills a small screen: a drawing of that size, from 0 0 on. */
export interface Place {
  id: string;
  /** On the chip that leads to it. */
  name: string;
  width: number;
  height: number;
  /** What is to be seen of it where nothing is decided; without it, everything. */
  rest?: Box;
  /** How many things can be chosen there now: other places are marked by it. */
  live?: number;
}

/** Where the present decision is made. */
export interface Focus {
  place: string;
  /** What should be seen beside everything live; without it, that alone. */
  around?: Box;
}

/** What a small card says of a thing. */
export interface Card {
  icon?: IconName;
  name: string;
  /** What it does, in a line. */
  effect: string;
  /** What it is worth or holds now. */
  worth?: string;
  /** The number of its rule: "MP-5.7". */
  rule?: string;
}

/**
 * `Plan` is what somebody is about to do between two decisions: a card taken up, a tile lifted.
 * Everything on one table shares one plan.
 */
export interface GameModule<Plan = unknown> {
  /** A new plan for a desk; `desk.plan` keeps it, and every part of the board is given it. */
  plan(desk: Desk): Plan;
  /** Another position has come: what somebody was about to do may be over. */
  renew(desk: Desk, plan: Plan): void;
  /**
   * The parts of the table, the one that is shown first at the beginning. Without any, small
   * screens have the whole board, and scroll in it.
   */
  places(desk: Desk, plan: Plan): Place[];
  /** Which place to show, and what of it; null: what is shown may stay. */
  focus(desk: Desk, plan: Plan): Focus | null;
  /** One place, drawn alone on a stage that moves and enlarges it. */
  Place?: Component<{ desk: Desk; plan: Plan; place: string }>;
  /** What one holds and chooses from, beneath the stage or beside it. */
  Tray: Component<{ desk: Desk; plan: Plan }>;
  /** All that everybody may know of a seat, in the drawer that its chip opens. */
  SeatSheet: Component<{ desk: Desk; seat: number }>;
  /** What can be said of a thing. */
  about(desk: Desk, thing: Thing): Card | null;
  /**
   * What a step moved, in the order in which it is seen: see `Motion`. A game's motions.ts says it
   * kind by kind, with a reason for each kind that moves nothing: see table/kinds.ts.
   */
  motions(before: View, after: View, line: Line, desk: Desk): Motion[];
  /**
   * Whether a line goes on with the sentence that its seat has begun: "and" puts its words behind
   * those before it, "instead" in the place of the last of them (a step on a way: only where it
   * led is told); null: it begins another one. The lines of a sentence are shown
   * as one beat and are one line of the log.
   */
  joins(line: Line, sentence: readonly Line[]): "and" | "instead" | null;
  /**
   * What adds up to the points of a seat, in the order in which it is counted at the end. Where
   * nothing is named, all categories of the game do.
   */
  earned: Earned;
  /** Where a thing is to be found that is not on the screen. */
  home(desk: Desk, thing: Thing): Home | null;
  /** Everything on the table at once, where there is room for it. */
  Board: Component<{ desk: Desk; plan: Plan }>;
  /** What everybody may know of a seat, in one or two short lines beside its name. */
  SeatFacts: Component<{ desk: Desk; seat: number }>;
  /** The round, or whatever a game is divided into; `part` in its words says what that is. */
  part(view: View): number;
  /** A few words on where the game stands: round, season, phase. */
  Status: Component<{ desk: Desk }>;
  /** The game's own words on the page, the same keys in every language. */
  words: Record<Language, Record<string, string>>;
}

/**
 * For each category of a breakdown that adds up to the points: the things that earned them. Where
 * there is none to be seen, the chip of the seat stands for them.
 */
export type Earned<Category extends string = string> = Record<
  Category,
  (desk: Desk, seat: number) => Thing[]
>;

/**
 * How a thing moves (milliseconds in brackets: its usual length at normal speed).
 *
 * - `fly` (350): a copy of the thing flies in a low arc from where it was to where it is now. If it
 *   was turned or has another size there, it turns and grows on its way.
 * - `walk` (200 a stretch, 900 at most): a copy goes straight along `from`, every thing in `via`,
 *   and `to`.
 * - `drop` (350): a copy is lifted, and falls onto where it is now.
 * - `pop` (300): the thing grows out of nothing where it is now.
 * - `fade` (250): a copy of what was there before shrinks and is gone.
 * - `glow` (350): the thing lights up where it is; for galleries that close, rings, targets. The
 *   copy has the class `lit`, so that a drawing can say how it looks then.
 * - `shake` (250): the thing shakes where it is: it was refused, or stays.
 * - `flip` (400): the thing turns over where it is: a card, a die.
 */
export type MotionKind = "fly" | "walk" | "drop" | "pop" | "fade" | "glow" | "shake" | "flip";

/**
 * Something that moves when a step is shown. It is a copy of the thing itself, taken from the
 * drawing: nothing has to be drawn for it, but every thing and place must be named by `data-at`.
 *
 * Names are looked up in the drawing before the step (`from`, and what is copied) and after it
 * (`to`). The simplest motion names one thing which is drawn at another place afterwards:
 * `{ kind: "fly", thing: "tile 58" }` goes from where "tile 58" was to where "tile 58" is. What
 * is not one thing, but one of many, names what a copy is taken of: `{ kind: "fly", thing:
 * "soldier", from: "hub 1", to: "tile 58", count: 2 }`. Where names are those of places, name the
 * place that a thing comes to and where it comes from: `{ kind: "fly", thing: "slot 0 10", from:
 * "row 3" }` flies as it will lie in the slot. While it is on its way it is not drawn there.
 *
 * A name that is drawn nowhere, or out of sight, falls back to the chip of its seat, then to that
 * of its place (`home`); without either the motion is left out, so a name may well be missing on a
 * small screen. `place garden` and `seat 2` (counted from 0) name these chips themselves.
 */
export interface Motion {
  kind: MotionKind;
  /** What a copy is taken of, or what moves where it is. */
  thing: Thing;
  /** What flies instead where the thing is not on the screen; without it, the mark of the seat. */
  icon?: IconName;
  /** Where it comes from; without it, from where the thing was before. */
  from?: Thing;
  /** Where it goes; without it, to where the thing is now. */
  to?: Thing;
  /** What it passes, in order: for `walk`. */
  via?: Thing[];
  /** So many of them, one shortly after the other; more than fit fly as one with a number. */
  count?: number;
  /**
   * When it begins, in milliseconds after the motion before it has begun; without it, when that
   * one has ended. 0: together with it.
   */
  after?: number;
  /** How long it takes at normal speed; the theatre shortens everything where time is short. */
  ms?: number;
  /** Played when it arrives, or where it stays, when it begins. */
  sound?: Sound;
  /** A number that rises where it arrives. */
  gain?: Gain;
}

/**
 * A number that rises where it was earned: points of a seat as its score has changed with this
 * step, or a number of some thing. Points that no motion names rise at the chip of their seat.
 */
export interface Gain {
  /** Whose points; without it, of the seat that took the step. */
  seat?: number;
  /** How many; without it, the difference of the seat's points. 0 is not shown. */
  n?: number;
  /** Of what; without it, points. */
  icon?: IconName;
}

/**
 * Where a thing is to be found that is not on the screen: at another thing, a seat or a place.
 * Small screens go to the places of what moves while steps are shown.
 */
export interface Home {
  thing?: Thing;
  place?: string;
  seat?: number;
}
