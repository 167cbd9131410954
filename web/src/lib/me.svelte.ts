/** Who I am: asked for once, and the same on the whole page. */
import { ask, type Me } from "./api";

let known = $state.raw<Me | null>(null);
let asking: Promise<Me> | null = null;

export const me = {
  get now(): Me | null {
    return known;
  },

  /** Ask the server, unless it has been asked. */
  meet(): Promise<Me> {
    asking ??= ask<Me>("/api/me").then(
      (found) => (known = found),
      (trouble: unknown) => {
        asking = null;
        throw trouble;
      },
    );
    return asking;
  },

  /** Ask once more: something may have been decided about me. */
  again(): Promise<Me> {
    asking = null;
    return this.meet();
  },

  /** Another name, which everybody at my tables is told. */
  async rename(name: string): Promise<void> {
    known = await ask<Me>("/api/me", { name }, "PATCH");
    asking = Promise.resolve(known);
  },

  /** Be forgotten for good; whoever has an account says its password. */
  async leave(password: string | null): Promise<void> {
    await ask("/api/me", password === null ? {} : { password }, "DELETE");
    known = null;
    asking = null;
  },

  /** What an answer says of me. */
  become(found: Me): void {
    known = found;
    asking = Promise.resolve(found);
  },
};
