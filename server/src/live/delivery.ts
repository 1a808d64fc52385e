// To write to thousands of sockets takes longer than a request may wait, so it is done in portions. A connection hears
// what its rooms say in one order, or its cursor would stand above something it was not sent: so everything goes through
// one line. All that waits when the line comes free goes together, each connection being written to once: what a frame
// costs is mostly its system call.

import type { LiveConnection } from './connection';

/** Some milliseconds of writing. */
const sendsPerTurn = 400;
/** Past this many nothing gets in between: what comes faster than it can be sent waits in Redis, which bounds it. */
const roundsMax = 2000;
/**
 * Where requests keep the process so busy that a passage takes far longer than its own work, the next one waits as long as
 * the requests had in between, up to this: more is gathered, and less of the processor goes to writing it.
 */
const pauseMsMax = 1000;
const pauseMsMin = 20;

/** A message that is the same for all who hear it. */
interface Frame {
  bytes: Buffer;
  /** Its position; whoever has been sent a later one already is not sent this. */
  at: number;
  /** Somebody may have left, or lost the right to it, between two portions. */
  isFor(connection: LiveConnection): boolean;
}

/** Something that several connections are sent. */
export interface Round {
  /** Asked for when it is their turn: who came since is told otherwise, who left hears nothing. */
  listeners(): Iterable<LiveConnection>;
  send(connection: LiveConnection): void;
  /** What `send` sends, where that is all it does: then it may leave in one piece with others. */
  frame?: Frame;
  /** When all have been sent it, and all that was added before. */
  sent?(): void;
}

export interface Delivery {
  add(round: Round): void;
  /** Resolves when all that was added before has been sent. */
  flushed(): Promise<void>;
  /** Messages that have not reached everybody yet. */
  readonly length: number;
}

/** Rounds that somebody hears one after the other; those who hear the same have the same one. */
class Chain {
  private readonly longer = new Map<Round, Chain>();
  private rounds: readonly Round[] | undefined;
  private frames: readonly Frame[] | undefined;
  private bytes: Buffer | undefined;

  constructor(
    private readonly before?: Chain,
    private readonly last?: Round,
  ) {}

  with(round: Round): Chain {
    const known = this.longer.get(round) ?? new Chain(this, round);
    this.longer.set(round, known);
    return known;
  }

  /** Gives how many times it wrote, at most. */
  send(connection: LiveConnection): number {
    this.rounds ??= this.list();
    this.frames ??= this.rounds.flatMap(({ frame }) => frame ?? []);
    const { rounds, frames } = this;
    const isOnePiece = frames.length === rounds.length && frames.length > 1;
    if (isOnePiece && frames.every(({ at, isFor }) => isFor(connection) && connection.lacks(at))) {
      this.bytes ??= Buffer.concat(frames.map(({ bytes }) => bytes));
      connection.send(this.bytes, frames.length);
      return 1;
    }
    for (const round of rounds) round.send(connection);
    return rounds.length;
  }

  private list(): Round[] {
    const rounds: Round[] = [];
    for (let one: Chain | undefined = this; one?.last; one = one.before) rounds.push(one.last);
    return rounds.reverse();
  }
}

/** Rounds that go together. */
interface Passage {
  rounds: readonly Round[];
  listeners: readonly [LiveConnection, Chain][];
  next: number;
  begunAt: number;
  workMs: number;
}

function gather(rounds: readonly Round[]): [LiveConnection, Chain][] {
  const nothing = new Chain();
  const chains = new Map<LiveConnection, Chain>();
  for (const round of rounds) {
    for (const connection of round.listeners()) {
      chains.set(connection, (chains.get(connection) ?? nothing).with(round));
    }
  }
  return [...chains];
}

export function createDelivery(now: () => number = () => performance.now()): Delivery {
  let waiting: Round[] = [];
  let passage: Passage | undefined;
  let working = false;
  let scheduled = false;
  let notBefore = Number.NEGATIVE_INFINITY;

  const length = () => waiting.length + (passage?.rounds.length ?? 0);
  const isCrowded = () => length() > roundsMax;

  /** Writes some of it; gives whether all have been written to. */
  function goOn(current: Passage): boolean {
    const since = now();
    for (let left = sendsPerTurn; current.next < current.listeners.length && (left > 0 || isCrowded()); ) {
      const [connection, chain] = current.listeners[current.next++] as [LiveConnection, Chain];
      left -= chain.send(connection);
    }
    current.workMs += now() - since;
    return current.next === current.listeners.length;
  }

  function end({ rounds, begunAt, workMs }: Passage): void {
    const others = now() - begunAt - workMs;
    if (others >= pauseMsMin) notBefore = now() + Math.min(pauseMsMax, others);
    for (const round of rounds) round.sent?.();
  }

  function work(): void {
    working = true;
    while (passage || waiting.length > 0) {
      if (!passage) {
        if (now() < notBefore && !isCrowded()) break;
        const rounds = waiting;
        waiting = [];
        passage = { rounds, listeners: gather(rounds), next: 0, begunAt: now(), workMs: 0 };
      }
      if (!goOn(passage)) break;
      const ended = passage;
      passage = undefined;
      end(ended);
    }
    working = false;
    schedule();
  }

  function schedule(): void {
    if (scheduled || (!passage && waiting.length === 0)) return;
    scheduled = true;
    const next = () => {
      scheduled = false;
      work();
    };
    const pauseMs = passage ? 0 : notBefore - now();
    if (pauseMs > 0) setTimeout(next, pauseMs);
    else setImmediate(next);
  }

  function add(round: Round): void {
    waiting.push(round);
    if (!working && (!scheduled || isCrowded())) work();
  }

  return {
    add,
    flushed: () => new Promise((sent) => add({ listeners: () => [], send: () => {}, sent })),
    get length() {
      return length();
    },
  };
}
