import Board from "./Board.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Status from "./Status.svelte";
import { lesson } from "./lesson";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

const words = { en, de, fr };
export { Board, SeatFacts, Status, lesson, words };
