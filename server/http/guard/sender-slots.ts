export interface SenderLimits {
  /** Connections per account, from all addresses. */
  account: number;
  /** Anonymous connections per address; accounts are not counted, because players on site share an address. */
  address: number;
  /** All anonymous connections; the rest is reserved for accounts. */
  anonymous: number;
}

export interface Sender {
  /** null for anonymous clients. */
  accountId: string | null;
  /** As `addressGroup` gives it. */
  address: string;
}

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
  refusalOf({ accountId, address }: Sender): 'full' | 'sender' | undefined {
    if (this.taken >= this.connectionsMax) return 'full';
    const { limits } = this;
    if (!limits) return undefined;
    if (accountId === null && this.anonymous >= limits.anonymous) return 'full';
    const own = this.bySender.get(accountId ?? address) ?? 0;
    return own >= (accountId === null ? limits.address : limits.account) ? 'sender' : undefined;
  }

  /** Takes a slot after `refusalOf`; returns an idempotent release. */
  take({ accountId, address }: Sender): () => void {
    const sender = accountId ?? address;
    const count = (step: 1 | -1) => {
      this.taken += step;
      if (accountId === null) this.anonymous += step;
      const own = (this.bySender.get(sender) ?? 0) + step;
      if (own === 0) this.bySender.delete(sender);
      else this.bySender.set(sender, own);
    };
    count(1);
    let isTaken = true;
    return () => {
      if (isTaken) count(-1);
      isTaken = false;
    };
  }
}
