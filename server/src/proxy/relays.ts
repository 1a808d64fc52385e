import type { Socket } from 'node:net';
import type { Deps } from '@vexil/http/deps';
import { relayBufferedBytesMax } from '@vexil/http/guard/limits';
import { proxyIdleMs, proxyLifetimeMs } from '@vexil/rules/proxy.rules';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import { spreadMs } from '../live/close-connections';
import { RelayAdmission } from './admission';
import { listRunning } from './proxy.queries';
import type { Relay, RelayOptions, RelayTotals } from './relay';
import { createRelayStats } from './relay-stats';
import { openRelayTap } from './tap';
import type { ProxyTarget } from './target';

/** Relays of a stopped container must end within 30 s. */
const checkIntervalMs = 10_000;
const idsMax = 500;
const closeTimeoutMs = 1000;
const memoryCheckMs = 1000;
const drainMsMax = 10_000;

const heldBytes = (relay: Relay): number => {
  const { forClient, forContainer, incomplete } = relay.buffered();
  return forClient + forContainer + incomplete;
};

export class Relays {
  /** Called with each connection that is relayed. */
  onOpen: (target: ProxyTarget, peer: RelayPeer) => void = () => {};
  readonly stats = createRelayStats();
  readonly admission: RelayAdmission;
  private readonly relays = new Map<string, Set<Relay>>();
  private readonly timers: NodeJS.Timeout[];
  private isClosing = false;

  constructor(
    private readonly deps: Deps,
    private readonly bufferedBytesMax = relayBufferedBytesMax,
  ) {
    this.admission = new RelayAdmission(deps, this.stats);
    this.timers = [
      setInterval(() => void this.check(), checkIntervalMs),
      setInterval(() => this.limitMemory(), memoryCheckMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** Resolves when both sides have closed. `start` makes the relay. */
  async run(
    { target, container, peer }: { target: ProxyTarget; container: Socket; peer: RelayPeer },
    start: (options: RelayOptions) => Relay,
  ): Promise<void> {
    const { challengeId, participationId } = target;
    this.onOpen(target, peer);
    const tap = openRelayTap(this.deps.openTap, { target, container, peer }, (err) =>
      this.deps.log.warn({ event: 'proxy.tap_failed', err, challengeId }, 'Recording a connection failed'),
    );
    const relay = start({ lifetimeMs: proxyLifetimeMs, idleMs: proxyIdleMs, tap });
    const known = this.relays.get(target.id) ?? new Set();
    this.relays.set(target.id, known.add(relay));
    // The process may have started to close while the target was opened.
    if (this.isClosing) relay.destroy();
    const endedBy = await relay.ended;
    const { totals } = relay;
    known.delete(relay);
    if (known.size === 0) this.relays.delete(target.id);
    this.stats.toContainerBytes += totals.toContainerBytes;
    this.stats.toClientBytes += totals.toClientBytes;
    this.stats.ended[endedBy] += 1;
    // Without the container's id, which allows to connect.
    this.deps.log.debug(
      { event: 'proxy.relay_ended', challengeId, participationId, endedBy, ...totals },
      'Relay ended',
    );
  }

  of(containerId: string): readonly Relay[] {
    return [...(this.relays.get(containerId) ?? [])];
  }

  all(): Relay[] {
    return [...this.relays.values()].flatMap((relays) => [...relays]);
  }

  /** Since the start of the process. */
  countBytes(): RelayTotals {
    const sum = (pick: (totals: RelayTotals) => number) =>
      this.all().reduce((total, { totals }) => total + pick(totals), pick(this.stats));
    return {
      toContainerBytes: sum(({ toContainerBytes }) => toContainerBytes),
      toClientBytes: sum(({ toClientBytes }) => toClientBytes),
    };
  }

  bufferedBytes(): number {
    return this.all().reduce((sum, relay) => sum + heldBytes(relay), 0);
  }

  async check(): Promise<void> {
    try {
      const ids = [...this.relays.keys()];
      for (let from = 0; from < ids.length; from += idsMax) await this.endStale(ids.slice(from, from + idsMax));
    } catch (error) {
      const seconds = checkIntervalMs / 1000;
      this.deps.log.warn(
        { event: 'proxy.check_failed', err: error },
        `Checking relays failed, retrying in ${seconds} s`,
      );
    }
    await this.admission.slots.renew();
  }

  /** Each relay holds little by its own limits; thousands of clients that do not read could still hold too much. */
  limitMemory(): void {
    const held = this.all().map((relay) => ({ relay, bytes: heldBytes(relay) }));
    let bytes = held.reduce((sum, one) => sum + one.bytes, 0);
    if (bytes <= this.bufferedBytesMax) return;
    held.sort((one, other) => other.bytes - one.bytes);
    let count = 0;
    for (const one of held) {
      if (bytes <= this.bufferedBytesMax) break;
      bytes -= one.bytes;
      count += 1;
      one.relay.end('memory');
      one.relay.destroy();
    }
    this.deps.log.warn(
      { event: 'proxy.memory_limited', count },
      `${count} relays were ended: relays held too many bytes`,
    );
  }

  private async endStale(ids: string[]): Promise<void> {
    const running = await listRunning(this.deps.db, ids);
    for (const id of ids) {
      if (running.has(id)) continue;
      for (const relay of this.of(id)) relay.end('stopped');
    }
  }

  /** Refuses new relays and ends the others at random times, so that their clients do not connect elsewhere at once. */
  drain(): void {
    this.admission.isStopping = true;
    const relays = this.all();
    const withinMs = Math.min(drainMsMax, spreadMs(relays.length));
    for (const relay of relays) {
      const timers = [setTimeout(() => relay.end('restart'), this.deps.random.integer(withinMs))];
      // A client that does not answer the close must not hold up the end of the process.
      timers.push(setTimeout(() => relay.destroy(), withinMs + closeTimeoutMs));
      void relay.ended.then(() => timers.forEach(clearTimeout));
    }
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.admission.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    const closing = this.all();
    for (const relay of closing) relay.end('shutdown');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, closeTimeoutMs);
    });
    await Promise.race([Promise.all(closing.map(({ ended }) => ended)), timeout]);
    clearTimeout(timer);
    for (const relay of closing) relay.destroy();
  }
}
