/** How a game is drawn that has no folder in `games/`: by its own board, or on the general one. */
import type { View } from "../lib/api";
import type { Desk } from "../table/desk.svelte";
import { Plan } from "./plan.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export { default as Board } from "./Board.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as SeatSheet } from "./SeatSheet.svelte";
export { default as Status } from "./Status.svelte";
export { default as Tray } from "./Tray.svelte";

export const plan = (desk: Desk) => new Plan(desk);
export const renew = (_: Desk, plan: Plan) => plan.renew();
export const places = () => [];
export const focus = () => null;
export const about = () => null;
export const motions = () => [];
export const joins = () => null;
export const earned = {};
export const home = () => null;
export const words = { en, de, fr };

export const part = (view: View): number => {
  const { round } = view as { round?: unknown };
  return typeof round === "number" ? round : 0;
};
