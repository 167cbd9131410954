/** Bots that people choose from: what they are called, and what is to be known of them. */
import { hasWords, say } from "./words.svelte";

/** Their own names, the same in every language. */
const NAMES: Record<string, string> = {
  newcomer: "Pip",
  beginner: "Mimi",
  easy: "Bodo",
  normal: "Tilda",
  hard: "Orson",
  expert: "Sibyl",
  champion: "Regina",
};

/** What a bot is called; one of another package by its own name. */
export const characterOf = (level: string): string => NAMES[level] ?? level;

/** The same where it could be taken for a person; of several alike, with its number. */
export const botNamed = (level: string, number?: number): string =>
  say("bot_of", { name: [characterOf(level), number].filter(Boolean).join(" ") });

/** How hard it is to beat, in a word. */
export function strengthOf(level: string): string {
  const key = `level_${level}`;
  return hasWords(key) ? say(key) : "";
}

/** Whom one chooses: "Bodo – easy". */
export const choiceOf = (level: string): string =>
  [characterOf(level), strengthOf(level)].filter(Boolean).join(" – ");

/** How it plays, in a sentence. */
export function aboutBot(level: string): string {
  const key = `about_${level}`;
  return hasWords(key) ? say(key) : "";
}
