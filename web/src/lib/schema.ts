/** Written by web/schema.py from what the server says of itself: not to be edited. */

export interface AcquaintanceDocument {
  person: number | null;
  name: string;
  guest: boolean;
  gone: boolean;
  level: string | null;
  played: number;
  ahead: number;
  behind: number;
  table: string;
  ended: number;
  profile: boolean;
}

export interface ActDocument {
  number: number;
  at: number;
  kind: string;
  by: string;
  person: number | null;
  name: string;
  table: string | null;
  place: number | null;
  until: number | null;
  reason: string;
}

export interface ActList {
  acts: ActDocument[];
  more: boolean;
}

export interface ActionDocument {
  code: number;
  text: string;
  words: string;
}

export interface Agree {
  /** Its number. */
  request: number;
  agree?: boolean;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Annul {
  /** The name of a table. */
  table: string;
  /** Why, for the audit log. */
  reason?: string;
}

export interface AnswerDocument {
  name: string;
  right: boolean;
  words: string;
  others: string[];
}

export interface Appoint {
  /** The name of a table. */
  table: string;
  /** A seat, counted from 0. */
  seat: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface AskedReasons {
  /** A seat, counted from 0. */
  seat: number;
  codes: number[];
}

export interface AskedWord {
  at: number;
  code: number;
}

export interface AskedWords {
  actions: AskedWord[];
}

export interface Ban {
  /** The number of a person. */
  person: number;
  days?: number | null;
  /** Why, for the audit log. */
  reason?: string;
}

export interface BanDocument {
  until: number | null;
  reason: string;
}

export interface BarAddress {
  /** The number of a person. */
  person: number;
  days: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface BlockDocument {
  person: number;
  name: string;
  guest: boolean;
  gone: boolean;
  meets: boolean;
}

export interface BoardEntry {
  person: number;
  name: string;
  rating: number;
  spread: number;
  games: number;
  mine: boolean;
}

export interface Broken {
  name: string;
  reason: string;
}

export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

export interface CardDocument {
  person: PersonDocument;
  sessions: number;
  tables: FoundTable[];
  reported: number;
  reports: number;
  acts: ActDocument[];
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
  then?: "bot" | "pass" | "resign" | "nothing";
}

export interface Close {
  /** The name of a table. */
  table: string;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Contest {
  level: string;
  against: string;
  players: number;
  win_share: number;
  interval: [number, number];
  matches: number;
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

export interface CurvePoint {
  ended: number;
  rating: number;
  spread: number;
}

export interface DailyTry {
  /** Only today's can be begun. */
  day?: number | null;
}

export interface DayDocument {
  day: number;
  date: string;
  today: number;
  game: string;
  players: number;
  level: string;
  ends: number;
  counts_until: number;
  mine: MyTry | null;
  open: boolean;
  count: number;
  results: ResultDocument[];
}

export interface Delete {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Demote {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Done {
  key: string;
  version?: number | null;
  seat?: number | null;
  asked?: number | null;
  token?: string | null;
  id?: string | null;
}

export interface EndSessions {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Entry {
  id: string;
  game: string;
  players: number;
  options: Record<string, string>;
  status: "waiting" | "playing" | "over" | "closed";
  host: boolean;
  public: boolean;
  locked: boolean;
  created: number;
  ended: number | null;
  seats: Sitting[];
  to_act: number[];
  my_turn: boolean;
  follows: string | null;
  rated: boolean;
  scores: number[] | null;
  winners: number[] | null;
}

export interface EvidenceDocument {
  kind: string;
  at: number;
  person: number | null;
  name: string;
  seat: number | null;
  line: number | null;
  text: string;
}

export interface Explained {
  reasons: string[];
  lights: string[];
}

export interface Facts {
  authors?: string[];
  illustrators?: string[];
  publishers?: string[];
  year?: number | null;
  minutes?: number | null;
  weight?: number | null;
  great?: string[];
  by_players?: Record<string, Record<string, string>>;
  by_seat?: string[];
  seats?: string[];
}

export interface Found {
  table: string | null;
  waiting: number;
}

export interface FoundTable {
  id: string;
  game: string;
  status: string;
  created: number;
}

export interface GameEntry {
  name: string;
  title: string;
  about: string;
  credits: string;
  picture: string | null;
  board: string | null;
  rules: number;
  players: Players;
  minutes: number | null;
  facts: Facts;
  open: boolean;
  lessons: boolean;
  options: Choice[];
  contests: Contest[];
  ready: boolean;
  stage: string;
  share: number;
  bots: boolean;
}

export interface GameList {
  games: GameEntry[];
  broken: Broken[];
  levels: string[];
}

export interface GamePage {
  name: string;
  title: string;
  about: string;
  credits: string;
  picture: string | null;
  board: string | null;
  rules: number;
  players: Players;
  minutes: number | null;
  facts: Facts;
  open: boolean;
  lessons: boolean;
  options: Choice[];
  contests: Contest[];
  ready: boolean;
  stage: string;
  share: number;
  bots: boolean;
  language: string;
  levels: string[];
  components: Record<string, unknown>;
  phrases: Record<string, unknown>;
  engine: string | null;
}

export interface GiveToBot {
  /** The name of a table. */
  table: string;
  /** A seat, counted from 0. */
  seat: number;
  level?: string;
  /** Why, for the audit log. */
  reason?: string;
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

export interface Handle {
  /** The number of the report. */
  report: number;
  /** Why, for the audit log. */
  reason?: string;
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
  /** Whether I agree that the game changes ratings, where it does. */
  rated?: boolean;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface KeptVariations {
  lines: string[];
  kept: boolean;
}

export interface Laid {
  /** As docs/notation has it. */
  position: Record<string, unknown>;
  players?: number | null;
  options?: Record<string, string>;
}

export interface Leave {
  /** A seat, counted from 0. */
  seat: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Leaving {
  password?: string | null;
}

export interface LikeDocument {
  game: string;
  level: string;
  chance: number;
  games: number;
}

export interface LineCard {
  number: number;
  at: number;
  person: number;
  name: string;
  text: string;
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
  guest?: boolean;
  gone?: boolean;
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

export interface MailToken {
  /** What the link ends in. */
  token: string;
}

export interface Me {
  name: string;
  named: boolean;
  account: string | null;
  accounts: boolean;
  administrator?: boolean;
  ban?: BanDocument | null;
}

export interface Mute {
  /** The number of a person. */
  person: number;
  days: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface MyData {
  person: OwnData;
  sessions: SessionDocument[];
}

export interface MyTry {
  table: string;
  done: boolean;
  place: number | null;
}

export interface MyWish {
  wish: Sought | null;
}

export interface NewAddress {
  address: string;
}

export interface NewBlock {
  table?: string | null;
  /** A seat, counted from 0. */
  seat?: number | null;
  line?: number | null;
  /** The number of a person. */
  person?: number | null;
  /** Whether I may still meet her; then she is only not heard. */
  meets?: boolean;
}

export interface NewBrowser {
  endpoint: string;
  keys: BrowserKeys;
}

export interface NewClock {
  per: "decision" | "game";
  seconds: number;
  /** When the time is over: a bot plays until its person comes back; one decision is taken for her; she has resigned; others may let a bot play. */
  then?: "bot" | "pass" | "resign" | "nothing";
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

export interface NewPasswordByLink {
  /** What the link ends in. */
  token: string;
  password: string;
}

export interface NewPicture {
  /** As docs/notation has it. */
  position: Record<string, unknown>;
  players?: number | null;
  options?: Record<string, string>;
  /** A seat, counted from 0. */
  seat?: number;
}

export interface NewReport {
  reason: "insult" | "spam" | "cheating" | "name" | "other";
  table?: string | null;
  /** A seat, counted from 0. */
  seat?: number | null;
  line?: number | null;
  person?: number | null;
  text?: string;
}

export interface NewSeat {
  kind: "me" | "open" | "bot";
  /** A level of bots, as GET /api/games lists them. */
  level?: string;
}

export interface NewSeeker {
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
  game: string;
  players: number;
  pace?: "live" | "days";
  /** Whether it changes ratings; for people with an account. */
  rated?: boolean;
  /** Bots that take free seats when nobody comes for long. */
  level?: string | null;
}

export interface NewSharing {
  games?: boolean;
  wins?: boolean;
  rating?: boolean;
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
  /** Seconds that others wait for somebody who is away before a bot may play for her; otherwise 600, or as long as a decision may take. */
  patience?: number | null;
  /** Whether hints may be asked for among people; all are told of each. */
  hints?: boolean;
  /** Where to begin, instead of a new game. */
  position?: Record<string, unknown> | null;
  /** Whether the game changes ratings: among people with an account, each on one seat, from the beginning, without hints. */
  rated?: boolean;
  /** People with whom I have shared a table: open seats are kept for them. */
  invited?: number[];
  /** A table of mine: all others there are invited whom I may meet. */
  same_as?: string | null;
}

export interface NewWishes {
  push?: ("turn" | "reminder" | "over" | "invitation")[];
  mail?: ("turn" | "reminder" | "over" | "invitation")[];
  /** Whether my browsers tell me of games with minutes to think, too. */
  live?: boolean;
  zone?: string;
  /** A minute of my day. */
  quiet_from?: number;
  /** A minute of my day. */
  quiet_until?: number;
  /** Seconds between two messages. */
  pause?: number;
}

export interface OrderDone {
  link?: string | null;
}

export interface OwnAccount {
  name: string;
  created: number;
}

export interface OwnAct {
  at: number;
  kind: string;
  table: string;
  place: number | null;
  until: number | null;
  reason: string;
}

export interface OwnBlock {
  meets: boolean;
  at: number;
}

export interface OwnData {
  number: number;
  name: string;
  created: number;
  seen: number;
  account: OwnAccount | null;
  tables: OwnTable[];
  said: OwnLine[];
  tried: OwnVariations[];
  reports: OwnReport[];
  bans: OwnAct[];
  acts: OwnAct[];
  sightings: Record<string, number>;
  addresses: string[];
  sharing: Sharing;
  totals: OwnTotal[];
  ratings: OwnRating[];
  blocks: OwnBlock[];
  seekers: OwnSeeker[];
  wishes?: OwnWishes | null;
  subscriptions?: OwnSubscription[];
}

export interface OwnLine {
  table: string;
  number: number;
  at: number;
  text: string;
}

export interface OwnRating {
  game: string;
  measure: string;
  mu: number;
  sigma: number;
  games: number;
}

export interface OwnReport {
  at: number;
  kind: string;
  text: string;
  table: string;
  seat: number | null;
  line: number;
}

export interface OwnSeeker {
  game: string;
  players: number;
  pace: string;
  rated: boolean;
  level: string;
  since: number;
}

export interface OwnSubscription {
  endpoint: string;
  created: number;
}

export interface OwnTable {
  id: string;
  game: string;
  created: number;
  status: "waiting" | "playing" | "over" | "closed";
  host: boolean;
  seats: number[];
  result: Result | null;
}

export interface OwnTotal {
  game: string;
  players: number;
  played: number;
  won: number;
  best: number | null;
}

export interface OwnVariations {
  table: string;
  lines: string;
  changed: number;
}

export interface OwnWishes {
  push: string;
  mail: string;
  address: string;
  pending: string;
  language: string;
  zone: string;
  quiet_from: number;
  quiet_until: number;
  pause: number;
  live: boolean;
  looked: number;
}

export interface Part {
  heading: string;
  text: string;
}

export interface PeopleList {
  people: PersonDocument[];
}

export interface PersonDocument {
  number: number;
  name: string;
  account: boolean;
  created: number;
  seen: number;
  administrator: boolean;
  banned: number | null;
  banned_for_ever: boolean;
  ban_reason: string;
  muted: number | null;
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

export interface PlayedGameDocument {
  number: number;
  table: string;
  game: string;
  ended: number;
  rated: boolean;
  annulled: boolean;
  seats: PlayedSeat[];
}

export interface PlayedGames {
  games: PlayedGameDocument[];
  more: boolean;
}

export interface PlayedSeat {
  name: string;
  guest: boolean;
  gone: boolean;
  level: string | null;
  whose: boolean;
  points: number;
  place: number;
  left: boolean;
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

export interface Profile {
  person: number;
  name: string;
  guest: boolean;
  mine: boolean;
  account: boolean;
  sharing: NewSharing;
  totals: TotalDocument[] | null;
  ratings: RatingDocument[] | null;
  like: LikeDocument[] | null;
  games: boolean;
}

export interface Promote {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface PuzzleDocument {
  game: string;
  number: number;
  count: number;
  mark: string;
  theme: string;
  title: string;
  task: string;
  level: number;
  players: number;
  seat: number;
}

export interface PuzzleEntry {
  number: number;
  mark: string;
  theme: string;
  level: number;
}

export interface PuzzleList {
  game: string;
  title: string;
  themes: PuzzleTheme[];
  puzzles: PuzzleEntry[];
}

export interface PuzzleShelf {
  game: string;
  title: string;
  marks: string[];
}

export interface PuzzleShelves {
  games: PuzzleShelf[];
  date: string;
  today: PuzzleDocument | null;
}

export interface PuzzleTheme {
  name: string;
  title: string;
  count: number;
}

export interface PuzzleTry {
  decisions?: string[];
  /** For a preview: what would be decided next. */
  then?: string[];
}

export interface RatingDocument {
  game: string;
  rating: number;
  spread: number;
  games: number;
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

export interface Rename {
  /** The number of a person. */
  person: number;
  name: string;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Replace {
  /** A seat, counted from 0. */
  seat: number;
  /** A level of bots, as GET /api/games lists them. */
  level?: string;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface ReportDocument {
  number: number;
  at: number;
  by: number;
  by_name: string;
  person: number;
  name: string;
  kind: string;
  text: string;
  table: string | null;
  seat: number | null;
  line: number | null;
  handled: number | null;
  outcome: string;
  evidence: EvidenceDocument[];
}

export interface ReportList {
  reports: ReportDocument[];
  more: boolean;
}

export interface Reported {
  number: number;
}

export interface RequestDocument {
  number: number;
  seat: number;
  name: string;
  guest: boolean;
  gone: boolean;
  mine: boolean;
  waits_for: number[];
}

export interface ResetPassword {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Resign {
  /** A seat, counted from 0. */
  seat: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Result {
  scores: number[];
  winners: number[];
}

export interface ResultDocument {
  place: number;
  name: string;
  guest: boolean;
  gone: boolean;
  mine: boolean;
  points: number;
  scores: number[];
  won: boolean;
  ended: number;
  table: string;
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

export interface SeatCard {
  kind: string;
  person: number | null;
  name: string;
  level: string | null;
}

export interface SeatDocument {
  kind: "open" | "person" | "bot";
  name: string;
  guest: boolean;
  gone: boolean;
  level: string | null;
  mine: boolean;
  returns: boolean;
  online: boolean;
  away_since: number | null;
  late: boolean;
  hints: number;
  deadline: number | null;
}

export interface SessionDocument {
  id: string;
  device: string;
  created: number;
  seen: number;
  this: boolean;
}

export interface Sharing {
  games?: boolean;
  wins?: boolean;
  rating?: boolean;
}

export interface Sitting {
  kind: "open" | "person" | "bot";
  name: string;
  guest: boolean;
  gone: boolean;
  level: string | null;
  mine: boolean;
}

export interface Solution {
  line: ToldDocument[];
  words: string;
}

export interface Sought {
  key: string;
  game: string;
  players: number;
  pace: "live" | "days";
  rated: boolean;
  level: string | null;
}

export interface Spoken {
  number: number;
  at: number;
  name: string;
  guest: boolean;
  gone: boolean;
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

export interface StateStep {
  version: number;
  kind: string;
  seat: number | null;
  code: number | null;
}

export interface States {
  steps: StateStep[];
  /** Bytes, compressed by zlib, as base64. */
  states: string;
  more: boolean;
  game: string;
  rules: number;
  layout: string;
  players: number;
  /** Bytes, compressed by zlib, as base64. */
  parts: string;
  telling: ToldChances;
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
  guest?: boolean;
  gone?: boolean;
  level?: string | null;
  event: number;
  view: Record<string, unknown>;
  scores: number[];
  to_act: number[];
}

export interface Studied {
  view: Record<string, unknown>;
  to_act: number[];
  actions: ActionDocument[];
  told: StudiedStep[];
  points: number[];
  scores: number[] | null;
  breakdown: Record<string, unknown> | null;
}

export interface StudiedStep {
  seat: number;
  code: number;
  text: string;
  words: string;
}

export interface Study {
  seed?: number;
  /** Who looks; null: all that anybody knows. */
  seat?: number | null;
  /** Whose actions are told, if that seat must decide. */
  acting?: number | null;
  players?: number | null;
  options?: Record<string, string>;
  /** Where to begin, instead of a new game. */
  position?: Record<string, unknown> | null;
  /** A game that is over, to begin within it. */
  table?: string | null;
  /** After so many decisions of that game. */
  at?: number;
  /** A seat and a notation (or the code of an action) each. */
  decisions?: [number, string][];
  /** Whether bots decide for all others then, until the seat must. */
  answers?: boolean;
}

export interface TableCard {
  id: string;
  game: string;
  status: string;
  created: number;
  host: number | null;
  host_name: string;
  seats: SeatCard[];
  lines: LineCard[];
  acts: ActDocument[];
}

export interface TableDocument {
  id: string;
  version: number;
  status: "waiting" | "playing" | "over" | "closed";
  game: string;
  players: number;
  options: Record<string, string>;
  rules: number;
  host: boolean;
  locked: boolean;
  public: boolean;
  by_link: boolean;
  host_seat: number | null;
  host_away_since: number | null;
  sent_away: boolean;
  clock: Clock | null;
  patience: number;
  hints: boolean;
  rated: boolean;
  follows: string | null;
  daily: number | null;
  seats: SeatDocument[];
  requests: RequestDocument[];
  seat: number | null;
  view: Record<string, unknown> | null;
  to_act: number[];
  actions: ActionDocument[];
  can_undo: boolean;
  points: number[] | null;
  scores: number[] | null;
  breakdown: Record<string, unknown> | null;
  winners: number[] | null;
  ranks: number[] | null;
  seed: string | null;
  log: LineDocument[];
}

export interface TableList {
  tables: FoundTable[];
}

export interface Takeover {
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Talk {
  lines: Spoken[];
  earlier: boolean;
}

export interface ToldChances {
  sharpness: number;
  own: number;
}

export interface ToldDocument {
  seat: number;
  text: string;
  words: string;
}

export interface ToldReasons {
  actions: Explained[];
}

export interface TotalDocument {
  game: string;
  players: number;
  played: number;
  won: number;
  best: number | null;
  best_table: string | null;
}

export interface Trouble {
  status: number;
  error: string;
  message: string;
  table?: Record<string, unknown> | null;
  rule?: string | null;
  legal?: string[] | null;
  until?: number | null;
  reason?: string | null;
  request?: string | null;
}

export interface Try {
  decisions?: string[];
  /** For a preview: what would be decided next. */
  then?: string[];
  card?: "told" | "free" | "exercise";
}

export interface TryDocument {
  view: Record<string, unknown>;
  scores: number[];
  to_act: number[];
  actions: ActionDocument[];
  told: ToldDocument[];
  answer: AnswerDocument | null;
}

export interface Unban {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Undo {
  /** A seat, counted from 0. */
  seat: number;
  /** The version that the client was shown. */
  version: number;
  /** Made up by the client, new for each command; a repeated one does nothing. */
  key: string;
}

export interface Unmute {
  /** The number of a person. */
  person: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Unsay {
  /** The name of a table. */
  table: string;
  /** The number of the line. */
  line: number;
  /** Why, for the audit log. */
  reason?: string;
}

export interface Variations {
  lines: string[];
}

export interface WaitingDocument {
  tables: string[];
}

export interface Why {
  legal: boolean;
  rule?: string | null;
  message?: string | null;
}

export interface WishesDocument {
  push: ("turn" | "reminder" | "over" | "invitation")[];
  mail: ("turn" | "reminder" | "over" | "invitation")[];
  live: boolean;
  zone: string;
  quiet_from: number;
  quiet_until: number;
  pause: number;
  key: string;
  here: boolean;
  browsers: number;
  mails: boolean;
  address: string;
  pending: string;
}

export interface Wording {
  text: string;
  words: string;
}

export interface Words {
  actions: Wording[];
}

export interface World {
  seat: number;
  version: number;
  /** Bytes, compressed by zlib, as base64. */
  state: string;
  game: string;
  rules: number;
  layout: string;
  players: number;
  /** Bytes, compressed by zlib, as base64. */
  parts: string;
  telling: ToldChances;
}
