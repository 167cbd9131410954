/** What an analysis says of one decision: see docs/server.md. */
export interface Moment {
  number: number;
  seat: number;
  notation: string;
  before: number[];
  after: number[];
  better_notation: string | null;
  loss: number;
  turns: boolean;
}
