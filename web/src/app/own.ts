/** What only one person may see of what a browser keeps, and when that is forgotten. */

export const OURS = "formicarium "; // how the names of our stores begin
export const OWN = `${OURS}own `;
export const SEEN_AT = "Seen-At"; // a header: when an answer came that is told once more
export const PERSON = "Person"; // a header of the house: the number of whoever has asked

/** Whether a request makes somebody else of whoever sits at this browser. */
export function changesPerson(method: string, path: string): boolean {
  if (method === "POST") return path === "/api/session" || path === "/api/password-reset";
  return method === "DELETE" && (path === "/api/session" || path === "/api/me");
}

/**
 * Whether a table may be looked at again. Where several people play at one screen, what one of them
 * sees is hidden from the others, and without a network nobody draws the curtain for them.
 */
export function mayBeKept({ seats, status }: { seats: { mine: boolean }[]; status: string }) {
  return status === "over" || seats.filter(({ mine }) => mine).length < 2;
}

/** Forget what only one person may see; the page does so as well, should no worker listen. */
export async function forgetOwn(): Promise<void> {
  if (!("caches" in globalThis)) return; // there are none without https
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN));
  await Promise.all(names.map((name) => caches.delete(name)));
}
