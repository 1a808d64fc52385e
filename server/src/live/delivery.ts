// Writing to thousands of sockets blocks the event loop, so it runs in portions. All rooms share one queue: a connection
// must receive messages in order, or its cursor would cover messages it was not sent. Queued broadcasts are batched into
// one write per connection, because the cost of a frame is mostly its system call.

import type { LiveConnection } from './connection';

/** A few milliseconds of writing. */
const sendsPerTurn = 400;
/** Backpressure: above this length the queue is written without yielding, and further messages wait in Redis. */
const queueMax = 2000;
/**
 * Upper bound of the pause between batches. When requests keep the process busy, the pause equals the time they took, so
 * that larger batches cost less CPU.
 */
const pauseMsMax = 1000;
const pauseMsMin = 20;

/** Bytes that are the same for all recipients. */
interface Frame {
  bytes: Buffer;
  /** Its position; connections that were sent a later one skip it. */
  at: number;
  /** A connection may leave the room or lose access between two portions. */
  isFor(connection: LiveConnection): boolean;
}

export interface Broadcast {
  /** Evaluated when the batch begins: later connections get the message by replay. */
  listeners(): Iterable<LiveConnection>;
  send(connection: LiveConnection): void;
  /** Set when `send` sends only these bytes: they can be concatenated with other frames. */
  frame?: Frame;
  /** Called when this and all earlier broadcasts were sent. */
  sent?(): void;
}

export interface Delivery {
  add(broadcast: Broadcast): void;
  /** Resolves when all earlier broadcasts were sent. */
  flushed(): Promise<void>;
  /** Broadcasts that are not completely sent. */
  readonly length: number;
}

/** A sequence of broadcasts; connections with the same sequence share it and its concatenated bytes. */
class Chain {
  private readonly longer = new Map<Broadcast, Chain>();
  private broadcasts: readonly Broadcast[] | undefined;
  private frames: readonly Frame[] | undefined;
  private bytes: Buffer | undefined;

  constructor(
    private readonly before?: Chain,
    private readonly last?: Broadcast,
  ) {}

  with(broadcast: Broadcast): Chain {
    const known = this.longer.get(broadcast) ?? new Chain(this, broadcast);
    this.longer.set(broadcast, known);
    return known;
  }

  /** Returns the maximum number of writes. */
  send(connection: LiveConnection): number {
    this.broadcasts ??= this.list();
    this.frames ??= this.broadcasts.flatMap(({ frame }) => frame ?? []);
    const { broadcasts, frames } = this;
    const isOnePiece = frames.length === broadcasts.length && frames.length > 1;
    if (isOnePiece && frames.every(({ at, isFor }) => isFor(connection) && connection.lacks(at))) {
      this.bytes ??= Buffer.concat(frames.map(({ bytes }) => bytes));
      connection.send(this.bytes, frames.length);
      return 1;
    }
    for (const broadcast of broadcasts) broadcast.send(connection);
    return broadcasts.length;
  }

  private list(): Broadcast[] {
    const broadcasts: Broadcast[] = [];
    for (let one: Chain | undefined = this; one?.last; one = one.before) broadcasts.push(one.last);
    return broadcasts.reverse();
  }
}

interface Batch {
  broadcasts: readonly Broadcast[];
  listeners: readonly [LiveConnection, Chain][];
  next: number;
  begunAt: number;
  workMs: number;
}

function gather(broadcasts: readonly Broadcast[]): [LiveConnection, Chain][] {
  const nothing = new Chain();
  const chains = new Map<LiveConnection, Chain>();
  for (const broadcast of broadcasts) {
    for (const connection of broadcast.listeners()) {
      chains.set(connection, (chains.get(connection) ?? nothing).with(broadcast));
    }
  }
  return [...chains];
}

export function createDelivery(now: () => number = () => performance.now()): Delivery {
  let queue: Broadcast[] = [];
  let batch: Batch | undefined;
  let working = false;
  let scheduled = false;
  let notBefore = Number.NEGATIVE_INFINITY;

  const length = () => queue.length + (batch?.broadcasts.length ?? 0);
  const isOverloaded = () => length() > queueMax;

  /** Writes one portion; returns whether the batch is complete. */
  function writePortion(current: Batch): boolean {
    const since = now();
    for (let left = sendsPerTurn; current.next < current.listeners.length && (left > 0 || isOverloaded()); ) {
      const [connection, chain] = current.listeners[current.next++] as [LiveConnection, Chain];
      left -= chain.send(connection);
    }
    current.workMs += now() - since;
    return current.next === current.listeners.length;
  }

  function finish({ broadcasts, begunAt, workMs }: Batch): void {
    const others = now() - begunAt - workMs;
    if (others >= pauseMsMin) notBefore = now() + Math.min(pauseMsMax, others);
    for (const broadcast of broadcasts) broadcast.sent?.();
  }

  function work(): void {
    working = true;
    while (batch || queue.length > 0) {
      if (!batch) {
        if (now() < notBefore && !isOverloaded()) break;
        const broadcasts = queue;
        queue = [];
        batch = { broadcasts, listeners: gather(broadcasts), next: 0, begunAt: now(), workMs: 0 };
      }
      if (!writePortion(batch)) break;
      const ended = batch;
      batch = undefined;
      finish(ended);
    }
    working = false;
    schedule();
  }

  function schedule(): void {
    if (scheduled || (!batch && queue.length === 0)) return;
    scheduled = true;
    const next = () => {
      scheduled = false;
      work();
    };
    const pauseMs = batch ? 0 : notBefore - now();
    if (pauseMs > 0) setTimeout(next, pauseMs);
    else setImmediate(next);
  }

  function add(broadcast: Broadcast): void {
    queue.push(broadcast);
    if (!working && (!scheduled || isOverloaded())) work();
  }

  return {
    add,
    flushed: () => new Promise((sent) => add({ listeners: () => [], send: () => {}, sent })),
    get length() {
      return length();
    },
  };
}
