import { Plan } from "./plan.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";
import type { Desk } from "../../table/desk.svelte";

export { default as Board } from "./Board.svelte";
export { default as Place } from "./Place.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as SeatSheet } from "./SeatSheet.svelte";
export { default as Status } from "./Status.svelte";
export { default as Tray } from "./Tray.svelte";
export { about } from "./cards";
export { earned } from "./earned";
export { joins, motions } from "./motions";
export { focus, home, places } from "./places";
export const words = { en, de, fr };
export const plan = (desk: Desk): Plan => new Plan(desk);
export const renew = (_: Desk, plan: Plan): void => plan.clear();
