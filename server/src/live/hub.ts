import { gameSubject, type Room } from '@vexil/contract/live';
import type { WebSocket } from 'ws';
import type { Deps } from '../deps';
import { type AskRooms, createAccess } from './access';
import { Backlog } from './backlog';
import { createBoardPoll } from './board-poll';
import { LiveConnection, type Pulse, type Surroundings } from './connection';
import { type Cursor, formatCursor } from './cursor';
import { createDelivery, type Delivery } from './delivery';
import { retryAfterSeconds, sayGoodBye } from './farewell';
import { type FeedDeps, LiveFeed } from './feed';
import { type Encode, encodeEntry } from './frames';
import { defaultLimits, type LiveLimits } from './limits';
import type { Asked, Hub } from './live.policy';
import { type LiveRoom, replayMax } from './room';
import { invocationFrame } from './signalr';
import { LiveSlots, type Sender } from './slots';
import { createLiveStats } from './stats';

const tickMs = 1000;
/** Below the 30 s within which a lost right must be noticed without being told. */
const checkMs = 25_000;
const replayBytesMax = 512 * 1024;
/** Those who were cut off together are told together, and fetch spread over this time. */
const refetchWithinMs = 5000;
/** A board that is fetched is older than its messages, by less than this: a new connection gets those between. */
const boardAheadMs = 5000;
const boardPollMs = 2000;

export type HubDeps = FeedDeps & Pick<Deps, 'random'>;

export interface HubOptions {
  limits?: LiveLimits;
  encode?: Encode;
}

/** All live connections of this process: who may hear what, and how each comes and goes. */
export class LiveHub {
  readonly stats = createLiveStats();
  readonly backlog: Backlog;
  readonly delivery: Delivery = createDelivery();
  private readonly connections = new Set<LiveConnection>();
  private readonly slots: LiveSlots;
  private readonly releases = new WeakMap<LiveConnection, () => void>();
  private readonly pulse: Pulse;
  private readonly around: Surroundings;
  private readonly feed: LiveFeed;
  private readonly askRooms: AskRooms;
  private readonly timer: NodeJS.Timeout;
  private readonly boardTimer: NodeJS.Timeout;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly deps: HubDeps,
    {
      limits = defaultLimits(deps.config.liveConnectionsMax, deps.config.rateLimit),
      encode = encodeEntry,
    }: HubOptions = {},
  ) {
    const { stats } = this;
    this.slots = new LiveSlots(limits.connectionsMax, limits.senders);
    this.pulse = { now: deps.clock.now().getTime() };
    this.backlog = new Backlog(limits, stats);
    this.around = {
      pulse: this.pulse,
      backlog: this.backlog,
      stats,
      onHandshake: (connection) => void this.admit(connection),
      onClose: (connection) => this.forget(connection),
    };
    this.askRooms = createAccess(deps);
    const count: Encode = (heard, payload) => {
      stats.messagesEncoded += 1;
      return encode(heard, payload);
    };
    this.feed = new LiveFeed(deps, this.delivery, count, {
      onLost: (room) => this.tellLost(room),
      onAccessChanged: (subjects) => {
        for (const connection of this.connections) {
          const { accountId, gameId } = connection.asked;
          const isAffected = accountId !== null && subjects.has(accountId);
          if (isAffected || (gameId !== null && subjects.has(gameSubject(gameId)))) void this.check(connection);
        }
      },
    });
    this.timer = setInterval(() => this.tick(), tickMs);
    this.timer.unref();
    this.boardTimer = setInterval(
      createBoardPoll(deps, () => this.feed.rooms.values()),
      boardPollMs,
    );
    this.boardTimer.unref();
  }

  /** Holds the connection until it ends; `release` gives its slot back. */
  accept(
    socket: WebSocket,
    asked: Asked,
    cursor: Cursor | 'unreadable' | undefined,
    release: () => void = () => undefined,
  ): void {
    const connection = new LiveConnection(socket, asked, cursor, this.around);
    this.releases.set(connection, release);
    this.connections.add(connection);
  }

  /** Why no new connection of a sender is taken now; undefined when one is. */
  refusalOf(sender: Sender, isStopping: boolean): 'stopping' | 'full' | 'sender' | undefined {
    const reason = isStopping || this.closing ? 'stopping' : this.slots.refusalOf(sender);
    if (reason === 'stopping') this.stats.refusedStopping += 1;
    if (reason === 'full') this.stats.refusedFull += 1;
    if (reason === 'sender') this.stats.refusedSender += 1;
    return reason;
  }

  /** Takes a slot for a connection that was not refused; gives what releases it. */
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

  /**
   * Lets nobody in any more, has every client come back, to another process or to the next one, and waits until they are
   * gone. Those that asked for our targets are told when to come; the others are sent away little by little.
   */
  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    await sayGoodBye({ random: this.deps.random, delivery: this.delivery, stats: this.stats }, this.connections);
    clearInterval(this.timer);
    clearInterval(this.boardTimer);
    this.feed.stop();
  }

  private tick(): void {
    const now = this.deps.clock.now().getTime();
    this.pulse.now = now;
    for (const connection of this.connections) {
      connection.tick();
      if (now - connection.checkedAt >= checkMs) void this.check(connection);
    }
    this.backlog.recount();
    this.feed.sweep(now);
  }

  private async admit(connection: LiveConnection): Promise<void> {
    try {
      const names = await this.askRooms(connection.asked);
      if (!names) return connection.refuse();
      // Answered at once while Redis is away, because clients give up waiting for the answer; otherwise when messages
      // can be heard, so that a client that knows it is connected misses nothing.
      if (!this.feed.isConnected) connection.acknowledge();
      await this.join(connection, names, true, () => true);
      const isStale = connection.checks > 0;
      connection.isAdmitted = true;
      // What was told meanwhile may have come after the rights were read.
      if (isStale) void this.check(connection);
    } catch (error) {
      this.deps.log.warn({ err: error }, 'A live connection could not be admitted');
      connection.acknowledge();
      connection.sendAway();
    }
  }

  /** Compares what a connection hears with what it may hear now. */
  private async check(connection: LiveConnection): Promise<void> {
    connection.checkedAt = this.pulse.now;
    connection.checks += 1;
    if (!connection.isAdmitted) return;
    const { checks } = connection;
    // An earlier answer may not undo a later one.
    const isLast = () => connection.checks === checks;
    try {
      const names = await this.askRooms(connection.asked);
      if (!isLast()) return;
      if (!names) return connection.refuse();
      for (const room of connection.rooms) if (!names.includes(room.name)) leave(connection, room);
      const joined = new Set([...connection.rooms].map((room) => room.name));
      const added = names.filter((name) => !joined.has(name));
      if (added.length > 0) await this.join(connection, added, false, isLast);
    } catch (error) {
      // Who cannot be asked for now has not changed anything either; asked again with the next tick.
      connection.checkedAt = 0;
      this.deps.log.warn({ err: error }, 'The rights of a live connection could not be read');
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
      const reaches = isNew && connection.asked.live && (await this.reachBack(connection, rooms));
      // From here to the end nothing is awaited: no message can come between what is replayed and what follows.
      connection.acknowledge();
      if (connection.isClosed || !isStillRight()) return;
      if (isNew && connection.asked.live) this.bringUp(connection, rooms, reaches);
      for (const room of rooms) enter(connection, room);
    } finally {
      for (const room of rooms) room.joining -= 1;
    }
  }

  /** Makes sure that the rooms' histories have what the connection is to be sent; false when they cannot. */
  private async reachBack({ cursor }: LiveConnection, rooms: readonly LiveRoom[]): Promise<boolean> {
    if (cursor === 'unreadable') return false;
    if (cursor) return this.feed.reachBack(rooms, cursor);
    const boards = rooms.filter(({ name }) => hasBoard(name));
    return this.feed.reachBack(boards, { epoch: this.feed.epoch, at: this.boardsAfter() });
  }

  /** The position that the last board told may be fetched at, surely. */
  private boardsAfter(): number {
    return 1000 * (this.deps.clock.now().getTime() - boardAheadMs);
  }

  /** Sends what a returning connection has missed, or that it cannot be told, and where it stands now. */
  private bringUp(connection: LiveConnection, rooms: readonly LiveRoom[], reaches: boolean): void {
    const current = this.feed.cursorOf(rooms);
    const { cursor } = connection;
    if (cursor !== undefined) {
      const missed = reaches && typeof cursor === 'object' ? collectMissed(rooms, cursor.at) : undefined;
      if (missed && typeof cursor === 'object') {
        this.stats.replays += 1;
        if (missed.length > 0) connection.send(Buffer.concat(missed));
        // Another process may have heard more already.
        current.at = Math.max(current.at, cursor.at);
      } else {
        this.stats.refetches += 1;
        connection.send(refetchFrame(current));
      }
    } else if (reaches) {
      const recent = rooms.flatMap((room) => room.boardsAfter(this.boardsAfter()));
      if (recent.length > 0) {
        connection.send(Buffer.concat(recent.sort((a, b) => a.at - b.at).map(({ full }) => full)));
      }
    }
    // What is still on its way to others is behind where this one stands.
    connection.skipTo(current.at);
    connection.send(invocationFrame('CaughtUp', '{}', formatCursor(current)));
  }

  private tellLost(room: LiveRoom): void {
    this.stats.refetches += room.full.size;
    room.tell(refetchFrame(this.feed.cursorOf([room])));
  }

  private forget(connection: LiveConnection): void {
    this.connections.delete(connection);
    this.releases.get(connection)?.();
    for (const room of connection.rooms) leave(connection, room);
  }
}

const hasBoard = (name: Room) => name.startsWith('game:') || name.startsWith('staff:');

const refetchFrame = (cursor: Cursor) =>
  invocationFrame('Refetch', JSON.stringify({ withinMs: refetchWithinMs }), formatCursor(cursor));

/** Messages after a position, oldest first; undefined when they are too many to send. */
function collectMissed(rooms: readonly LiveRoom[], at: number): Buffer[] | undefined {
  const boardsFrom = at - 1000 * boardAheadMs;
  const missed = rooms
    .flatMap((room) => [...room.after(at), ...room.boardsAfter(boardsFrom)])
    .sort((a, b) => a.at - b.at);
  const bytes = missed.reduce((sum, entry) => sum + entry.full.length, 0);
  return missed.length > replayMax || bytes > replayBytesMax ? undefined : missed.map((entry) => entry.full);
}

function enter(connection: LiveConnection, room: LiveRoom): void {
  connection.rooms.add(room);
  (connection.asked.live ? room.full : room.plain).add(connection);
}

function leave(connection: LiveConnection, room: LiveRoom): void {
  connection.rooms.delete(room);
  room.full.delete(connection);
  room.plain.delete(connection);
}
