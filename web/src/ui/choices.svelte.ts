/** A small menu beside a place that can mean several things. */
import type { Action } from "../lib/api";
import type { Desk } from "../table/desk.svelte";

interface Choices {
  desk: Desk;
  actions: Action[];
  at: Element;
}

class Menu {
  // Raw: its actions must be the very ones of the desk.
  open = $state.raw<Choices | null>(null);
}

export const choices = new Menu();

export function openChoices(desk: Desk, actions: Action[], at: Element): void {
  choices.open = { desk, actions, at };
}

export function closeChoices(): void {
  const at = choices.open?.at as SVGElement | undefined;
  choices.open = null;
  at?.focus();
}
