import type { WebSocket } from 'ws';
import type { Room } from '../contract/live';
import { type AskRooms, createAccess } from './access';
import { LiveConnection, type Pulse } from './connection';
import { type Cursor, formatCursor } from './cursor';
import { type FeedDeps, LiveFeed } from './feed';
import { type Asked, isRevocable } from './live.policy';
import { type LiveRoom, replayMax } from './room';
import { invocationFrame } from './signalr';

const tickMs = 1000;
/** Below the 30 s within which a lost right must be noticed without being told. */
const checkMs = 25_000;
const replayBytesMax = 512 * 1024;
/** Those who were cut off together are told together, and fetch spread over this time. */
const refetchWithinMs = 5000;
const farewellMs = 1000;

/** All live connections of this process: who may hear what, and how each comes and goes. */
export class LiveHub {
  private readonly connections = new Set<LiveConnection>();
  private readonly pulse: Pulse;
  private readonly feed: LiveFeed;
  private readonly askRooms: AskRooms;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly deps: FeedDeps) {
    this.pulse = { now: deps.clock.now().getTime() };
    this.askRooms = createAccess(deps);
    this.feed = new LiveFeed(deps, {
      onLost: (room) => this.tellLost(room),
      onAccessChanged: (accountIds) => {
        for (const connection of this.connections) {
          if (connection.asked.accountId && accountIds.has(connection.asked.accountId)) void this.check(connection);
        }
      },
    });
    this.timer = setInterval(() => this.tick(), tickMs);
    this.timer.unref();
  }

  accept(socket: WebSocket, asked: Asked, cursor: Cursor | 'unreadable' | undefined): void {
    const connection = new LiveConnection(socket, asked, cursor, this.pulse, {
      onHandshake: (one) => void this.admit(one),
      onClose: (one) => this.forget(one),
    });
    this.connections.add(connection);
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  /** Asks every client to come back, to another process or to the next one, and waits until they are gone. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const leaving = [...this.connections];
    const gone = Promise.all(leaving.map((connection) => connection.whenGone()));
    for (const connection of leaving) connection.sendAway();
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, farewellMs);
    });
    await Promise.race([gone, enough]);
    clearTimeout(timer);
    for (const connection of leaving) connection.drop();
    this.feed.stop();
  }

  private tick(): void {
    const now = this.deps.clock.now().getTime();
    this.pulse.now = now;
    for (const connection of this.connections) {
      connection.tick();
      if (now - connection.checkedAt >= checkMs && isRevocable(connection.asked)) void this.check(connection);
    }
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
      const { cursor } = connection;
      const reaches = isNew && typeof cursor === 'object' && (await this.feed.reachBack(rooms, cursor));
      // From here to the end nothing is awaited: no message can come between what is replayed and what follows.
      connection.acknowledge();
      if (connection.isClosed || !isStillRight()) return;
      if (isNew && connection.asked.live) this.bringUp(connection, rooms, reaches);
      for (const room of rooms) enter(connection, room);
    } finally {
      for (const room of rooms) room.joining -= 1;
    }
  }

  /** Sends what a returning connection has missed, or that it cannot be told, and where it stands now. */
  private bringUp(connection: LiveConnection, rooms: readonly LiveRoom[], reaches: boolean): void {
    const current = this.feed.cursorOf(rooms);
    const { cursor } = connection;
    if (cursor !== undefined) {
      const missed = reaches && typeof cursor === 'object' ? collectMissed(rooms, cursor.at) : undefined;
      if (missed && typeof cursor === 'object') {
        if (missed.length > 0) connection.send(Buffer.concat(missed));
        // Another process may have heard more already.
        current.at = Math.max(current.at, cursor.at);
        connection.skipTo(current.at);
      } else {
        connection.send(refetchFrame(current));
      }
    }
    connection.send(invocationFrame('CaughtUp', '{}', formatCursor(current)));
  }

  private tellLost(room: LiveRoom): void {
    const frame = refetchFrame(this.feed.cursorOf([room]));
    for (const connection of room.full) connection.send(frame);
  }

  private forget(connection: LiveConnection): void {
    this.connections.delete(connection);
    for (const room of connection.rooms) leave(connection, room);
  }
}

const refetchFrame = (cursor: Cursor) =>
  invocationFrame('Refetch', JSON.stringify({ withinMs: refetchWithinMs }), formatCursor(cursor));

/** Messages after a position, oldest first; undefined when they are too many to send. */
function collectMissed(rooms: readonly LiveRoom[], at: number): Buffer[] | undefined {
  const missed = rooms.flatMap((room) => room.after(at)).sort((a, b) => a.at - b.at);
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
