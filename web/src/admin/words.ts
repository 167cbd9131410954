/** The words of the administrators' page: they come with it, and nobody else loads them. */
import { prefs } from "../lib/prefs.svelte";
import { filled } from "../lib/words.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

export type AdminKey = keyof typeof en;

const WORDS: Record<string, Record<AdminKey, string>> = { en, de, fr };

export const tell = (key: AdminKey, values: Record<string, string | number> = {}): string =>
  filled((WORDS[prefs.language] ?? en)[key], values);
