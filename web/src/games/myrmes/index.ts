export { default as Board } from "./Board.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Status } from "./Status.svelte";
export { lesson } from "./lesson";
export { words } from "./words";
