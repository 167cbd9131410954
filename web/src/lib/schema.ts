/** Written by web/schema.py from what the server says of itself: not to be edited. */

export interface ActionDocument {
  code: number;
  text: string;
  words: string;
}

export interface AnswerDocument {
  name: string;
  right: boolean;
  words: string;
  others: string[];
}

export interface ChapterDocument {
  name: string;
  title: string;
  told: string;
  free: string;
  task: string;
  hint: string;
  light: string[];
  hinted: string[];
  players: number;
  seat: number;
}

export interface Chat {
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key?: string;
  text: string;
}

export interface Choice {
  name: string;
  title: string;
  about: string;
  choices: string[];
  labels: Record<string, string>;
  default: string;
  rule: string;
}

export interface Clock {
  per: "decision" | "game";
  seconds: number;
  then?: "bot" | "pass";
}

export interface CourseDocument {
  game: string;
  title: string;
  chapters: ChapterDocument[];
}

export interface Credentials {
  name: string;
  password: string;
}

export interface Done {
  key: string;
  version?: number | null;
  seat?: number | null;
  token?: string | null;
  id?: string | null;
}

export interface Entry {
  id: string;
  game: string;
  players: number;
  options: Record<string, string>;
  status: "waiting" | "playing" | "over";
  host: boolean;
  public: boolean;
  locked: boolean;
  created: number;
  ended: number | null;
  seats: Sitting[];
  to_act: number[];
  my_turn: boolean;
  follows: string | null;
  scores: number[] | null;
  winners: number[] | null;
}

export interface Facts {
  authors?: string[];
  illustrators?: string[];
  publishers?: string[];
  year?: number | null;
  minutes?: number | null;
}

export interface GameEntry {
  name: string;
  title: string;
  about: string;
  credits: string;
  rules: number;
  players: Players;
  minutes: number | null;
  facts: Facts;
  open: boolean;
  options: Choice[];
  ready: boolean;
  stage: string;
  share: number;
  bots: boolean;
}

export interface GameList {
  games: GameEntry[];
  levels: string[];
}

export interface GamePage {
  name: string;
  title: string;
  about: string;
  credits: string;
  rules: number;
  players: Players;
  minutes: number | null;
  facts: Facts;
  open: boolean;
  options: Choice[];
  ready: boolean;
  stage: string;
  share: number;
  bots: boolean;
  language: string;
  levels: string[];
  components: Record<string, unknown>;
  phrases: Record<string, unknown>;
}

export interface GuideDocument {
  game: string;
  title: string;
  language: string;
  parts: Part[];
  pictures: PictureDocument[];
}

export interface Hand {
  /** A seat, counted from 0. */
  seat: number;
  /** A level of bots, as GET /api/games lists them. */
  level?: string;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Health {
  status: string;
  store: string;
  games: Record<string, string>;
}

export interface History {
  seat: number | null;
  steps: StepDocument[];
  more: boolean;
}

export interface Invitation {
  invitation: string;
  link: string;
}

export interface JobDocument {
  id: string;
  kind: string;
  table: string;
  status: "waiting" | "done" | "failed";
  progress: number;
  result: unknown;
  waits?: number | null;
}

export interface Join {
  /** A seat, counted from 0. */
  seat?: number | null;
  /** What stands in the link of an invitation. */
  invitation?: string | null;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Leave {
  /** A seat, counted from 0. */
  seat: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface LineDocument {
  version: number;
  kind: string;
  seat: number | null;
  at: number;
  code?: number;
  text?: string;
  words?: string;
  name?: string;
  level?: string | null;
}

export interface Listed {
  tables: Entry[];
  page: number;
  more: boolean;
}

export interface Lock {
  locked?: boolean;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Log {
  version: number;
  log: LineDocument[];
  more: boolean;
}

export interface Made {
  id: string;
}

export interface Me {
  name: string;
  named: boolean;
  account: string | null;
  accounts: boolean;
}

export interface NewClock {
  per: "decision" | "game";
  seconds: number;
  then?: "bot" | "pass";
}

export interface NewInvitation {
  /** A seat, counted from 0. */
  seat?: number | null;
}

export interface NewJob {
  /** A seat, counted from 0. */
  seat: number;
}

export interface NewName {
  name: string;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface NewSeat {
  kind: "me" | "open" | "bot";
  /** A level of bots, as GET /api/games lists them. */
  level?: string;
}

export interface NewTable {
  game: string;
  players?: number | null;
  options?: Record<string, string>;
  seats?: NewSeat[];
  /** Whether lists show it, and anybody may take a seat. */
  public?: boolean;
  /** Whether whoever knows the address of a table that lists do not show may take a seat; if not, that needs an invitation. */
  by_link?: boolean;
  clock?: NewClock | null;
  /** Where to begin, instead of a new game. */
  position?: Record<string, unknown> | null;
}

export interface Part {
  heading: string;
  text: string;
}

export interface PictureDocument {
  name: string;
  view: Record<string, unknown>;
  scores: number[];
  players: number;
  seat: number;
  actions: ActionDocument[];
  place: string;
  around: string[];
  light: string[];
  tray: boolean;
}

export interface Play {
  /** A seat, counted from 0. */
  seat: number;
  /** The code of an action, or its notation. */
  action: number | string;
  /** The version that the client was shown. */
  version: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Players {
  fewest: number;
  most: number;
  usual: number;
}

export interface Preview {
  view: Record<string, unknown> | null;
  scores?: number[] | null;
  actions?: Step[] | null;
  reason?: string | null;
  rule?: string | null;
}

export interface ReadyReport {
  status: string;
  message: string;
  parts: Record<string, string>;
}

export interface Rematch {
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Resign {
  /** A seat, counted from 0. */
  seat: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Rule {
  number: string;
  heading: string;
  text: string;
  source: string;
}

export interface RuleList {
  game: string;
  title: string;
  language: string;
  rules: Rule[];
}

export interface SeatDocument {
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  mine: boolean;
  returns: boolean;
  online: boolean;
  deadline: number | null;
}

export interface Sitting {
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  mine: boolean;
}

export interface Spoken {
  number: number;
  at: number;
  name: string;
  seat: number | null;
  mine: boolean;
  text: string;
}

export interface Start {
  /** A level of bots, as GET /api/games lists them. */
  level?: string | null;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Step {
  code: number;
  text: string;
}

export interface StepDocument {
  version: number;
  kind: string;
  seat: number | null;
  at: number;
  code?: number;
  text?: string;
  words?: string;
  name?: string;
  level?: string | null;
  view: Record<string, unknown>;
  scores: number[];
  to_act: number[];
}

export interface Studied {
  view: Record<string, unknown>;
  to_act: number[];
  actions: ActionDocument[];
  words: string;
  scores: number[] | null;
  breakdown: Record<string, unknown> | null;
}

export interface Study {
  seed?: number;
  /** A seat, counted from 0. */
  seat?: number;
  players?: number | null;
  options?: Record<string, string>;
  /** Where to begin, instead of a new game. */
  position?: Record<string, unknown> | null;
  /** A seat and a notation each. */
  decisions?: [number, string][];
}

export interface TableDocument {
  id: string;
  version: number;
  status: "waiting" | "playing" | "over";
  game: string;
  players: number;
  options: Record<string, string>;
  rules: number;
  host: boolean;
  locked: boolean;
  public: boolean;
  by_link: boolean;
  host_seat: number | null;
  clock: Clock | null;
  follows: string | null;
  seats: SeatDocument[];
  seat: number | null;
  view: Record<string, unknown> | null;
  to_act: number[];
  actions: ActionDocument[];
  can_undo: boolean;
  points: number[] | null;
  scores: number[] | null;
  breakdown: Record<string, unknown> | null;
  winners: number[] | null;
  seed: string | null;
  log: LineDocument[];
}

export interface Talk {
  lines: Spoken[];
  earlier: boolean;
}

export interface ToldDocument {
  seat: number;
  text: string;
  words: string;
}

export interface Trouble {
  status: number;
  error: string;
  message: string;
  table?: Record<string, unknown> | null;
  rule?: string | null;
  legal?: string[] | null;
  request?: string | null;
}

export interface Try {
  card?: "told" | "free" | "exercise";
  decisions?: string[];
  /** For a preview: what would be decided next. */
  then?: string[];
}

export interface TryDocument {
  view: Record<string, unknown>;
  scores: number[];
  to_act: number[];
  actions: ActionDocument[];
  told: ToldDocument[];
  answer: AnswerDocument | null;
}

export interface Undo {
  /** A seat, counted from 0. */
  seat: number;
  /** The version that the client was shown. */
  version: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Why {
  legal: boolean;
  rule?: string | null;
  message?: string | null;
}
