import { cookieOf } from '../generator/request';
import { type HubSocket, openHubSocket } from '../generator/socket';
import type { Harness } from '../harness/harness';

export interface ToldWait {
  toldMs: number;
  /** From the telling to the ready container. */
  realMs: number;
}

export interface QueueWatch {
  ready(player: number): void;
  close(): ToldWait[];
}

/** Records the first wait that each player is told over the hub. */
export async function watchQueue(port: number, harness: Harness, players: readonly number[]): Promise<QueueWatch> {
  const told = new Map<number, { at: number; toldMs: number }>();
  const waits: ToldWait[] = [];
  const open = (player: number): Promise<HubSocket> =>
    openHubSocket(
      { port, gameId: harness.gameId, cookie: cookieOf(harness.sessions.sessionKey, player) },
      {
        onMessage: (target, record) => {
          if (target !== 'ContainerChanged' || told.has(player)) return;
          const { waitSeconds } = (JSON.parse(record) as { arguments: [{ waitSeconds: number | null }] }).arguments[0];
          if (waitSeconds !== null) told.set(player, { at: performance.now(), toldMs: waitSeconds * 1000 });
        },
      },
    );
  const sockets = await Promise.all(players.map(open));
  return {
    ready: (player) => {
      const first = told.get(player);
      if (first) waits.push({ toldMs: first.toldMs, realMs: performance.now() - first.at });
    },
    close: () => {
      for (const socket of sockets) socket.close();
      return waits;
    },
  };
}
