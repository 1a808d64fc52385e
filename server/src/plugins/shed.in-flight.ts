import type { ServerResponse } from 'node:http';
import type { RequestKind } from './shed.policy';

/** A request that is being answered. */
export interface InFlightRequest {
  readonly kind: RequestKind;
  /** Milliseconds of the monotonic clock; null while the body of the request is still arriving. */
  since: number | null;
  readonly raw: ServerResponse;
  /** Its index in the list; -1 when it is not there. */
  index: number;
}

/**
 * The requests that are being answered, in no order. Not a Set: the hash tables of a Set that changes all the time refer
 * to one another, and once one is promoted to the old generation it keeps whole requests and replies alive until a major
 * collection. That took a sixth of the processor time.
 */
export class InFlightList implements Iterable<InFlightRequest> {
  private readonly list: InFlightRequest[] = [];

  get size(): number {
    return this.list.length;
  }

  [Symbol.iterator](): Iterator<InFlightRequest> {
    return this.list[Symbol.iterator]();
  }

  add(kind: RequestKind, since: number | null, raw: ServerResponse): InFlightRequest {
    const request = { kind, since, raw, index: this.list.length };
    this.list.push(request);
    return request;
  }

  /** Whether it was there. */
  delete(request: InFlightRequest): boolean {
    if (request.index === -1) return false;
    const last = this.list.pop() as InFlightRequest;
    if (last !== request) {
      this.list[request.index] = last;
      last.index = request.index;
    }
    request.index = -1;
    return true;
  }

  /** Since when the oldest one of those that `counts` is in flight; undefined when there is none. */
  oldest(counts: (kind: RequestKind) => boolean = () => true): number | undefined {
    let oldest: number | undefined;
    for (const { kind, since } of this.list) {
      if (since !== null && counts(kind) && (oldest === undefined || since < oldest)) oldest = since;
    }
    return oldest;
  }
}
