import { cookieOf } from '../generator/request';
import { type HubSocket, openHubSocket } from '../generator/socket';
import type { Harness } from '../harness/harness';

export interface AnnouncedWait {
  announcedMs: number;
  /** From the announcement to the ready container. */
  realMs: number;
}

export interface QueueWatch {
  ready(player: number): void;
  close(): AnnouncedWait[];
}

/** Records the first wait that each player is sent over the hub. */
export async function watchQueue(port: number, harness: Harness, players: readonly number[]): Promise<QueueWatch> {
  const announced = new Map<number, { at: number; announcedMs: number }>();
  const waits: AnnouncedWait[] = [];
  const open = (player: number): Promise<HubSocket> =>
    openHubSocket(
      { port, gameId: harness.gameId, cookie: cookieOf(harness.sessions.sessionKey, player) },
      {
        onMessage: (target, record) => {
          if (target !== 'ContainerChanged' || announced.has(player)) return;
          const { waitSeconds } = (JSON.parse(record) as { arguments: [{ waitSeconds: number | null }] }).arguments[0];
          if (waitSeconds !== null) announced.set(player, { at: performance.now(), announcedMs: waitSeconds * 1000 });
        },
      },
    );
  const sockets = await Promise.all(players.map(open));
  return {
    ready: (player) => {
      const first = announced.get(player);
      if (first) waits.push({ announcedMs: first.announcedMs, realMs: performance.now() - first.at });
    },
    close: () => {
      for (const socket of sockets) socket.close();
      return waits;
    },
  };
}
