// The one Redis subscriber of the process receives topics and the messages of all rooms in use, so these arrive in the
// order of their positions, and a single position covers all rooms.

import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { liveHistorySeconds, liveKeys, readLiveClock } from '@vexil/runtime/live';
import { openSubscriber } from '@vexil/runtime/redis';
import { readTopics, topicsChannel } from '@vexil/runtime/topics';
import type { Redis } from 'ioredis';
import type { Cursor } from './cursor';
import type { Delivery } from './delivery';
import { type Encode, parseMessage, parseSubjects, readEntries, refreshNotices } from './frames';
import { createReadQueue, type ReadQueue } from './read-queue';
import { type Entry, LiveRoom, type ReceivedMessage, replayMax } from './room';
import { readGap, readStreams } from './stream';

const channelsPerCommand = 500;
const retryMs = 500;
/** Empty rooms stay subscribed this long for clients that change the page. */
const lingerMs = 30_000;

/** Minimum age of messages in a stream, minus clock skew between machines. */
const historyMs = liveHistorySeconds * 1000 - 300_000;

export type FeedDeps = Pick<
  Deps,
  'config' | 'redis' | 'redisErrors' | 'keyPrefix' | 'topics' | 'db' | 'sealing' | 'clock' | 'log'
>;

interface Events {
  /** Messages of this room were missed and cannot be replayed. */
  onLost(room: LiveRoom): void;
  /** Permissions of these accounts or games (`gameSubject`) changed. */
  onAccessChanged(subjects: ReadonlySet<string>): void;
}

export class LiveFeed {
  readonly rooms = new Map<Room, LiveRoom>();
  epoch = '';
  /** Everything up to here was received, in every open room. */
  private position = 0;
  private readonly subscriber: Redis;
  private readonly reads: ReadQueue;
  /** Messages received while a gap is being read, to keep the order. */
  private buffered: { room: LiveRoom; received: ReceivedMessage }[] | undefined;
  /** Incremented per Redis connection, to cancel work that began on an earlier one. */
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
    this.subscriber = openSubscriber(deps.config.redisUrl, { connectionName: `${deps.keyPrefix}live` });
    this.subscriber.on('error', deps.redisErrors);
    this.subscriber.on('ready', () => void this.resume());
    this.subscriber.on('message', (channel: string, text: string) => this.receive(channel, text));
  }

  get isConnected(): boolean {
    return this.subscriber.status === 'ready' && this.buffered === undefined;
  }

  stop(): void {
    this.stopped = true;
    this.subscriber.disconnect();
  }

  /** Returns the room; an unknown one is created and opened asynchronously. */
  room(name: Room): LiveRoom {
    const known = this.rooms.get(name);
    if (known) return known;
    const room = new LiveRoom(name, this.delivery);
    this.rooms.set(name, room);
    this.scheduleOpen(0);
    return room;
  }

  /** The cursor of a connection that was sent everything these rooms received. */
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
      await this.refresh(rooms, at);
    } catch (error) {
      this.deps.log.warn(
        { event: 'live.replay_failed', err: error },
        'Reading missed live messages failed, client refetches',
      );
      return false;
    }
    // Checked again: the epoch may have changed meanwhile.
    return epoch === this.epoch && rooms.every((room) => at >= room.coveredSince);
  }

  /** What was withdrawn or corrected is not repeated, whatever became of the message that said so. */
  private async refresh(rooms: readonly LiveRoom[], at: number): Promise<void> {
    const entries = rooms.flatMap((room) => room.after(at)).filter(({ received }) => received);
    const current = await refreshNotices(
      this.deps,
      entries.flatMap(({ received }) => received ?? []),
    );
    for (const [index, received] of current.entries()) {
      Object.assign(entries[index] as Entry, this.encode(received, received.message.payload));
    }
  }

  /** Unsubscribes from rooms that have been empty for 30 s. */
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

  private receive(channel: string, text: string): void {
    const { keyPrefix, topics } = this.deps;
    if (channel === topicsChannel(keyPrefix)) topics.receive(readTopics(text));
    else if (channel === liveKeys.access(keyPrefix)) this.events.onAccessChanged(new Set(parseSubjects(text)));
    else this.receiveMessage(channel.slice(liveKeys.channel(keyPrefix, '' as Room).length) as Room, text);
  }

  private receiveMessage(name: Room, text: string): void {
    const received = parseMessage(text);
    const room = this.rooms.get(name);
    if (!received || !room) return;
    if (this.buffered) this.buffered.push({ room, received });
    else this.take(room, received);
  }

  private take(room: LiveRoom, received: ReceivedMessage): void {
    if (received.epoch !== this.epoch) this.beginEpoch(received.epoch);
    this.position = Math.max(this.position, received.at);
    if (room.name.startsWith('monitor:')) {
      this.reads(room, received);
      return;
    }
    const entry = this.encode(received, received.message.payload);
    if (entry) room.deliver(entry);
    else
      this.deps.log.warn(
        { event: 'live.payload_invalid', target: received.message.target },
        'Live message does not match its schema',
      );
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

  /** Adds the older messages of the stream to the history. */
  private load(room: LiveRoom): Promise<void> {
    room.loading ??= this.readOlder(room).finally(() => {
      room.loading = undefined;
    });
    return room.loading;
  }

  private async readOlder(room: LiveRoom): Promise<void> {
    const { epoch } = this;
    const stored = (await readStreams(this.deps, epoch, [room.name], 0, replayMax)).get(room.name) ?? [];
    const entries = await readEntries(this.deps, this.encode, stored);
    if (epoch !== this.epoch) return;
    // A stream with fewer messages was never trimmed. Messages after `settledAt` arrive by subscription.
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

  /** Subscribes to all closed rooms together. */
  private async openRooms(): Promise<void> {
    // Otherwise `resume` opens them.
    const closed = [...this.rooms.values()].filter((room) => !room.isOpen);
    if (!this.isConnected || closed.length === 0) return;
    try {
      const { generation } = this;
      await this.subscribe(closed.map((room) => liveKeys.channel(this.deps.keyPrefix, room.name)));
      const last = await this.catchUpWithClock(generation);
      for (const room of closed) room.open(last);
    } catch (error) {
      this.retryLater(error, () => this.scheduleOpen(retryMs));
    }
  }

  /** On every connect: subscribes, then replays the messages missed since the last connection. */
  private async resume(): Promise<void> {
    this.generation += 1;
    const { generation } = this;
    const buffered: NonNullable<LiveFeed['buffered']> = [];
    this.buffered = buffered;
    const rooms = [...this.rooms.values()];
    const open = rooms.filter((room) => room.isOpen);
    try {
      const channels = rooms.map((room) => liveKeys.channel(this.deps.keyPrefix, room.name));
      const { keyPrefix, topics } = this.deps;
      await this.subscribe([topicsChannel(keyPrefix), liveKeys.access(keyPrefix), ...channels]);
      void topics.poll();
      const clock = await readLiveClock(this.deps.redis, this.deps.keyPrefix);
      const isNewEpoch = clock.epoch !== this.epoch;
      const missed = await readGap(this.deps, open, isNewEpoch ? 0 : this.position, clock);
      await this.subscriber.ping();
      if (generation !== this.generation) return;

      const wasLong = this.isTooOld(this.position);
      for (const { room, received } of [...missed, ...buffered]) this.take(room, received);
      this.buffered = undefined;
      // Unless a received message has already begun this epoch or a later one.
      if (isNewEpoch && this.epoch !== clock.epoch && this.position <= clock.last) this.beginEpoch(clock.epoch);
      this.position = Math.max(this.position, clock.last);
      for (const room of rooms) room.open(this.position);
      const isCut = (room: LiveRoom) => wasLong || missed.filter((one) => one.room === room).length >= replayMax;
      const cut = open.filter(isCut);
      for (const room of cut) room.restart(this.position);
      for (const room of isNewEpoch ? open : cut) this.events.onLost(room);
      this.scheduleOpen(0);
    } catch (error) {
      if (generation === this.generation) {
        this.retryLater(error, () => setTimeout(() => void this.resume(), retryMs).unref());
      }
    }
  }

  /** Returns the position of all rooms, once everything up to it was received. Rejects when the connection changed. */
  private async catchUpWithClock(generation = this.generation): Promise<number> {
    const { epoch, last } = await readLiveClock(this.deps.redis, this.deps.keyPrefix);
    // The reply arrives after all messages published before it.
    await this.subscriber.ping();
    if (generation !== this.generation || this.buffered) throw new Error('The connection to Redis changed.');
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

  private retryLater(error: unknown, retry: () => void): void {
    if (this.stopped) return;
    this.deps.log.warn(
      { event: 'live.subscribe_failed', err: error },
      'Subscribing to live rooms failed, retrying in 0.5 s',
    );
    // After a disconnect, `ready` triggers `resume`.
    if (this.subscriber.status === 'ready') retry();
  }
}
