import type { FastifyBaseLogger } from 'fastify';
import { refusedClientsMax, refusedReportedMin } from './limits';

const namedMax = 5;

export interface RefusedClients {
  /** @param client `account <name>` or `address <network>` */
  note(client: string): void;
  /** Logs who was refused most since the last report. */
  report(): void;
}

/** Counts refusals by client, so that the log of a flood says where it comes from. */
export function createRefusedClients(log: Pick<FastifyBaseLogger, 'warn'>): RefusedClients {
  const counts = new Map<string, number>();
  return {
    note(client) {
      // All clients are one while budgets are off.
      if (client === '') return;
      const count = counts.get(client);
      if (count !== undefined || counts.size < refusedClientsMax) counts.set(client, (count ?? 0) + 1);
    },
    report() {
      if (counts.size === 0) return;
      const clients = [...counts]
        .filter(([, count]) => count >= refusedReportedMin)
        .sort(([, one], [, other]) => other - one)
        .slice(0, namedMax)
        .map(([client, count]) => ({ client, count }));
      counts.clear();
      if (clients.length === 0) return;
      const names = clients.map(({ client, count }) => `${client} ${count} times`);
      log.warn({ event: 'request.flood', clients }, `Refused for sending too much: ${names.join(', ')}`);
    },
  };
}
