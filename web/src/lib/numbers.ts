/** Numbers as readers see them: with a minus sign, not a hyphen. */

export const written = (number: number): string => (number < 0 ? `−${-number}` : String(number));

/** What something brings or costs, with its sign. */
export const gained = (change: number): string => (change < 0 ? "" : "+") + written(change);
