/** One table, followed through its socket: it is never given up, and no command is sent twice. */
import type { ChatLine, Line, TableDocument } from "./api";
import { ask, newKey, Trouble, GONE } from "./api";
import { tell } from "../app/tell";
import { me } from "./me.svelte";
import { network } from "./network.svelte";
import { prefs } from "./prefs.svelte";
import { waiting } from "./waiting.svelte";

const FIRST_WAIT = 500; // milliseconds before the first new attempt
const LONGEST_WAIT = 8_000;
const REPEAT = 4_000; // milliseconds after which an unanswered command is sent again, with its key
const PAGE = 200; // lines of the log that the house tells at once
const SENT_AWAY = 1008; // perhaps since an administrator has decided so
const REST = 500; // milliseconds in which nothing has happened, before the table is kept
const LATER = [1012, 1013]; // what a house says that comes back in a moment

interface Command {
  type: string;
  key: string;
  [field: string]: unknown;
}

type Message =
  | ({ type: "table" } & TableDocument)
  | { type: "chat"; lines: ChatLine[] }
  | { type: "waiting"; seconds?: number }
  | { type: "turns" }
  | { type: "done"; key: string }
  | Refused;

interface Refused {
  type: "refused";
  key: string;
  status: number;
  error: string;
  message: string;
  table?: TableDocument | null;
  until?: number | null;
  reason?: string;
}

interface Waiting {
  command: Command;
  resolve: () => void;
  reject: (trouble: Trouble) => void;
}

export class Live {
  table = $state.raw<TableDocument | null>(null);
  /** What happened, without a gap; the first lines of a long game are read when they are wanted. */
  log = $state.raw<Line[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  connection = $state<"connecting" | "open" | "lost" | "refused">("connecting");
  refusal = $state.raw<Trouble | null>(null);
  /** Whether a command is on its way. */
  busy = $state(false);
  /** About how many seconds bots wait for their turn to think, if they do. */
  waits = $state<number | null>(null);

  private readonly address: string;
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private closed = false;
  /** What each seat at this screen has been told: it counts what happens for itself. */
  private readonly logs = new Map<number | null, Line[]>();
  private keeping: ReturnType<typeof setTimeout> | undefined;
  /** The language of what was told last. */
  private spoken = prefs.language;

  constructor(
    readonly id: string,
    /** A seat to look from; without one, the seat that must decide. */
    readonly seat: number | null = null,
  ) {
    this.address = `/api/tables/${encodeURIComponent(id)}`;
    this.connect();
  }

  /** Follow the table no more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.keep();
    network.table = null;
    this.socket?.close();
  }

  /** Ask the table for something; a refusal is thrown. */
  send(type: string, fields: Record<string, unknown> = {}): Promise<void> {
    if (this.seenAt !== null) return Promise.reject(new Trouble(0, GONE, ""));
    const command = { type, key: newKey(), ...fields };
    return new Promise<void>((resolve, reject) => {
      this.waiting.set(command.key, { command, resolve, reject });
      this.count();
      this.dispatch(command);
    }).finally(() => this.count());
  }

  /** Decide for the seat that is shown. */
  play(code: number): Promise<void> {
    const { seat, version } = this.table!;
    return this.send("play", { seat, action: code, version });
  }

  undo(): Promise<void> {
    const { seat, version } = this.table!;
    return this.send("undo", { seat, version });
  }

  /** When the table was seen that is shown without a network; null: it is as the house says. */
  get seenAt(): number | null {
    return network.table;
  }

  /** Whether the line is lost on which more would be told. */
  get isLost(): boolean {
    return this.connection === "lost" && this.seenAt === null;
  }

  /** Join the table anew, in another language or as somebody else. */
  again(): void {
    [this.log, this.chat] = [[], []];
    this.socket?.close();
    this.socket = null;
    this.connect();
  }

  /** Talk keeps nobody from playing. */
  private count(): void {
    this.busy = [...this.waiting.values()].some(({ command }) => command.type !== "chat");
  }

  private dispatch(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    setTimeout(() => this.waiting.has(command.key) && !this.closed && this.repeat(command), REPEAT);
  }

  /** Nothing has been heard of a command: the line may be dead without anybody having hung up. */
  private repeat(command: Command): void {
    this.connection = "lost";
    this.dispatch(command);
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.logs.clear(); // what others are told from now on begins where this seat's log ends
    const since = this.log.at(-1)?.version ?? 0;
    const query = new URLSearchParams({ since: String(since), language: prefs.language });
    if (this.seat !== null) query.set("seat", String(this.seat));
    const house = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(`${house}${this.address}/socket?${query}`);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string));
    socket.onclose = (event) => socket === this.socket && void this.lost(event.code);
  }

  private opened(): void {
    this.connection = "open";
    this.waits = null;
    this.wait = FIRST_WAIT;
    for (const { command } of this.waiting.values()) this.socket?.send(JSON.stringify(command));
  }

  private async lost(code: number): Promise<void> {
    if (this.closed) return;
    this.connection = "lost";
    if (code === SENT_AWAY) await me.again().catch(() => null);
    if (!LATER.includes(code)) await this.explain();
    if (this.closed || this.refusal) return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A browser does not tell why a socket was refused: a plain request does. */
  private async explain(): Promise<void> {
    try {
      const found = await ask<TableDocument>(this.address);
      if (network.seen !== null && !this.table) this.recall(found, network.seen);
    } catch (trouble) {
      if (
        trouble instanceof Trouble &&
        trouble.error !== GONE &&
        trouble.status < 500 &&
        trouble.status !== 429
      ) {
        this.refusal = trouble;
        this.connection = "refused";
      }
    }
  }

  private hear(message: Message): void {
    this.connection = "open";
    if (message.type === "table") this.show(message);
    else if (message.type === "chat") this.chat = withLines(this.chat, message.lines);
    else if (message.type === "waiting") this.waits = message.seconds ?? null;
    else if (message.type === "turns") void waiting.ask();
    else if (message.type === "done") this.answered(message.key)?.resolve();
    else if (message.type === "refused") {
      const trouble = new Trouble(
        message.status,
        message.error,
        message.message,
        message.table ?? null,
        message.until ?? null,
        message.reason ?? "",
      );
      if (trouble.table) this.show(trouble.table);
      this.answered(message.key)?.reject(trouble);
    }
  }

  /** The table as it was seen last; until the house says more, nobody decides at it. */
  private recall(table: TableDocument, seenAt: number): void {
    this.show({ ...table, actions: [], can_undo: false });
    network.table = seenAt;
  }

  /** Whoever has no network later sees this again. */
  private keep(): void {
    clearTimeout(this.keeping);
    if (this.seenAt !== null || !this.table || this.seat !== null) return;
    const answer = { ...this.table, log: this.log.slice(-PAGE) };
    tell({ kind: "seen", path: this.address, language: this.spoken, answer });
  }

  private answered(key: string): Waiting | undefined {
    const found = this.waiting.get(key);
    this.waiting.delete(key);
    return found;
  }

  private show(table: TableDocument): void {
    const before = this.table;
    const isOther = before !== null && before.seat !== table.seat;
    // Somebody came or went: the position is the same one, and
    // a step that waits for its confirmation goes on waiting.
    const isSame =
      this.seenAt === null &&
      before?.version === table.version &&
      !isOther &&
      this.spoken === prefs.language;
    this.table = isSame ? { ...table, view: before.view, actions: before.actions } : table;
    this.spoken = prefs.language;
    network.table = null;
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), REST);
    const isKnown = !isOther || this.logs.has(table.seat);
    if (isOther) this.turn(before.seat, table.seat);
    const seen = this.log.at(-1)?.version ?? 0;
    const fresh = table.log.filter((line) => line.version > seen);
    if (fresh.length) this.log = fresh[0]!.version > seen + 1 ? fresh : [...this.log, ...fresh];
    // Somebody is called otherwise, and so she is in all that was told before.
    const isOld = before !== null && isRenamed(before, table);
    if (isOld) this.logs.clear();
    if (isOld || (!isKnown && this.log[0]?.version !== 1)) void this.reread();
  }

  /** Another seat at this screen looks: its own log goes on at once, together with its table. */
  private turn(from: number | null, to: number | null): void {
    if (this.log.length) this.logs.set(from, this.log);
    this.log = this.logs.get(to) ?? [];
  }

  private async reread(): Promise<void> {
    const { seat, version } = this.table!;
    const found = await this.page(version - PAGE);
    if (found && this.table?.seat === seat) this.log = found;
  }

  /** Whether things have happened before what the log tells. */
  get hasEarlier(): boolean {
    return (this.log[0]?.version ?? 1) > 1;
  }

  /** Read the page of the log before what is there. */
  async earlier(): Promise<void> {
    const [{ seat }, first] = [this.table!, this.log[0]!.version];
    const found = await this.page(first - 1 - PAGE);
    const isMeant = this.table?.seat === seat && this.log[0]?.version === first;
    if (found && isMeant) this.log = [...found.filter((line) => line.version < first), ...this.log];
  }

  /** The lines after a version, as many as are told at once. */
  private async page(since: number): Promise<Line[] | null> {
    const seat = this.table!.seat;
    const eyes = seat === null ? "" : `&seat=${seat}`;
    const found = await ask<{ log: Line[] }>(
      `${this.address}/log?since=${Math.max(0, since)}${eyes}`,
    ).catch(() => null);
    return found?.log ?? null;
  }
}

/** A chat with other lines after its own, or in their place: names change, talk is taken back. */
function withLines(chat: ChatLine[], lines: ChatLine[]): ChatLine[] {
  const first = lines[0]?.number ?? Infinity;
  return [...chat.filter((line) => line.number < first), ...lines];
}

/** Whether somebody who sat here before is called otherwise now. */
const isRenamed = (before: TableDocument, now: TableDocument): boolean =>
  before.seats.some(({ kind, name, guest, gone }, number) => {
    const seat = now.seats[number]!;
    const isSame = seat.name === name && seat.guest === guest && seat.gone === gone;
    return kind === "person" && seat.kind === "person" && !isSame;
  });
