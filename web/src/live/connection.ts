import { createStore } from '../store/create-store';
import { deliver } from './handlers';
import { type HubConnection, transport } from './hub-connection';

export type LiveState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'lost';
/** The admin hub is of no game; its number is 0. */
export type Hub = 'user' | 'monitor' | 'admin';

/** Failed attempts after which the page shows that it is not live; attempts go on. */
const attemptsUntilLost = 4;
/** A connection that ends sooner does not reset the backoff. */
const stableMs = 5000;
/** The longest reconnect delay that is accepted from the server. */
const reconnectDelayMsMax = 60_000;
/** The connection outlives a change of page. */
const closeDelayMs = 5000;

/** Half a second, doubling to half a minute; jittered, so that browsers do not all reconnect at once. */
export const pauseMs = (attempt: number, random = Math.random()): number =>
  Math.min(30_000, 500 * 2 ** attempt) * (0.5 + random / 2);

const connections = new Map<string, LiveConnection>();
const changes = createStore(0);
const noteChange = () => changes.set(changes.get() + 1);

export const subscribeLive = changes.subscribe;

export const liveStateOf = (hub: Hub, gameId: number): LiveState =>
  connections.get(`${hub} ${gameId}`)?.state ?? 'idle';

/** Gives the age of the oldest data of a game, in milliseconds; undefined where there is none. */
type DataAge = () => number | undefined;

/**
 * Keeps the tab's one connection to a hub of a game open until the returned function is called. The server sends what
 * happened since the data was fetched.
 */
export function acquireLive(hub: Hub, gameId: number, dataAgeMs: DataAge = () => undefined): () => void {
  const key = `${hub} ${gameId}`;
  const connection = connections.get(key) ?? new LiveConnection(hub, gameId, dataAgeMs, () => connections.delete(key));
  connections.set(key, connection);
  return connection.acquire();
}

class LiveConnection {
  state: LiveState = 'connecting';
  private users = 0;
  private closed = false;
  private attempt = 0;
  private cursor: string | undefined;
  /** A message arrived while no component handled it. */
  private isBehind = false;
  private connection: HubConnection | undefined;
  private opening = false;
  /** Asked for by the server before it closes the connection. */
  private reconnectDelayMs: number | undefined;
  private stableTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private closeTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly hub: Hub;
  private readonly gameId: number;
  private readonly dataAgeMs: DataAge;
  private readonly forget: () => void;

  constructor(hub: Hub, gameId: number, dataAgeMs: DataAge, forget: () => void) {
    this.hub = hub;
    this.gameId = gameId;
    this.dataAgeMs = dataAgeMs;
    this.forget = forget;
    window.addEventListener('online', this.retrySoon);
    document.addEventListener('visibilitychange', this.retrySoon);
    void this.connect();
  }

  acquire(): () => void {
    this.users += 1;
    clearTimeout(this.closeTimer);
    // It reconnects with the cursor from before that message.
    if (this.isBehind) void this.connection?.stop();
    this.isBehind = false;
    let acquired = true;
    return () => {
      if (!acquired) return;
      acquired = false;
      this.users -= 1;
      if (this.users === 0) this.closeTimer = setTimeout(() => this.close(), closeDelayMs);
    };
  }

  private async connect(): Promise<void> {
    clearTimeout(this.retryTimer);
    if (this.opening || this.connection) return;
    this.opening = true;
    const query = new URLSearchParams({ live: '1' });
    if (this.hub !== 'admin') query.set('game', String(this.gameId));
    const ageMs = this.cursor === undefined ? this.dataAgeMs() : undefined;
    if (this.cursor !== undefined) query.set('cursor', this.cursor);
    else if (ageMs !== undefined) query.set('ageMs', String(Math.max(0, Math.ceil(ageMs))));
    try {
      const connection = await transport.open(`/hub/${this.hub}?${query}`, {
        onMessage: (target, payload, cursor) => this.receive(target, payload, cursor),
        onClose: () => this.retry(),
      });
      if (this.closed) return void connection.stop();
      this.connection = connection;
      this.stableTimer = setTimeout(() => {
        this.attempt = 0;
      }, stableMs);
      this.setState('live');
    } catch {
      this.retry();
    } finally {
      this.opening = false;
    }
  }

  private receive(target: string, payload: unknown, cursor: unknown): void {
    if (target === 'Reconnect') this.reconnectDelayMs = readReconnectDelay(payload);
    if (this.users === 0) {
      this.isBehind = true;
      return;
    }
    if (typeof cursor === 'string') this.cursor = cursor;
    deliver(target, payload, this.gameId);
  }

  // The library's own reconnect would use the old address, and so the old cursor.
  private retry(): void {
    if (this.closed) return;
    const wasLive = this.connection !== undefined || this.state !== 'connecting';
    this.connection = undefined;
    clearTimeout(this.stableTimer);
    if (this.attempt >= attemptsUntilLost) this.setState('lost');
    else if (wasLive) this.setState('reconnecting');
    const requestedMs = this.reconnectDelayMs;
    this.retryTimer = setTimeout(() => {
      this.reconnectDelayMs = undefined;
      void this.connect();
    }, requestedMs ?? pauseMs(this.attempt));
    if (requestedMs === undefined) this.attempt += 1;
  }

  /** The tab is visible or the network is back: a long backoff ends, a delay that the server asked for does not. */
  private retrySoon = (): void => {
    if (this.closed || this.connection || this.opening || document.hidden || this.reconnectDelayMs !== undefined)
      return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.connect(), pauseMs(0));
  };

  private setState(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    noteChange();
  }

  private close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.stableTimer);
    window.removeEventListener('online', this.retrySoon);
    document.removeEventListener('visibilitychange', this.retrySoon);
    void this.connection?.stop();
    this.forget();
    noteChange();
  }
}

/** Milliseconds; undefined where the payload names no valid delay. */
function readReconnectDelay(payload: unknown): number | undefined {
  const { afterMs } = (payload ?? {}) as { afterMs?: unknown };
  return typeof afterMs === 'number' && afterMs >= 0 ? Math.min(reconnectDelayMsMax, afterMs) : undefined;
}
