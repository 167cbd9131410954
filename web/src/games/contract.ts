/** What a game's folder gives the page. Everything else about games is the same for all of them. */
import type { Component } from "svelte";
import type { Language } from "../lib/prefs.svelte";
import type { Desk } from "../table/desk.svelte";

export interface GameModule {
  /** Everything on the table, filling the space that it is given. */
  Board: Component<{ desk: Desk }>;
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
