import type { Desk } from "../../table/desk.svelte";
import "./colours.css";
import { Lift } from "./plan.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export { default as Board } from "./Board.svelte";
export { default as Place } from "./Place.svelte";
export { default as Tray } from "./Tray.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Status } from "./Status.svelte";
export { lesson } from "./lesson";
export { focus, places } from "./places";
export const plan = (desk: Desk) => new Lift(desk);
export const renew = (_: Desk, plan: Lift) => plan.clear();
export const words = { en, de, fr };
