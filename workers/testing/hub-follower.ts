import { WebSocket } from 'ws';

const separator = '\x1e';

interface ReceivedMessage {
  target: string;
  payload: { id?: number; from?: number; version?: number; afterMs?: number; delta?: { full: boolean } };
}

/** A client of a hub that reconnects with its cursor until it is closed. */
export class HubFollower {
  /** All messages of all connections, in order. */
  readonly received: ReceivedMessage[] = [];
  connections = 0;
  /** Attempts that found no server. */
  refused = 0;
  isCaughtUp = false;
  private cursor = '';
  private socket: WebSocket | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly gameId: number,
    private readonly cookie: string | null,
  ) {
    void this.connect();
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.socket?.terminate();
  }

  idsOf(target: string): number[] {
    return this.received.filter((one) => one.target === target).map(({ payload }) => payload.id ?? 0);
  }

  /** Changes of the board in the order they came; after a reconnect some come again. */
  versions(): { from: number; version: number; full: boolean }[] {
    return this.received
      .filter(({ target }) => target === 'ScoreboardChanged')
      .map(({ payload: { from = 0, version = 0, delta } }) => ({ from, version, full: delta?.full ?? false }));
  }

  private async connect(): Promise<void> {
    const headers = { ...(this.cookie ? { cookie: this.cookie } : {}), connection: 'close' };
    // Asked of one server, used at another.
    const reply = await fetch(`${this.url}/hub/user/negotiate?negotiateVersion=1`, { method: 'POST', headers }).catch(
      () => null,
    );
    const { connectionToken } = ((await reply?.json().catch(() => null)) ?? {}) as { connectionToken?: string };
    if (this.closed) return;
    if (reply?.status !== 200 || !connectionToken) {
      this.refused += 1;
      this.later(200);
      return;
    }
    const query = `game=${this.gameId}&live=1&id=${encodeURIComponent(connectionToken)}&cursor=${this.cursor}`;
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/hub/user?${query}`, {
      headers: this.cookie ? { cookie: this.cookie } : {},
    });
    this.socket = socket;
    let waitMs = 200;
    socket.on('open', () => {
      this.connections += 1;
      socket.send(`{"protocol":"json","version":1}${separator}`);
    });
    socket.on('message', (data) => {
      for (const record of data.toString().split(separator).slice(0, -1)) {
        const message = JSON.parse(record) as { type?: number; target?: string; arguments?: unknown[] };
        if (message.type !== 1 || !message.target) continue;
        const [payload, cursor] = message.arguments ?? [];
        if (typeof cursor === 'string') this.cursor = cursor;
        if (message.target === 'CaughtUp') this.isCaughtUp = true;
        if (message.target === 'Reconnect') waitMs = (payload as { afterMs: number }).afterMs;
        else this.received.push({ target: message.target, payload: payload as ReceivedMessage['payload'] });
      }
    });
    socket.on('error', () => {
      this.refused += 1;
    });
    socket.on('close', () => this.later(waitMs));
    // What a client says from time to time, so that it is not taken for gone.
    const ping = setInterval(() => socket.readyState === socket.OPEN && socket.send(`{"type":6}${separator}`), 10_000);
    socket.on('close', () => clearInterval(ping));
  }

  private later(waitMs: number): void {
    if (this.closed) return;
    this.isCaughtUp = false;
    this.timer = setTimeout(() => void this.connect(), waitMs);
  }
}
