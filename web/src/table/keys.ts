/** Keys that mean the same wherever a board lies. */

/** What can be chosen or taken up on the board and in the tray, or leads to such things. */
const LIVE = ":is(.board, .tray) :is(.live, .asleep, [data-action], [data-actions])";

/** The focus goes to the next thing that can be chosen. */
export function toNext(): void {
  const all = [...document.querySelectorAll<HTMLElement>(LIVE)];
  const live = all.filter((one) => one.getClientRects().length && !one.closest(".sheet"));
  const at = live.indexOf(document.activeElement as HTMLElement);
  live[(at + 1) % live.length]?.focus({ preventScroll: true });
}

/** Ask for a hint, where one can be asked for. */
export const askHint = (): void => document.querySelector<HTMLElement>("[data-hint]")?.click();

/** Whether a key is for the board: not typed into something, and not the browser's own. */
export const isForBoard = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(target as Element).closest("input, textarea, select, dialog") &&
  !(ctrlKey || metaKey || altKey);

/** Do what a key means, unless it presses a button. */
export function obey(event: KeyboardEvent, meant: (key: string) => (() => void) | undefined): void {
  const at = event.target as Element;
  if (!isForBoard(event)) return;
  if ([" ", "Enter"].includes(event.key) && at.closest("button, a, [role=button]")) return;
  const act = meant(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!act) return;
  event.preventDefault();
  act();
}
