/** The parts of the table that small screens show one at a time: one's own anthill, and all. */
import type { Box, Focus, Place } from "../contract";
import type { Desk } from "../../table/desk.svelte";
import { form } from "../../table/form.svelte";
import { RIM } from "./ring";
import { anthillsOf, each, shown, type View } from "./view";

const SIDE = 2 * RIM + 24; // of a ring with what stands at its rim

export interface Cell {
  anthill: number;
  x: number;
  y: number;
}

/** Where the rings of a place lie, in a grid of so many columns. */
export function cellsOf(view: View, place: string, looking: number): Cell[] {
  const shown = place === "own" ? anthillsOf(view, looking) : view.anthills.map((_, n) => n);
  const columns = columnsOf(shown.length);
  return shown.map((anthill, n) => ({
    anthill,
    x: (n % columns) * SIDE + SIDE / 2,
    y: Math.floor(n / columns) * SIDE + SIDE / 2,
  }));
}

/** Upright screens are higher than wide; an expert's two anthills lie as the screen does. */
function columnsOf(count: number): number {
  const isLying = form.now === "side";
  if (count <= 2) return isLying ? count : 1;
  return isLying ? 3 : 2;
}

function sizeOf(count: number): { width: number; height: number } {
  const columns = columnsOf(count);
  return { width: columns * SIDE, height: Math.ceil(count / columns) * SIDE };
}

export function places(desk: Desk): Place[] {
  const view = shown(desk);
  const leads = desk.which((text) => text.startsWith("lead ")).length;
  const own = { id: "own", name: desk.say("place_own"), ...sizeOf(each(view)) };
  const count = view.anthills.length;
  const all = { id: "all", name: desk.say("place_all"), ...sizeOf(count), live: leads };
  return desk.seat === null ? [all, own] : [own, all]; // who only watches looks at everybody
}

/** The anthill in play, alone; all of them where one is to be given the marker. */
export function focus(desk: Desk): Focus | null {
  const view = shown(desk);
  if (desk.which((text) => text.startsWith("lead ")).length) return { place: "all" };
  if (!desk.actions.length) return null;
  return { place: "own", around: boxOf(view, desk) };
}

function boxOf(view: View, desk: Desk): Box | undefined {
  if (each(view) === 1 || view.anthill === undefined) return undefined;
  const cell = cellsOf(view, "own", desk.looking).find(({ anthill }) => anthill === view.anthill);
  return cell && { x: cell.x - SIDE / 2, y: cell.y - SIDE / 2, width: SIDE, height: SIDE };
}
