import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { type SenderLimits, SenderSlots } from '@vexil/http/guard/sender-slots';
import { connectionsMaxOf, proxyConnectionsMax } from '@vexil/rules/proxy.rules';
import { addressGroup } from '@vexil/runtime/address.rules';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import type { RelayStats } from './relay-stats';
import { createSlots, type Slots } from './slots';
import type { ProxyTarget } from './target';

/** Of organisers, who try their challenges; players are limited per instance. */
const accountMax = 64;
const retryAfterSecondsMax = 10;

export interface Admission {
  /** May be called again without effect. */
  release(): Promise<void>;
}

/** Limits derived from `RELAY_CONNECTIONS_MAX`: an address has a tenth, because players on site share one. */
const senderLimits = (connectionsMax: number): SenderLimits => ({
  account: accountMax,
  address: Math.max(proxyConnectionsMax, Math.ceil(connectionsMax / 10)),
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
    const sender = { accountId: peer.accountId, address: addressGroup(peer.address) };
    const reason = this.isStopping ? 'stopping' : this.own.refusalOf(sender);
    if (reason !== undefined) {
      this.stats.refused[reason] += 1;
      const seconds = 1 + this.deps.random.integer(retryAfterSecondsMax);
      if (reason === 'sender')
        throw new DomainError('request.tooMany', { params: { seconds }, retryAfterSeconds: seconds });
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
