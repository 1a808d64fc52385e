// What Redis says, brought to the rooms of this process. One connection subscribes to all rooms that somebody is in, so
// messages are heard in the order of their positions, and one position says for every room what has been heard.

import type { Room } from '@vexil/contract/live';
import { liveHistorySeconds, liveKeys, readLiveClock } from '@vexil/runtime/live';
import { openRedis } from '@vexil/runtime/redis';
import type { Redis } from 'ioredis';
import type { Deps } from '../deps';
import type { Cursor } from './cursor';
import type { Delivery } from './delivery';
import { type BoardPosition, type Encode, type Heard, parseHeard, parseSubjects, readEntries } from './frames';
import { createReadQueue, type ReadQueue } from './read-queue';
import { isBoard, LiveRoom, replayMax } from './room';
import { readGap, readStreams } from './stream';

const channelsPerCommand = 500;
const retryMs = 500;
/** An empty room is kept for those who only change the page. */
const lingerMs = 30_000;

/** A message is in its stream for at least the hours of the history, less what two machines' clocks may differ. */
const historyMs = liveHistorySeconds * 1000 - 300_000;

export type FeedDeps = Pick<Deps, 'config' | 'redis' | 'keyPrefix' | 'db' | 'sealing' | 'clock' | 'log' | 'boards'>;

interface Events {
  /** Something was missed in this room that cannot be read any more. */
  onLost(room: LiveRoom): void;
  /** What these accounts may see has changed, or who may see these games (`gameSubject`). */
  onAccessChanged(subjects: ReadonlySet<string>): void;
}

export class LiveFeed {
  readonly rooms = new Map<Room, LiveRoom>();
  epoch = '';
  /** Everything up to here was heard, in every open room. */
  private position = 0;
  private readonly subscriber: Redis;
  private readonly reads: ReadQueue;
  /** What is heard while a gap is being read waits here, so that each room keeps its order. */
  private held: { room: LiveRoom; heard: Heard }[] | undefined;
  /** Counts connections to Redis: what was begun on an earlier one may not be finished on a later one. */
  private generation = 0;
  private openScheduled = false;
  private stopped = false;

  constructor(
    private readonly deps: FeedDeps,
    private readonly delivery: Delivery,
    private readonly encode: Encode,
    private readonly events: Events,
  ) {
    this.reads = createReadQueue(deps, encode, (room) => events.onLost(room));
    this.subscriber = openRedis(deps.config.redisUrl, {
      connectionName: `${deps.keyPrefix}live`,
      autoResubscribe: false,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    this.subscriber.on('error', (error) => deps.log.warn({ err: error }, 'Redis does not answer the live hubs'));
    this.subscriber.on('ready', () => void this.resume());
    this.subscriber.on('message', (channel: string, text: string) => this.hear(channel, text));
  }

  get isConnected(): boolean {
    return this.subscriber.status === 'ready' && this.held === undefined;
  }

  stop(): void {
    this.stopped = true;
    this.subscriber.disconnect();
  }

  /** The room, opened soon when it is not yet. */
  room(name: Room): LiveRoom {
    const known = this.rooms.get(name);
    if (known) return known;
    const room = new LiveRoom(name, this.delivery);
    this.rooms.set(name, room);
    this.scheduleOpen(0);
    return room;
  }

  /** Where somebody stands who was sent all that these rooms have heard. */
  cursorOf(rooms: Iterable<LiveRoom>): Cursor {
    let at = this.position;
    for (const room of rooms) at = Math.min(at, this.settledAt(room));
    return { epoch: this.epoch, at };
  }

  /** Makes sure that the rooms' histories reach back to the cursor; false when they cannot. */
  async reachBack(rooms: readonly LiveRoom[], { epoch, at }: Cursor): Promise<boolean> {
    try {
      if (epoch !== this.epoch) await this.catchUpWithClock();
      if (epoch !== this.epoch) return false;
      const short = rooms.filter((room) => at < room.coveredSince);
      if (short.length > 0 && this.isTooOld(at)) return false;
      await Promise.all(short.map((room) => this.load(room)));
    } catch (error) {
      this.deps.log.warn({ err: error }, 'Missed messages could not be read');
      return false;
    }
    // Checked again: another epoch may have begun meanwhile.
    return epoch === this.epoch && rooms.every((room) => at >= room.coveredSince);
  }

  /** Gives up rooms that nobody has been in for a while. */
  sweep(now: number): void {
    const left = [...this.rooms.values()].filter((room) => {
      if (!room.isEmpty) room.emptySince = 0;
      else if (room.emptySince === 0) room.emptySince = now;
      return room.isOpen && room.emptySince > 0 && now - room.emptySince >= lingerMs;
    });
    if (left.length === 0 || !this.isConnected) return;
    for (const room of left) this.rooms.delete(room.name);
    const channels = left.map((room) => liveKeys.channel(this.deps.keyPrefix, room.name));
    void this.subscriber.unsubscribe(...channels).catch(() => {});
  }

  private hear(channel: string, text: string): void {
    if (channel === liveKeys.access(this.deps.keyPrefix)) {
      this.events.onAccessChanged(new Set(parseSubjects(text)));
      return;
    }
    const name = channel.slice(liveKeys.channel(this.deps.keyPrefix, '' as Room).length) as Room;
    const heard = parseHeard(text);
    const room = this.rooms.get(name);
    if (!heard || !room) return;
    if (this.held) this.held.push({ room, heard });
    else this.take(room, heard);
  }

  private take(room: LiveRoom, heard: Heard): void {
    if (heard.epoch !== this.epoch) this.beginEpoch(heard.epoch);
    this.position = Math.max(this.position, heard.at);
    if (room.name.startsWith('monitor:') || isBoard(heard.message.target)) {
      this.reads(room, heard);
      return;
    }
    const entry = this.encode(heard, heard.message.payload);
    if (entry) room.deliver(entry);
    else this.deps.log.warn({ target: heard.message.target }, 'A live message did not fit its declaration');
  }

  private beginEpoch(epoch: string): void {
    this.epoch = epoch;
    this.position = 0;
    for (const room of this.rooms.values()) room.forget();
  }

  private settledAt(room: LiveRoom): number {
    const [first] = room.unread;
    return first === undefined ? this.position : first - 1;
  }

  /** Puts the older messages of a room's stream in front of what was heard. */
  private load(room: LiveRoom): Promise<void> {
    room.loading ??= this.readOlder(room).finally(() => {
      room.loading = undefined;
    });
    return room.loading;
  }

  private async readOlder(room: LiveRoom): Promise<void> {
    const { epoch } = this;
    const stored = (await readStreams(this.deps, epoch, [room.name], 0, replayMax)).get(room.name) ?? [];
    const position: BoardPosition = { boardVersion: undefined };
    const entries = await readEntries(this.deps, this.encode, stored, position);
    if (epoch !== this.epoch) return;
    room.boardVersion ??= position.boardVersion;
    // A stream that was read to its end has never been cut. What has not been heard yet is still to come.
    const coveredSince = stored.length < replayMax ? 0 : (stored[0]?.at ?? 0);
    const settledAt = this.settledAt(room);
    room.prepend(
      entries.filter(({ at }) => at <= settledAt),
      coveredSince,
    );
  }

  private scheduleOpen(delayMs: number): void {
    if (this.openScheduled) return;
    this.openScheduled = true;
    const open = () => {
      this.openScheduled = false;
      void this.openRooms();
    };
    if (delayMs === 0) setImmediate(open);
    else setTimeout(open, delayMs).unref();
  }

  /** Opens all rooms that wait for it, with one round of commands. */
  private async openRooms(): Promise<void> {
    // Without a connection, or while a gap is being read, they are opened by what follows.
    const closed = [...this.rooms.values()].filter((room) => !room.isOpen);
    if (!this.isConnected || closed.length === 0) return;
    try {
      const { generation } = this;
      await this.subscribe(closed.map((room) => liveKeys.channel(this.deps.keyPrefix, room.name)));
      const last = await this.catchUpWithClock(generation);
      for (const room of closed) room.open(last);
    } catch (error) {
      this.leaveForLater(error, () => this.scheduleOpen(retryMs));
    }
  }

  /** Connected, for the first time or again: subscribes, then reads and tells what was said in between. */
  private async resume(): Promise<void> {
    this.generation += 1;
    const { generation } = this;
    const held: NonNullable<LiveFeed['held']> = [];
    this.held = held;
    const rooms = [...this.rooms.values()];
    const open = rooms.filter((room) => room.isOpen);
    try {
      const channels = rooms.map((room) => liveKeys.channel(this.deps.keyPrefix, room.name));
      await this.subscribe([liveKeys.access(this.deps.keyPrefix), ...channels]);
      const clock = await readLiveClock(this.deps.redis, this.deps.keyPrefix);
      const isNewEpoch = clock.epoch !== this.epoch;
      const missed = await readGap(this.deps, open, isNewEpoch ? 0 : this.position, clock);
      await this.subscriber.ping();
      if (generation !== this.generation) return;

      const wasLong = this.isTooOld(this.position);
      for (const { room, heard } of [...missed, ...held]) this.take(room, heard);
      this.held = undefined;
      // Unless a message has told of it, or of one after it.
      if (isNewEpoch && this.epoch !== clock.epoch && this.position <= clock.last) this.beginEpoch(clock.epoch);
      this.position = Math.max(this.position, clock.last);
      for (const room of rooms) room.open(this.position);
      for (const room of open) {
        const isCut = wasLong || missed.filter((one) => one.room === room).length >= replayMax;
        if (isCut) room.restart(this.position);
        if (isCut || isNewEpoch) this.events.onLost(room);
      }
      this.scheduleOpen(0);
    } catch (error) {
      if (generation === this.generation) {
        this.leaveForLater(error, () => setTimeout(() => void this.resume(), retryMs).unref());
      }
    }
  }

  /** Has the position of all rooms, once everything up to it has been heard. Rejects when the connection changed. */
  private async catchUpWithClock(generation = this.generation): Promise<number> {
    const { epoch, last } = await readLiveClock(this.deps.redis, this.deps.keyPrefix);
    // Whatever was told before this was answered has been heard.
    await this.subscriber.ping();
    if (generation !== this.generation || this.held) throw new Error('The connection to Redis changed.');
    if (epoch !== this.epoch) this.beginEpoch(epoch);
    this.position = Math.max(this.position, last);
    return last;
  }

  private isTooOld(at: number): boolean {
    return at / 1000 < this.deps.clock.now().getTime() - historyMs;
  }

  private async subscribe(channels: readonly string[]): Promise<void> {
    for (let from = 0; from < channels.length; from += channelsPerCommand) {
      await this.subscriber.subscribe(...channels.slice(from, from + channelsPerCommand));
    }
  }

  private leaveForLater(error: unknown, again: () => void): void {
    if (this.stopped) return;
    this.deps.log.warn({ err: error }, 'Live rooms could not be opened');
    // When the connection is gone, its return begins anew.
    if (this.subscriber.status === 'ready') again();
  }
}
