/** How hard puzzles are. */
import { say } from "../lib/words.svelte";

export const LEVELS = [1, 2, 3] as const;
const NAMES = ["hardness_1", "hardness_2", "hardness_3"] as const;

/** A level in a word. */
export const levelName = (level: number): string => say(NAMES[level - 1] ?? NAMES[0]);
