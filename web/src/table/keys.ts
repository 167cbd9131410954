/** Keys that mean the same wherever a board lies. */

/** What can be chosen, on the board and in the tray. */
const LIVE = ".board .spot.live, .tray [data-action]";

/** The focus goes to the next thing that can be chosen. */
export function toNext(): void {
  const live = [...document.querySelectorAll<HTMLElement>(LIVE)];
  const at = live.indexOf(document.activeElement as HTMLElement);
  live[(at + 1) % live.length]?.focus({ preventScroll: true });
}

/** Ask for a hint, where one can be asked for. */
export const askHint = (): void => document.querySelector<HTMLElement>("[data-hint]")?.click();

/** Do what a key means, unless it is typed into something or presses a button. */
export function obey(event: KeyboardEvent, meant: (key: string) => (() => void) | undefined): void {
  const at = event.target as Element;
  if (at.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey) return;
  if ([" ", "Enter"].includes(event.key) && at.closest("button, a, [role=button]")) return;
  const act = meant(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!act) return;
  event.preventDefault();
  act();
}
