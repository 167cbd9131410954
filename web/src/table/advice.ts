/**
 * Of the reasons for and against an action those that there is room for: else the first and the
 * last, so that what speaks against it is told.
 */
export const saidOf = (reasons: string[], hasRoom: boolean): string[] =>
  hasRoom || reasons.length < 3 ? reasons : [reasons[0]!, reasons.at(-1)!];
