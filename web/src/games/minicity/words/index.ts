import type { Language } from "../../../lib/prefs.svelte";
import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";

export const words: Record<Language, Record<string, string>> = { en, de, fr };
