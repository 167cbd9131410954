/** The points at the end of a game, counted row by row before everybody's eyes. */
const ROW = 350; // milliseconds in which a row is counted
const LEAST = 1400; // what counting takes, however few rows there are

export class Counting {
  /** How many rows have been counted. */
  done = $state(Infinity);
  /** The row that is being counted. */
  readonly row = $derived(Math.floor(this.done));
  readonly isOver = $derived(this.done === Infinity);
  private frame = 0;

  begin(rows: number): void {
    const begun = performance.now();
    const row = Math.max(ROW, LEAST / rows);
    const step = (now: number): void => {
      const done = Math.max(0, now - begun) / row;
      if (done >= rows) return this.end();
      this.done = done;
      this.frame = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.frame);
    step(begun);
  }

  /** Nobody wants to wait, or is there any more: everything is counted. */
  end(): void {
    cancelAnimationFrame(this.frame);
    this.done = Infinity;
  }
}
