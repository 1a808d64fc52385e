import type { Socket } from 'node:net';
import { proxyConnectionsMax, proxyLifetimeMs } from '@vexil/rules/proxy.rules';
import type { WebSocket } from 'ws';
import type { Deps } from '../deps';
import { listRunning, type ProxyTarget } from './proxy.queries';
import { type Relay, startRelay } from './relay';
import { createSlots, type Slots } from './slots';

/** Relays of a stopped container must end within 30 s. */
const checkIntervalMs = 10_000;
const idsMax = 500;
const closeTimeoutMs = 1000;

export class Relays {
  readonly slots: Slots;
  isClosing = false;
  private readonly relays = new Map<string, Set<Relay>>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly deps: Deps) {
    this.slots = createSlots(deps, proxyConnectionsMax);
    this.timer = setInterval(() => void this.check(), checkIntervalMs);
    this.timer.unref();
  }

  async run(target: ProxyTarget, client: WebSocket, container: Socket): Promise<void> {
    const relay = startRelay(client, container, proxyLifetimeMs);
    const known = this.relays.get(target.id) ?? new Set();
    this.relays.set(target.id, known.add(relay));
    // The process may have started to close while the target was opened.
    if (this.isClosing) relay.destroy();
    const totals = await relay.ended;
    known.delete(relay);
    if (known.size === 0) this.relays.delete(target.id);
    // Without the container's id, which allows to connect.
    const { challengeId, participationId } = target;
    this.deps.log.debug({ event: 'proxy.relay_ended', challengeId, participationId, ...totals }, 'Relay ended');
  }

  of(containerId: string): readonly Relay[] {
    return [...(this.relays.get(containerId) ?? [])];
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
    await this.slots.renew();
  }

  private async endStale(ids: string[]): Promise<void> {
    const running = await listRunning(this.deps.db, ids);
    for (const id of ids) {
      if (running.has(id)) continue;
      for (const relay of this.of(id)) relay.end(1000, 'The instance has ended.');
    }
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    const closing = [...this.relays.keys()].flatMap((id) => this.of(id));
    for (const relay of closing) relay.end(1001, 'The server is shutting down.');
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, closeTimeoutMs);
    });
    await Promise.race([Promise.all(closing.map(({ ended }) => ended)), timeout]);
    clearTimeout(timer);
    for (const relay of closing) relay.destroy();
  }
}
