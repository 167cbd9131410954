/** What a game's folder gives the page. Everything else about games is the same for all of them. */
import type { Component } from "svelte";
import type { IconName } from "../icons/drawings";
import type { Language } from "../lib/prefs.svelte";
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
  plan?(desk: Desk): Plan;
  /** Another position has come: what somebody was about to do may be over. */
  renew?(desk: Desk, plan: Plan): void;
  /** The parts of the table, the one that is shown first at the beginning. */
  places?(desk: Desk, plan: Plan): Place[];
  /** Which place to show, and what of it; null: what is shown may stay. */
  focus?(desk: Desk, plan: Plan): Focus | null;
  /** One place, drawn alone on a stage that moves and enlarges it. */
  Place?: Component<{ desk: Desk; plan: Plan; place: string }>;
  /** What one holds and chooses from, beneath the stage or beside it. */
  Tray?: Component<{ desk: Desk; plan: Plan }>;
  /** All that everybody may know of a seat, in the drawer that its chip opens. */
  SeatSheet?: Component<{ desk: Desk; seat: number }>;
  /** What can be said of a thing. */
  about?(desk: Desk, thing: Thing): Card | null;
  /** Everything on the table at once, where there is room for it. */
  Board: Component<{ desk: Desk; plan?: Plan }>;
  /** What everybody may know of a seat, in one or two short lines beside its name. */
  SeatFacts: Component<{ desk: Desk; seat: number }>;
  /** A few words on where the game stands: round, season, phase. */
  Status: Component<{ desk: Desk }>;
  /** The game's own words on the page, the same keys in every language. */
  words: Record<Language, Record<string, string>>;
  /** The guided first game. */
  lesson: Lesson;
}

/** What the lobby must know of a game before anything else of it is loaded. */
export interface About {
  /** Its name where a table is told in one line. */
  title: string;
  /** How much there is to learn. */
  weight: 1 | 2 | 3;
  /** Options that people choose before every game; others decide doubtful points of the rules. */
  great: string[];
  /** Options that go with a number of players, and with no other. */
  byPlayers?: Record<number, Record<string, string>>;
}

/** A guided first game: a game from a fixed seed, in which somebody explains. */
export interface Lesson {
  players: number;
  options: Record<string, string>;
  seed: string;
  steps: LessonStep[];
}

export interface LessonStep {
  /** What is explained, by a key of the game's words. */
  text: string;
  /** What the learner is to do, as beginnings of notations; without it, reading on is enough. */
  expect?: string[];
  /** What is played meanwhile by others, or to come to the next point: notations. */
  then?: string[];
}
