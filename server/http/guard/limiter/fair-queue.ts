// A bound on concurrent work, with a queue in fair order instead of refusals: self-clocked fair queueing (Golestani,
// 1994). Every client has a clock of its own, which each of its works advances by their cost; the work that is first by
// these clocks is next. A client that sends much waits behind itself, and one that sends little behind no one else.

import { DomainError, retryIn } from '@vexil/contract/errors';
import { retrySecondsMax } from '../limits';

export interface FairQueueLimits {
  runningMax: number;
  /** Work that would wait longer, by its rank and the works that ended per second, is refused. */
  waitMsMax: number;
}

export interface QueueClient {
  readonly client: string;
  /** For the log. */
  readonly name?: string | undefined;
  /** How many people the client stands for. */
  readonly people: number;
  /** Waits as long as it takes. */
  readonly mustRun?: boolean;
}

/**
 * Of works that all have one cost, where most clients are addresses: with a cost of 1 the first work of an address would wait
 * for fifty of each other one.
 */
export const shareOf = ({ client, name, mustRun, people }: QueueClient) => ({
  client,
  name,
  mustRun: mustRun ?? false,
  people: 1,
  cost: 1 / people,
});

/** The queue writes the members that are not read-only. */
export interface Work extends QueueClient {
  /** How many works of cost 1 another client may have served before this one. */
  readonly cost: number;
  order: number;
  since: number;
  state: 'new' | 'waiting' | 'running' | 'ended';
  begin(): void;
  refuse(retryAfterSeconds: number): void;
}

export interface FairQueueOptions {
  limits: FairQueueLimits;
  /** Works that end per second, before any was measured. */
  perSecond: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  random?: () => number;
}

const tickMs = 250;
/** While thousands of requests arrive at once, none ends, which says nothing of how many can; after this it does. */
const silenceMsMax = 1000;

export class FairQueue {
  readonly limits: FairQueueLimits;
  running = 0;
  /** Since the start. */
  refused = 0;
  onRefused: (name: string) => void = () => undefined;
  /** In descending order: the next work is the last. */
  private readonly waitingWorks: Work[] = [];
  private readonly clocks = new Map<string, number>();
  private clock = 0;
  private perSecond: number;
  private ended = 0;
  private measuredAt: number;
  private readonly now: () => number;
  private readonly random: () => number;
  private readonly timer: NodeJS.Timeout;

  constructor({ limits, perSecond, now = () => performance.now(), random = Math.random }: FairQueueOptions) {
    this.limits = limits;
    this.perSecond = perSecond;
    this.now = now;
    this.random = random;
    this.measuredAt = now();
    this.timer = setInterval(() => this.tick(), tickMs);
    this.timer.unref();
  }

  get waiting(): number {
    return this.waitingWorks.length;
  }

  get hasSlot(): boolean {
    return this.waiting === 0 && this.running < this.limits.runningMax;
  }

  /** How long the work that has waited longest has. */
  get oldestWaitMs(): number {
    return this.waitingWorks.reduce((longest, { since }) => Math.max(longest, this.now() - since), 0);
  }

  /** Begins the work now or in its turn, or refuses it. */
  enter(work: Work): void {
    work.since = this.now();
    if (this.hasSlot) {
      this.begin(work);
      return;
    }
    const start = this.startOf(work);
    work.order = start + work.cost;
    const index = this.indexOf(work.order);
    const waitMs = this.waitMsAt(index);
    if (waitMs > this.limits.waitMsMax && !work.mustRun) {
      this.refuse(work, waitMs);
      return;
    }
    this.clocks.set(work.client, start + work.cost / work.people);
    work.state = 'waiting';
    this.waitingWorks.splice(index, 0, work);
  }

  /** When to retry, if the work would be refused now. */
  refusalSeconds(work: Pick<Work, 'client' | 'name' | 'cost'>): number | undefined {
    if (this.hasSlot) return undefined;
    const waitMs = this.waitMsAt(this.indexOf(this.startOf(work) + work.cost));
    if (waitMs <= this.limits.waitMsMax) return undefined;
    this.noteRefused(work);
    return this.retrySeconds(waitMs);
  }

  /** The work has ended, or its client has left. */
  leave(work: Work): void {
    if (work.state === 'waiting') this.waitingWorks.splice(this.waitingWorks.indexOf(work), 1);
    const wasRunning = work.state === 'running';
    work.state = 'ended';
    if (!wasRunning) return;
    this.running -= 1;
    this.ended += 1;
    while (this.running < this.limits.runningMax) {
      const next = this.waitingWorks.pop();
      if (!next) break;
      this.clock = Math.max(this.clock, next.order);
      this.begin(next);
    }
  }

  async run<T>(client: QueueClient, work: () => Promise<T>): Promise<T> {
    const entered = await new Promise<Work>((resolve, reject) => {
      const entry: Work = {
        ...shareOf(client),
        order: 0,
        since: 0,
        state: 'new',
        begin: () => resolve(entry),
        refuse: (seconds) => reject(new DomainError('request.busy', retryIn(seconds))),
      };
      this.enter(entry);
    });
    try {
      return await work();
    } finally {
      this.leave(entered);
    }
  }

  tick(): void {
    this.measure();
    for (const [client, clock] of this.clocks)
      if (clock <= this.clock || this.waiting === 0) this.clocks.delete(client);
    // The work before it has become slower since it was admitted.
    const isLate = ({ since, mustRun }: Work) => !mustRun && this.now() - since > 2 * this.limits.waitMsMax;
    for (const work of this.waitingWorks.filter(isLate)) {
      this.leave(work);
      this.refuse(work, this.waitMsAt(0));
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private measure(): void {
    const ms = this.now() - this.measuredAt;
    if (this.waiting > 0 && this.ended === 0 && ms < silenceMsMax) return;
    // What ends while nothing waits says how much is asked for, not how much can be done.
    if (this.waiting > 0 && ms > 0) this.perSecond += ((this.ended * 1000) / ms - this.perSecond) / 4;
    this.measuredAt = this.now();
    this.ended = 0;
  }

  private startOf({ client }: Pick<Work, 'client'>): number {
    return Math.max(this.clock, this.clocks.get(client) ?? 0);
  }

  /** After all of the same order. */
  private indexOf(order: number): number {
    let low = 0;
    let high = this.waitingWorks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.waitingWorks[middle] as Work).order > order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Little's law: the works before it, over those that end per second. */
  private waitMsAt(index: number): number {
    return ((this.waiting - index + 1) * 1000) / Math.max(0.1, this.perSecond);
  }

  /** With jitter, so that clients refused together do not retry together; not before those that wait now have begun. */
  private retrySeconds(waitMs: number): number {
    return Math.min(retrySecondsMax, Math.ceil((waitMs / 1000) * (1 + this.random()) + this.random()));
  }

  private begin(work: Work): void {
    this.running += 1;
    work.state = 'running';
    work.begin();
  }

  private noteRefused({ client, name = client }: Pick<Work, 'client' | 'name'>): void {
    this.refused += 1;
    this.onRefused(name);
  }

  private refuse(work: Work, waitMs: number): void {
    this.noteRefused(work);
    work.state = 'ended';
    work.refuse(this.retrySeconds(waitMs));
  }
}
