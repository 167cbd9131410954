import "./colours.css";
export { default as Board } from "./Board.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Status } from "./Status.svelte";
export { words } from "./words";
export { lesson } from "./lesson";
