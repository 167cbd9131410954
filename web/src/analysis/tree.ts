/** What was tried in a game that is over: lines that begin somewhere in it, as a tree. */
import { read, written, type Line, type Move } from "./lines";

/** A decision that was tried, and what was tried after it. */
export interface Twig extends Move {
  readonly id: number;
  /** Decisions of the game before the line. */
  readonly at: number;
  readonly parent: Twig | null;
  readonly next: Twig[];
  /** What was decided, in words, once the server has told it. */
  words: string;
}

/** Twigs in a row, drawn as one line; those that leave it follow, further in. */
export interface Row {
  depth: number;
  twigs: Twig[];
}

export class Tree {
  readonly roots: Twig[] = [];
  private made = 0;

  /** Put a line into the tree; its last twig, or null where it has none. */
  grow({ at, moves }: Line): Twig | null {
    let parent: Twig | null = null;
    for (const { seat, code } of moves) {
      const beside: Twig[] = this.beside(at, parent);
      let twig = beside.find((one) => one.seat === seat && one.code === code);
      if (!twig) {
        twig = { id: (this.made += 1), at, parent, seat, code, next: [], words: "" };
        (parent ? parent.next : this.roots).push(twig);
      }
      parent = twig;
    }
    return parent;
  }

  /** Everything that was tried at the same place. */
  beside(at: number, parent: Twig | null): Twig[] {
    return parent ? parent.next : this.roots.filter((one) => one.at === at);
  }

  /** Take a twig away, with all that grows on it. */
  cut(twig: Twig): void {
    const all = twig.parent ? twig.parent.next : this.roots;
    all.splice(all.indexOf(twig), 1);
  }

  /** The last twig of every line. */
  get ends(): Twig[] {
    const ends = (twig: Twig): Twig[] => (twig.next.length ? twig.next.flatMap(ends) : [twig]);
    return this.roots.flatMap(ends);
  }

  /** Every line to its end, as it is kept. */
  get lines(): string[] {
    return this.ends.map((twig) => written(lineTo(twig)));
  }

  /** Put lines into the tree that were kept; what cannot be read is left out. */
  take(lines: string[]): void {
    for (const text of lines) {
      const line = read(text);
      if (line) this.grow(line);
    }
  }

  /** All lines in the order of the game, each as far as it runs on. */
  get rows(): Row[] {
    const runs = (first: Twig, depth: number): Row[] => {
      const twigs = [first];
      const others: Twig[] = [];
      for (let [next, ...more] = first.next; next; [next, ...more] = next.next) {
        twigs.push(next);
        others.push(...more);
      }
      return [{ depth, twigs }, ...others.flatMap((twig) => runs(twig, depth + 1))];
    };
    return [...this.roots].sort((a, b) => a.at - b.at).flatMap((twig) => runs(twig, 0));
  }
}

/** The whole line up to a twig. */
export function lineTo(twig: Twig): Line {
  const moves: Move[] = [];
  for (let one: Twig | null = twig; one; one = one.parent)
    moves.unshift({ seat: one.seat, code: one.code });
  return { at: twig.at, moves };
}

/** All twigs up to one, the first one first. */
export const pathTo = (twig: Twig): Twig[] =>
  twig.parent ? [...pathTo(twig.parent), twig] : [twig];
