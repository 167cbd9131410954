import "./colours.css";
import type { Desk } from "../../table/desk.svelte";
import { form } from "../../table/form.svelte";
import type { Focus, Place } from "../contract";
import { HEIGHT, WIDTH } from "./geometry";
import { Plan } from "./plan.svelte";
import type { View } from "./schema";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export { default as Board } from "./Board.svelte";
export { default as Place } from "./Hill.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as SeatSheet } from "./SeatSheet.svelte";
export { default as Status } from "./Status.svelte";
export { default as Tray } from "./Tray.svelte";
export { about } from "./information";
export { earned } from "./earned";
export { home, joins, motions } from "./motions";
export const words = { en, de, fr };
export const part = (view: unknown): number => (view as View).round;
export const plan = (desk: Desk): Plan => new Plan(desk);
export const renew = (_: Desk, plan: Plan): void => plan.renew();
export const focus = (_: Desk, plan: Plan): Focus => ({ place: "hill", around: plan.around });
/** At rest it fills the height of a phone; what lies at its sides can be dragged. */
export const places = (desk: Desk): Place[] => [
  {
    id: "hill",
    name: desk.say("hill_short"),
    width: WIDTH,
    height: HEIGHT,
    rest: form.now === "tablet" ? undefined : { x: WIDTH / 2, y: 0, width: 1, height: HEIGHT },
  },
];
