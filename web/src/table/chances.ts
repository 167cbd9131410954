/** What an analysis says of one decision: see docs/server.md. */
export interface Moment {
  number: number;
  seat: number;
  before: number[];
  after: number[];
  better_notation: string | null;
  loss: number;
  turns: boolean;
}
