import type { ServerResponse } from 'node:http';
import type { RequestKind } from './shed.policy';

/** One request that is being answered. */
export interface UnderWay {
  readonly kind: RequestKind;
  /** On the clock that never goes back; null while the body of the request is still arriving. */
  since: number | null;
  readonly raw: ServerResponse;
  /** Where it is in the list; -1 when it is not. */
  place: number;
}

/**
 * The requests that are being answered, in no order. Not a Set: the tables of a Set that changes all the time point from
 * one to the next, and once one of them has become old, all that was in any of the later ones when they were replaced,
 * whole requests and replies, is kept until all of the memory is looked through. That took a sixth of the time.
 */
export class UnderWayList implements Iterable<UnderWay> {
  private readonly list: UnderWay[] = [];

  get size(): number {
    return this.list.length;
  }

  [Symbol.iterator](): Iterator<UnderWay> {
    return this.list[Symbol.iterator]();
  }

  add(kind: RequestKind, since: number | null, raw: ServerResponse): UnderWay {
    const one = { kind, since, raw, place: this.list.length };
    this.list.push(one);
    return one;
  }

  /** Whether it was there. */
  delete(one: UnderWay): boolean {
    if (one.place === -1) return false;
    const last = this.list.pop() as UnderWay;
    if (last !== one) {
      this.list[one.place] = last;
      last.place = one.place;
    }
    one.place = -1;
    return true;
  }

  /** Since when the oldest one is under way, of those that `counts`; undefined when there is none. */
  oldest(counts: (kind: RequestKind) => boolean = () => true): number | undefined {
    let oldest: number | undefined;
    for (const { kind, since } of this.list) {
      if (since !== null && counts(kind) && (oldest === undefined || since < oldest)) oldest = since;
    }
    return oldest;
  }
}
