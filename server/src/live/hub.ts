import { everySubject, gameSubject, type Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import type { Sender } from '@vexil/http/guard/sender';
import { SenderSlots } from '@vexil/http/guard/sender-slots';
import type { WebSocket } from 'ws';
import { createAccess, type ResolveRooms } from './access';
import { Backlog } from './backlog';
import { type BoardFeed, createBoardFeed } from './board-feed';
import { closeConnections, retryAfterSeconds } from './close-connections';
import { type CoarseClock, type ConnectionContext, LiveConnection } from './connection';
import { type Cursor, formatCursor, type ResumePoint } from './cursor';
import { createDelivery, type Delivery } from './delivery';
import { type FeedDeps, LiveFeed } from './feed';
import { type Encode, encodeEntry } from './frames';
import { defaultLimits, type LiveLimits } from './limits';
import type { ConnectionRequest, Hub } from './live.policy';
import { collectMissed, type Since, sinceOf } from './replay';
import type { LiveRoom } from './room';
import { invocationFrame } from './signalr';
import { createLiveStats } from './stats';

const tickMs = 1000;
/** Permissions are checked at least every 30 s, also without an event. */
const checkMs = 25_000;
/** Clients that lost messages together spread their requests over this time. */
const refetchWithinMs = 5000;

export type HubDeps = FeedDeps & Pick<Deps, 'boards' | 'random' | 'settings'>;

export interface HubOptions {
  limits?: LiveLimits;
  encode?: Encode;
}

/** All live connections of this process, their permissions and their lifecycle. */
export class LiveHub {
  readonly stats = createLiveStats();
  readonly backlog: Backlog;
  readonly delivery: Delivery = createDelivery();
  private readonly connections = new Set<LiveConnection>();
  private readonly slots: SenderSlots;
  private readonly releases = new WeakMap<LiveConnection, () => void>();
  private readonly clock: CoarseClock;
  private readonly context: ConnectionContext;
  private readonly feed: LiveFeed;
  private readonly boards: BoardFeed;
  private readonly resolveRooms: ResolveRooms;
  private readonly timer: NodeJS.Timeout;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly deps: HubDeps,
    {
      limits = defaultLimits(deps.config.liveConnectionsMax, deps.config.rateLimit),
      encode = encodeEntry,
    }: HubOptions = {},
  ) {
    const { stats } = this;
    this.slots = new SenderSlots(limits.connectionsMax, limits.senders);
    this.clock = { now: deps.clock.now().getTime() };
    this.backlog = new Backlog(limits, stats);
    this.context = {
      clock: this.clock,
      backlog: this.backlog,
      stats,
      onHandshake: (connection) => void this.admit(connection),
      onClose: (connection) => this.forget(connection),
    };
    this.resolveRooms = createAccess(deps);
    const count: Encode = (received, payload) => {
      stats.messagesEncoded += 1;
      return encode(received, payload);
    };
    this.feed = new LiveFeed(deps, this.delivery, count, {
      onLost: (room) => {
        // Its connections are in the room of the game too.
        if (!room.name.startsWith('board:')) this.sendRefetch(room);
      },
      onAccessChanged: (subjects) => {
        for (const connection of this.connections) {
          const { accountId, gameId } = connection.asked;
          const isAffected = subjects.has(everySubject) || (accountId !== null && subjects.has(accountId));
          if (isAffected || (gameId !== null && subjects.has(gameSubject(gameId)))) void this.check(connection);
        }
      },
    });
    this.boards = createBoardFeed(deps, { rooms: this.feed.rooms, delivery: this.delivery, stats });
    this.timer = setInterval(() => this.tick(), tickMs);
    this.timer.unref();
  }

  /** Owns the connection until it closes, then calls `release`. */
  accept(socket: WebSocket, asked: ConnectionRequest, known: ResumePoint, release: () => void = () => undefined): void {
    const connection = new LiveConnection(socket, asked, known, this.context);
    this.releases.set(connection, release);
    this.connections.add(connection);
  }

  /** Why a new connection of this sender is refused; undefined when it is accepted. */
  refusalOf(sender: Sender, isStopping: boolean): 'stopping' | 'full' | 'sender' | undefined {
    const reason = isStopping || this.closing ? 'stopping' : this.slots.refusalOf(sender);
    if (reason === 'stopping') this.stats.refusedStopping += 1;
    if (reason === 'full') this.stats.refusedFull += 1;
    if (reason === 'sender') this.stats.refusedSender += 1;
    return reason;
  }

  /** Takes a slot after `refusalOf`; returns its release. */
  takeSlot(sender: Sender): () => void {
    return this.slots.take(sender);
  }

  retryAfterSeconds(): number {
    return retryAfterSeconds(this.deps.random, this.connections.size);
  }

  countConnections(): Record<Hub, number> {
    const counts = { user: 0, monitor: 0, admin: 0 };
    for (const { asked } of this.connections) counts[asked.hub] += 1;
    return counts;
  }

  /** Refuses new connections, closes the existing ones for reconnect and waits for them. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    await closeConnections({ random: this.deps.random, delivery: this.delivery, stats: this.stats }, this.connections);
    clearInterval(this.timer);
    this.feed.stop();
  }

  private tick(): void {
    const now = this.deps.clock.now().getTime();
    this.clock.now = now;
    for (const connection of this.connections) {
      connection.tick();
      if (now - connection.checkedAt >= checkMs) void this.check(connection);
    }
    this.backlog.recount();
    this.feed.sweep(now);
  }

  private async admit(connection: LiveConnection): Promise<void> {
    try {
      const names = await this.resolveRooms(connection.asked);
      if (!names) return connection.refuse();
      // While Redis is down the handshake is answered at once, before clients time out; otherwise after the rooms are
      // subscribed, so that a connected client misses nothing.
      if (!this.feed.isConnected) connection.acknowledge();
      await this.join(connection, names, true, () => true);
      const isStale = connection.checks > 0;
      connection.isAdmitted = true;
      // An access event during the join may be newer than the permissions that were read.
      if (isStale) void this.check(connection);
    } catch (error) {
      this.deps.log.warn({ event: 'live.admit_failed', err: error }, 'Admitting a live connection failed');
      connection.acknowledge();
      connection.closeForReconnect();
    }
  }

  /** Updates the rooms of a connection to its current permissions. */
  private async check(connection: LiveConnection): Promise<void> {
    connection.checkedAt = this.clock.now;
    connection.checks += 1;
    if (!connection.isAdmitted) return;
    const { checks } = connection;
    // An earlier result must not overwrite a later one.
    const isLast = () => connection.checks === checks;
    try {
      const names = await this.resolveRooms(connection.asked);
      if (!isLast()) return;
      if (!names) return connection.refuse();
      for (const room of connection.rooms) if (!names.includes(room.name)) leave(connection, room);
      const joined = new Set([...connection.rooms].map((room) => room.name));
      const added = names.filter((name) => !joined.has(name));
      if (added.length > 0) await this.join(connection, added, false, isLast);
    } catch (error) {
      // Permissions are kept and checked again at the next tick.
      connection.checkedAt = 0;
      this.deps.log.warn(
        { event: 'live.permission_check_failed', err: error },
        'Reading permissions of a live connection failed, retrying in 1 s',
      );
    }
  }

  private async join(
    connection: LiveConnection,
    names: readonly Room[],
    isNew: boolean,
    isStillRight: () => boolean,
  ): Promise<void> {
    const rooms = names.map((name) => this.feed.room(name));
    for (const room of rooms) room.joining += 1;
    try {
      await Promise.all(rooms.map((room) => room.opened));
      const since =
        isNew && connection.asked.live
          ? sinceOf(connection.known, this.feed.epoch, this.deps.clock.now().getTime())
          : undefined;
      const reaches = since !== undefined && (await this.reachBack(since, rooms));
      // Nothing is awaited from here on, so no message can arrive between the replay and the live messages.
      connection.acknowledge();
      if (connection.isClosed || !isStillRight()) return;
      if (since) this.replay(connection, rooms, since, reaches);
      for (const room of rooms) enter(connection, room);
    } finally {
      for (const room of rooms) room.joining -= 1;
    }
  }

  /** Loads the histories that the replay needs; false when they are not available. */
  private async reachBack({ epoch, at }: Since, rooms: readonly LiveRoom[]): Promise<boolean> {
    const knowsBoards = await this.boards.open(rooms);
    if (epoch === null || !knowsBoards) return false;
    return at === null || this.feed.reachBack(rooms, { epoch, at });
  }

  /** Sends the missed messages or `Refetch`, and then `CaughtUp` with the current cursor. */
  private replay(connection: LiveConnection, rooms: readonly LiveRoom[], since: Since, reaches: boolean): void {
    const current = this.feed.cursorOf(rooms);
    const missed = reaches ? collectMissed(rooms, since, this.boards.recent(rooms, since.boardsAt)) : undefined;
    if (missed && missed.length > 0) connection.send(Buffer.concat(missed));
    if (since.at !== null && missed) {
      this.stats.replays += 1;
      // The process that issued the cursor may have received more than this one.
      if (since.isCursor) current.at = Math.max(current.at, since.at);
    } else if (since.at !== null) {
      this.stats.refetches += 1;
      connection.send(refetchFrame(current));
    }
    // Messages still queued for other connections are part of this replay.
    connection.skipTo(current.at);
    connection.send(invocationFrame('CaughtUp', '{}', formatCursor(current)));
  }

  private sendRefetch(room: LiveRoom): void {
    this.stats.refetches += room.full.size;
    room.broadcast(refetchFrame(this.feed.cursorOf([room])));
  }

  private forget(connection: LiveConnection): void {
    this.connections.delete(connection);
    this.releases.get(connection)?.();
    for (const room of connection.rooms) leave(connection, room);
  }
}

const refetchFrame = (cursor: Cursor) =>
  invocationFrame('Refetch', JSON.stringify({ withinMs: refetchWithinMs }), formatCursor(cursor));

function enter(connection: LiveConnection, room: LiveRoom): void {
  connection.rooms.add(room);
  (connection.asked.live ? room.full : room.plain).add(connection);
}

function leave(connection: LiveConnection, room: LiveRoom): void {
  connection.rooms.delete(room);
  room.full.delete(connection);
  room.plain.delete(connection);
}
