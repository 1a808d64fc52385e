import type { Sender } from './sender';

export interface SenderLimits {
  /** Connections per account, from all addresses. */
  account: number;
  /** Anonymous connections per address; accounts are not counted, because players on site share an address. */
  address: number;
  /** All anonymous connections; the rest is reserved for accounts. */
  anonymous: number;
}

type Counted = Pick<Sender, 'kind' | 'id'>;

/** Counts open and opening connections. A slot is taken before anything is awaited, so that bursts cannot exceed it. */
export class SenderSlots {
  private readonly bySender = new Map<string, number>();
  private anonymous = 0;
  private taken = 0;

  constructor(
    private readonly connectionsMax: number,
    private readonly limits?: SenderLimits | undefined,
  ) {}

  get size(): number {
    return this.taken;
  }

  /** `full`: no slot is free; `sender`: the sender has reached its own limit; undefined when a slot is available. */
  refusalOf({ kind, id }: Counted): 'full' | 'sender' | undefined {
    if (this.taken >= this.connectionsMax) return 'full';
    const { limits } = this;
    if (!limits) return undefined;
    if (kind === 'address' && this.anonymous >= limits.anonymous) return 'full';
    return (this.bySender.get(id) ?? 0) >= limits[kind === 'token' ? 'account' : kind] ? 'sender' : undefined;
  }

  /** Takes a slot after `refusalOf`; returns an idempotent release. */
  take({ kind, id }: Counted): () => void {
    const count = (step: 1 | -1) => {
      this.taken += step;
      if (kind === 'address') this.anonymous += step;
      const own = (this.bySender.get(id) ?? 0) + step;
      if (own === 0) this.bySender.delete(id);
      else this.bySender.set(id, own);
    };
    count(1);
    let isTaken = true;
    return () => {
      if (isTaken) count(-1);
      isTaken = false;
    };
  }
}
