/** A title with the number of tables that wait before it, in place of one that it had. */
export function titled(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return count ? `(${count}) ${bare}` : bare;
}
