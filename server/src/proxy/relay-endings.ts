import type { RelayEnd } from '../capture-recorder/relay-tap';

/** Why the server ends a relay. */
export type RelayEnding = Exclude<RelayEnd, 'client' | 'container'>;

/** Close codes of WebSockets (RFC 6455 and its registry) with the reason that clients can show. */
export const relayEndings: Record<RelayEnding, { code: number; text: string }> = {
  lifetime: { code: 1000, text: 'The maximum duration of a connection is reached.' },
  idle: { code: 1000, text: 'No data was sent for too long.' },
  stopped: { code: 1000, text: 'The instance has ended.' },
  memory: { code: 1013, text: 'The server is short of memory. Connect again.' },
  restart: { code: 1012, text: 'The server restarts. Connect again.' },
  shutdown: { code: 1001, text: 'The server is shutting down.' },
};

export interface RelayTimes {
  /** Maximum duration. */
  lifetimeMs: number;
  /** Maximum time without a byte in either direction. */
  idleMs: number;
}

export interface RelayTimer {
  /** A byte was relayed. */
  touch(): void;
  idleMs(): number;
  stop(): void;
}

const checkMs = 30_000;

/** `check` runs every 30 s until the timer is stopped. */
export function startRelayTimer(
  { lifetimeMs, idleMs }: RelayTimes,
  { end, check = () => {} }: { end: (reason: RelayEnding) => void; check?: () => void },
): RelayTimer {
  let touchedAt = performance.now();
  const idle = () => performance.now() - touchedAt;
  const lifetime = setTimeout(() => end('lifetime'), lifetimeMs);
  const checks = setInterval(() => {
    if (idle() >= idleMs) end('idle');
    else check();
  }, checkMs);
  return {
    touch() {
      touchedAt = performance.now();
    },
    idleMs: idle,
    stop() {
      clearTimeout(lifetime);
      clearInterval(checks);
    },
  };
}
