import type { Socket } from 'node:net';
import { proxyConnectionsMax, proxyLifetimeMs } from '@vexil/rules/proxy.rules';
import type { WebSocket } from 'ws';
import type { Deps } from '../deps';
import { listRunning, type ProxyTarget } from './proxy.queries';
import { type Relay, startRelay } from './relay';
import { createSlots, type Slots } from './slots';

/** Below the 30 s within which a container that is no longer wanted must be out of reach. */
const lookMs = 10_000;
const idsMax = 500;
const farewellMs = 1000;

/** All relays of this process, by container. */
export class Relays {
  readonly slots: Slots;
  isClosing = false;
  private readonly relays = new Map<string, Set<Relay>>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly deps: Deps) {
    this.slots = createSlots(deps, proxyConnectionsMax);
    this.timer = setInterval(() => void this.look(), lookMs);
    this.timer.unref();
  }

  /** Relays until either side ends; resolves then. */
  async run(target: ProxyTarget, client: WebSocket, container: Socket): Promise<void> {
    const relay = startRelay(client, container, proxyLifetimeMs);
    const known = this.relays.get(target.id) ?? new Set();
    this.relays.set(target.id, known.add(relay));
    // Between the look at the row and here the process may have begun to stop.
    if (this.isClosing) relay.drop();
    const totals = await relay.ended;
    known.delete(relay);
    if (known.size === 0) this.relays.delete(target.id);
    // Not the container's id: who knows it may connect.
    const { challengeId, participationId } = target;
    this.deps.log.debug({ challengeId, participationId, ...totals }, 'A relayed connection ended');
  }

  /** The open relays of a container. */
  of(containerId: string): readonly Relay[] {
    return [...(this.relays.get(containerId) ?? [])];
  }

  /**
   * Ends the relays of containers that are not to run any more, whatever the engine does, and keeps the slots of the
   * others.
   */
  async look(): Promise<void> {
    try {
      const ids = [...this.relays.keys()];
      for (let from = 0; from < ids.length; from += idsMax) await this.endLost(ids.slice(from, from + idsMax));
    } catch (error) {
      this.deps.log.warn({ err: error }, 'Relays could not be compared with the containers that run');
    }
    await this.slots.renew();
  }

  private async endLost(ids: string[]): Promise<void> {
    const running = await listRunning(this.deps.db, ids);
    for (const id of ids) {
      if (running.has(id)) continue;
      for (const relay of this.of(id)) relay.end(1000, 'The instance has ended.');
    }
  }

  /** Asks every client to connect again, to another process or to the next one, and waits a moment for them. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    const leaving = [...this.relays.keys()].flatMap((id) => this.of(id));
    for (const relay of leaving) relay.end(1001, 'The server stops.');
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, farewellMs);
    });
    await Promise.race([Promise.all(leaving.map(({ ended }) => ended)), enough]);
    clearTimeout(timer);
    for (const relay of leaving) relay.drop();
  }
}
