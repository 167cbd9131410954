/** The lobby, followed through its socket: which tables have a free seat, and where I am seated. */
import type { TableEntry } from "./api";

const FIRST_WAIT = 1_000; // milliseconds before the first new attempt
const LONGEST_WAIT = 30_000;

type Message = { type: "open"; tables: TableEntry[] } | { type: "paired"; table: string };

export class Lobby {
  open = $state.raw<TableEntry[]>([]);
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    /** Somebody has been found, and I sit at that table. */
    private readonly onpaired: (table: string) => void,
  ) {
    this.connect();
  }

  /** Follow it no more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    const socket = new WebSocket(
      `${location.protocol.replace("http", "ws")}//${location.host}/api/lobby/socket`,
    );
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string) as Message;
      if (message.type === "open") this.open = message.tables;
      else this.onpaired(message.table);
      this.wait = FIRST_WAIT;
    };
    socket.onclose = () => {
      if (this.closed) return;
      // Not all at once, after a house that was closed.
      this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }
}
