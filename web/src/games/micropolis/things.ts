/**
 * What things on the table are called where they are drawn (`data-at`), for cards of information,
 * motions and the log. Anthills and seats are counted from 0 as in the view, places in the row and
 * slots from 1 as in notation.
 *
 *     row 3              the third tile still lying
 *     price 3            what it costs, and the soldiers on it
 *     anthill 0          an anthill with all that belongs to it
 *     slot 0 10          a slot of its ring: the tile there, a ghost, or nothing
 *     gallery 0 10 2     the gallery to which the second piece on that tile belongs
 *     barracks 0 10      the barracks on that tile
 *     kind queen         an ant, a fruit or a soldier, wherever it is drawn
 *     hub 0              its foundation with the army; with the Red Army marker, if it has it
 *     marker             the Red Army marker
 *     token 0            the architect tokens of an anthill
 *     hand               the tile in hand, or the one that is lifted from the row
 *     pile, reserve, tokens
 *     points 0 royal     a number of the score sheet: anthill and category, or `total`
 *     seat 0             a seat (drawn by the frame)
 */
import type { Thing } from "../contract";
import type { Category, Thing as Content } from "./view";

export const rowThing = (place: number): Thing => `row ${place}`;
export const priceThing = (place: number): Thing => `price ${place}`;
export const tokenThing = (anthill: number): Thing => `token ${anthill}`;
export const anthillThing = (anthill: number): Thing => `anthill ${anthill}`;
export const slotThing = (anthill: number, slot: number): Thing => `slot ${anthill} ${slot + 1}`;
export const barracksThing = (anthill: number, slot: number): Thing =>
  `barracks ${anthill} ${slot + 1}`;
export const galleryThing = (anthill: number, slot: number, segment: number): Thing =>
  `gallery ${anthill} ${slot + 1} ${segment + 1}`;
export const kindThing = (kind: Content["name"] | "soldier"): Thing => `kind ${kind}`;
export const hubThing = (anthill: number): Thing => `hub ${anthill}`;
export const pointsThing = (anthill: number, what: Category | "total"): Thing =>
  `points ${anthill} ${what}`;
