/** The game's own words on the page. */
import type { Language } from "../../lib/prefs.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export const words: Record<Language, Record<string, string>> = { en, de, fr };
