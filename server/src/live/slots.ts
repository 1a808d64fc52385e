/** What a single sender may take of the connections of a process. */
export interface SenderLimits {
  /** Connections of one account, from anywhere. */
  account: number;
  /** Connections of one address that are not signed in: players in a hall share theirs, so theirs do not count here. */
  address: number;
  /** All connections that are not signed in; the rest is kept for people who are. */
  anonymous: number;
}

export interface Sender {
  /** null for a client that is not signed in. */
  accountId: string | null;
  /** As `addressGroup` gives it. */
  address: string;
}

/**
 * Connections that are open or being opened. A slot is taken before anything is awaited, so that no burst gets more than
 * there are.
 */
export class LiveSlots {
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

  /** Why a sender gets no slot now: all are taken, or all that such a sender may have; undefined when there is one. */
  refusalOf({ accountId, address }: Sender): 'full' | 'sender' | undefined {
    if (this.taken >= this.connectionsMax) return 'full';
    const { limits } = this;
    if (!limits) return undefined;
    if (accountId === null && this.anonymous >= limits.anonymous) return 'full';
    const own = this.bySender.get(accountId ?? address) ?? 0;
    return own >= (accountId === null ? limits.address : limits.account) ? 'sender' : undefined;
  }

  /** Takes a slot, which `refusalOf` has not refused; gives what releases it, once however often it is called. */
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
