import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export { default as Board } from "./Board.svelte";
export { default as SeatFacts } from "./SeatFacts.svelte";
export { default as Status } from "./Status.svelte";
export { lesson } from "./lesson";
export const words = { en, de, fr };
