import { DomainError, retryIn } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { relayAccountMax, relayPartOfAddress, relayRetrySecondsMax } from '@vexil/http/guard/limits';
import { senderOf } from '@vexil/http/guard/sender';
import { type SenderLimits, SenderSlots } from '@vexil/http/guard/sender-slots';
import { connectionsMaxOf, proxyConnectionsMax } from '@vexil/rules/proxy.rules';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import type { RelayStats } from './relay-stats';
import { createSlots, type Slots } from './slots';
import type { ProxyTarget } from './target';

export interface Admission {
  /** May be called again without effect. */
  release(): Promise<void>;
}

/** Limits derived from `RELAY_CONNECTIONS_MAX`: an address has a tenth, because players on site share one. */
const senderLimits = (connectionsMax: number): SenderLimits => ({
  account: relayAccountMax,
  address: Math.max(proxyConnectionsMax, Math.ceil(connectionsMax * relayPartOfAddress)),
  anonymous: connectionsMax,
});

/** Limits of relays per server, per sender, and per container over all servers. */
export class RelayAdmission {
  readonly slots: Slots;
  isStopping = false;
  private readonly own: SenderSlots;

  constructor(
    private readonly deps: Deps,
    private readonly stats: RelayStats,
  ) {
    const { relayConnectionsMax, rateLimit } = deps.config;
    this.slots = createSlots(deps);
    this.own = new SenderSlots(relayConnectionsMax, rateLimit ? senderLimits(relayConnectionsMax) : undefined);
  }

  get size(): number {
    return this.own.size;
  }

  /** Throws `request.unavailable`, `request.tooMany` or, where `isCounted`, `proxy.full`. */
  async admit(target: ProxyTarget, peer: RelayPeer, isCounted: boolean): Promise<Admission> {
    const { accountId, address } = peer;
    const sender =
      accountId === null ? senderOf({ actor: null, ip: address }) : ({ kind: 'account', id: accountId } as const);
    const reason = this.isStopping ? 'stopping' : this.own.refusalOf(sender);
    if (reason !== undefined) {
      this.stats.refused[reason] += 1;
      const seconds = 1 + this.deps.random.integer(relayRetrySecondsMax);
      if (reason === 'sender') throw new DomainError('request.tooMany', retryIn(seconds));
      throw new DomainError('request.unavailable', { retryAfterSeconds: seconds });
    }
    const releaseOwn = this.own.take(sender);
    const limit = connectionsMaxOf(target.kind);
    const slot = isCounted ? await this.slots.take(target.id, limit) : null;
    if (isCounted && !slot) {
      releaseOwn();
      this.stats.refused.instance += 1;
      throw new DomainError('proxy.full', { params: { limit } });
    }
    return {
      async release() {
        releaseOwn();
        await slot?.release();
      },
    };
  }
}
