/** What lies on an analysis board at first: a game that is over, or a position of one's own. */
import type { Source } from "../engine/local";
import {
  ask,
  type GamePage,
  type Step,
  type Studied,
  type TableDocument,
  type View,
} from "../lib/api";
import { prefs } from "../lib/prefs.svelte";
import type * as schema from "../lib/schema";
import { onPaper } from "../lib/seating";
import { say } from "../lib/words.svelte";
import { packed, type Linked } from "../positions/link";
import { typed } from "../positions/reading";
import { Kept } from "./kept";

export interface Origin {
  readonly table: TableDocument;
  /** Where the engine on this device finds it. */
  readonly source: Source;
  /** What was tried from it. */
  readonly kept: Kept;
  /** Whether there is a game, with decisions that can be judged. */
  readonly isGame: boolean;
  /** What happened, as a seat saw it; null: with all that was hidden. */
  steps(seat: number | null): Promise<Step[]>;
  /** Where a study begins: after so many decisions of the game. */
  beginning(at: number): schema.Study;
  /** The address that shows a line. */
  link(line: string): string;
  /** The address of a position of it as text, after so many decisions. */
  position(at: number): string;
}

/** A game that is over. */
export class Finished implements Origin {
  readonly isGame = true;
  readonly source: Source;
  readonly kept: Kept;
  private readonly address: string;

  constructor(readonly table: TableDocument) {
    this.address = `/api/tables/${encodeURIComponent(table.id)}`;
    this.kept = new Kept(table.id, this.address);
    this.source = {
      address: this.address,
      states: (since) => ask(`${this.address}/states?since=${since}`),
    };
  }

  async steps(seat: number | null): Promise<Step[]> {
    const eyes = seat === null ? "open=true" : `seat=${seat}`;
    const told: Step[] = [];
    for (let more = true; more;) {
      const since = told.at(-1)?.version ?? 0;
      const part = await ask<{ steps: Step[]; more: boolean }>(
        `${this.address}/history?${eyes}&since=${since}&language=${prefs.language}`,
      );
      told.push(...part.steps);
      more = part.more;
    }
    return told;
  }

  beginning = (at: number): schema.Study => ({ table: this.table.id, at });
  link = (line: string): string => `/t/${this.table.id}/replay?line=${line}`;
  position = (at: number): string => `/position?table=${this.table.id}&at=${at}`;
}

/** A position of somebody's own: a game that begins there and has not gone on. */
export class Laid implements Origin {
  readonly isGame = false;
  readonly table: TableDocument;
  readonly source: Source;
  readonly kept: Kept;
  private readonly laid: schema.Laid;

  private constructor(
    private readonly game: string,
    position: View,
    private readonly end: string,
    found: Studied,
  ) {
    this.laid = typed(position);
    const { players } = found.view as { players: number };
    const seats = Array.from({ length: players }, (_, seat) =>
      onPaper(say("seat_number", { number: seat + 1 }), false),
    );
    const { scores, breakdown, view, to_act } = found;
    this.table = {
      ...NO_TABLE,
      ...{ game, players, seats, view, to_act, scores, breakdown },
      status: to_act.length ? "playing" : "over",
    };
    this.kept = new Kept(end, null);
    this.source = {
      address: `/position#${end}`,
      states: () => ask(`/api/games/${game}/states`, this.laid),
    };
  }

  /** Lay a position on the board, as far as the rules allow it. */
  static async of(linked: Linked, facts: GamePage): Promise<Laid> {
    const position = { ...linked.position };
    const body = { ...typed(position), seat: null };
    const found = await ask<Studied>(`/api/games/${facts.name}/study`, body);
    const end = await packed({ game: facts.name, rules: facts.rules, position });
    return new Laid(facts.name, position, end, found);
  }

  async steps(seat: number | null): Promise<Step[]> {
    const { view, points, to_act } = await ask<Studied>(`/api/games/${this.game}/study`, {
      ...this.laid,
      seat,
    });
    const beginning = { version: 0, event: 0, kind: "started", seat: null, at: 0 };
    return [{ ...beginning, view, scores: points, to_act }];
  }

  beginning = (): schema.Study => this.laid;
  link = (line: string): string => `/analysis?line=${line}#${this.end}`;
  position = (): string => `/position#${this.end}`;
}

/** What all positions on paper have in common: nobody sits there, and nothing runs. */
const NO_TABLE: Omit<TableDocument, "game" | "players" | "seats" | "status"> = {
  ...{ id: "", version: 0, options: {}, rules: 0, host: false, locked: false, public: false },
  ...{ by_link: false, host_seat: null, host_away_since: null, sent_away: false, clock: null },
  ...{
    patience: 0,
    hints: false,
    rated: false,
    follows: null,
    daily: null,
    requests: [],
    seat: null,
  },
  ...{ view: null, to_act: [], actions: [], can_undo: false, points: null, scores: null },
  ...{ breakdown: null, winners: null, ranks: null, seed: null, log: [] },
};
