import type { ServerResponse } from 'node:http';
import type { RequestKind } from './shed.policy';

export interface InFlightRequest {
  readonly kind: RequestKind;
  /** Milliseconds of the monotonic clock; null while the body of the request is still arriving. */
  since: number | null;
  readonly raw: ServerResponse;
  /** Its index in the list; -1 when it is not there. */
  index: number;
}

/**
 * Not a Set: its hash tables refer to one another, and one that is promoted to the old generation keeps whole requests
 * alive until a major collection. That took a sixth of the processor time.
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

  oldest(counts: (kind: RequestKind) => boolean = () => true): number | undefined {
    let oldest: number | undefined;
    for (const { kind, since } of this.list) {
      if (since !== null && counts(kind) && (oldest === undefined || since < oldest)) oldest = since;
    }
    return oldest;
  }
}
