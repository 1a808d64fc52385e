import { deliver } from './handlers';
import { type Line, lines } from './line';

export type LiveState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'lost';
export type Hub = 'user' | 'monitor';

/** Failed attempts after which people are told that they are not live; attempts go on all the same. */
const attemptsUntilLost = 4;
/** A line that breaks sooner was no success: attempts go on where they were. */
const steadyMs = 5000;
/** The longest a server may have us stay away. */
const comeBackMsMax = 60_000;
/** Keeps the connection over a change of page. */
const lingerMs = 5000;

/** Half a second, doubling to half a minute; spread, so that a thousand browsers do not come back at once. */
export const pauseMs = (attempt: number, random = Math.random()): number =>
  Math.min(30_000, 500 * 2 ** attempt) * (0.5 + random / 2);

const listeners = new Set<() => void>();
const connections = new Map<string, LiveConnection>();

export const subscribeLive = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const liveStateOf = (hub: Hub, gameId: number): LiveState =>
  connections.get(`${hub} ${gameId}`)?.state ?? 'idle';

/** Whether the connection can name the last message it saw, and so will be given what it misses. */
export const hasLiveCursor = (hub: Hub, gameId: number): boolean =>
  connections.get(`${hub} ${gameId}`)?.cursor !== undefined;

/** Holds the tab's one connection to a hub of a game open until the returned function is called. */
export function holdLive(hub: Hub, gameId: number): () => void {
  const key = `${hub} ${gameId}`;
  const connection = connections.get(key) ?? new LiveConnection(hub, gameId, () => connections.delete(key));
  connections.set(key, connection);
  return connection.hold();
}

class LiveConnection {
  state: LiveState = 'connecting';
  private holders = 0;
  private closed = false;
  private attempt = 0;
  cursor: string | undefined;
  private line: Line | undefined;
  private opening = false;
  /** What the server told us to wait before the next attempt. */
  private comeBackMs: number | undefined;
  private steadyTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lingerTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly hub: Hub;
  private readonly gameId: number;
  private readonly forget: () => void;

  constructor(hub: Hub, gameId: number, forget: () => void) {
    this.hub = hub;
    this.gameId = gameId;
    this.forget = forget;
    window.addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    void this.connect();
  }

  hold(): () => void {
    this.holders += 1;
    clearTimeout(this.lingerTimer);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holders -= 1;
      if (this.holders === 0) this.lingerTimer = setTimeout(() => this.close(), lingerMs);
    };
  }

  private async connect(): Promise<void> {
    clearTimeout(this.retryTimer);
    if (this.opening || this.line) return;
    this.opening = true;
    const query = new URLSearchParams({ game: String(this.gameId), live: '1' });
    if (this.cursor !== undefined) query.set('cursor', this.cursor);
    try {
      const line = await lines.open(`/hub/${this.hub}?${query}`, {
        onMessage: (target, payload, cursor) => this.receive(target, payload, cursor),
        onClose: () => this.retry(),
      });
      if (this.closed) return void line.stop();
      this.line = line;
      this.steadyTimer = setTimeout(() => {
        this.attempt = 0;
      }, steadyMs);
      this.become('live');
    } catch {
      this.retry();
    } finally {
      this.opening = false;
    }
  }

  private receive(target: string, payload: unknown, cursor: unknown): void {
    if (typeof cursor === 'string') this.cursor = cursor;
    if (target === 'ComeBack') this.comeBackMs = readComeBack(payload);
    deliver(target, payload, this.gameId);
  }

  // The library's own reconnect would come back with the old address, and so with the old cursor.
  private retry(): void {
    if (this.closed) return;
    const wasLive = this.line !== undefined || this.state !== 'connecting';
    this.line = undefined;
    clearTimeout(this.steadyTimer);
    if (this.attempt >= attemptsUntilLost) this.become('lost');
    else if (wasLive) this.become('reconnecting');
    const told = this.comeBackMs;
    this.retryTimer = setTimeout(() => {
      this.comeBackMs = undefined;
      void this.connect();
    }, told ?? pauseMs(this.attempt));
    if (told === undefined) this.attempt += 1;
  }

  /** Somebody looks again, or the network is back: no reason to wait out a long pause, unless the server asked for it. */
  private hurry = (): void => {
    if (this.closed || this.line || this.opening || document.hidden || this.comeBackMs !== undefined) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.connect(), pauseMs(0));
  };

  private become(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of listeners) listener();
  }

  private close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.steadyTimer);
    window.removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    void this.line?.stop();
    this.forget();
    for (const listener of listeners) listener();
  }
}

/** Milliseconds; undefined when the server says nothing that can be followed. */
function readComeBack(payload: unknown): number | undefined {
  const { afterMs } = (payload ?? {}) as { afterMs?: unknown };
  return typeof afterMs === 'number' && afterMs >= 0 ? Math.min(comeBackMsMax, afterMs) : undefined;
}
