import { setTimeout as delay } from 'node:timers/promises';
import { cookieOf, type PlayerSessions } from './request';
import { type HubSocket, openHubSocket } from './socket';

export interface HubClientsPlan {
  ports: number[];
  gameId: number;
  sessions: PlayerSessions;
  sockets: number;
}

export interface HubClientsReport {
  open: number;
  /** From the marked time to the first delta of each socket after it. */
  latency: number[];
  frames: number;
  /** Sockets that received another number of deltas than the first one. */
  uneven: number;
  bytes: number;
  cores: number;
}

const openAtOnce = 50;

/** Frames are counted and hardly parsed, so that the generator stays cheap. */
export class HubClients {
  private readonly sockets: HubSocket[] = [];
  private received: Uint32Array = new Uint32Array(0);
  private waiting: Uint8Array = new Uint8Array(0);
  private since = 0;
  private latency: number[] = [];
  private frames = 0;
  private bytesBefore = 0;
  private cpu = process.cpuUsage();
  private begin = performance.now();

  async open({ ports, gameId, sessions, sockets }: HubClientsPlan): Promise<number> {
    this.received = new Uint32Array(sockets);
    this.waiting = new Uint8Array(sockets);
    for (let from = 0; from < sockets; from += openAtOnce) {
      const group = Array.from({ length: Math.min(openAtOnce, sockets - from) }, (_, index) => from + index);
      const opened = await Promise.all(
        group.map((player) =>
          openHubSocket(
            {
              port: ports[player % ports.length] ?? 0,
              gameId,
              cookie: cookieOf(sessions.sessionKey, player % sessions.count),
            },
            {
              onMessage: (target, _record, at) => {
                if (target === 'ScoreboardChanged') this.count(player, at);
              },
            },
          ),
        ),
      );
      this.sockets.push(...opened);
    }
    return this.sockets.length;
  }

  watch(): void {
    this.latency = [];
    this.received.fill(0);
    this.frames = 0;
    this.bytesBefore = this.bytes();
    this.cpu = process.cpuUsage();
    this.begin = performance.now();
  }

  /** Counts the next delta of each socket from this moment of the shared clock. */
  mark(at: number): void {
    this.since = at;
    this.waiting.fill(1);
  }

  /** Returns how many sockets received no delta before the timeout. */
  async awaitDeltas(timeoutMs: number): Promise<number> {
    const waiting = () => this.waiting.reduce((sum, one) => sum + one, 0);
    for (const until = performance.now() + timeoutMs; performance.now() < until && waiting() > 0; ) await delay(10);
    return waiting();
  }

  report(): HubClientsReport {
    const { user, system } = process.cpuUsage(this.cpu);
    const [first = 0] = this.received;
    return {
      open: this.sockets.filter((socket) => socket.isOpen()).length,
      latency: this.latency,
      frames: this.frames,
      uneven: this.received.filter((count) => count !== first).length,
      bytes: this.bytes() - this.bytesBefore,
      cores: (user + system) / 1000 / (performance.now() - this.begin),
    };
  }

  close(): void {
    for (const socket of this.sockets.splice(0)) socket.close();
  }

  private count(player: number, at: number): void {
    this.frames += 1;
    this.received[player] = (this.received[player] ?? 0) + 1;
    if (this.waiting[player] !== 1) return;
    this.waiting[player] = 0;
    this.latency.push(at - this.since);
  }

  private bytes(): number {
    return this.sockets.reduce((sum, socket) => sum + socket.bytes(), 0);
  }
}
