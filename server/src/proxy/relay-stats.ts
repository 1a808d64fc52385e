import type { RelayEnd } from '../capture-recorder/relay-tap';

/** Counted since the start of the process. */
export interface RelayStats {
  toContainerBytes: number;
  toClientBytes: number;
  /** Because of the limits of the server, the sender or the instance, or while the server stops. */
  refused: Record<'full' | 'sender' | 'instance' | 'stopping', number>;
  ended: Record<RelayEnd, number>;
}

export const createRelayStats = (): RelayStats => ({
  toContainerBytes: 0,
  toClientBytes: 0,
  refused: { full: 0, sender: 0, instance: 0, stopping: 0 },
  ended: { client: 0, container: 0, lifetime: 0, idle: 0, stopped: 0, memory: 0, restart: 0, shutdown: 0 },
});
