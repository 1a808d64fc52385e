// The one place that publishes changes of containers, so that no caller forgets a reader: the calls that wait for one,
// its team, and for one that all teams share every team that sees its challenge.

import { type ContainerChanged, containerJobs } from '@vexil/contract/container';
import type { RoomMessage } from '@vexil/contract/live';
import { readAudience, readUserNames } from '@vexil/data/container/audience.queries';
import type { QueuePosition } from '@vexil/data/container/placement.queries';
import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, instancePorts, shownEndReason } from '@vexil/rules/container.rules';
import type { BaseDeps } from './deps';
import { publishMany } from './live';
import { publishTopics } from './topics';
import type { Work } from './transaction';

type Shown = Pick<
  ContainerRow,
  | 'id'
  | 'kind'
  | 'challengeId'
  | 'state'
  | 'isProxy'
  | 'publicHost'
  | 'publicPort'
  | 'hostToken'
  | 'ports'
  | 'requestedAt'
  | 'expiresAt'
  | 'endReason'
>;

interface ChangeFacts {
  userName: string | null;
  queued?: QueuePosition;
  /** Host name of the reader's request; null for messages, which have many readers. */
  readerHost: string | null;
}

export function viewContainerChange(
  { config }: Pick<BaseDeps, 'config'>,
  row: Shown,
  { userName, queued, readerHost }: ChangeFacts,
): ContainerChanged {
  const reader = { host: readerHost, names: config };
  const running = row.state === 'running';
  return {
    challengeId: row.challengeId,
    containerId: row.id,
    state: row.state,
    requestedAt: row.requestedAt.getTime(),
    // Without a configured host, each client asks its own server for the address.
    entry: running ? containerEntry(row, reader) : null,
    ports: running ? instancePorts(row, reader) : [],
    expectStopAt: running ? row.expiresAt.getTime() : null,
    position: queued?.position ?? null,
    waitSeconds: queued?.waitSeconds ?? null,
    isFull: queued?.isFull ?? false,
    userName,
    isShared: row.kind === 'Shared',
    endReason: shownEndReason(row),
  };
}

/** Has workers stop what the transaction has set to `stopping`. */
export function announceStops(
  deps: Parameters<typeof announceContainers>[0],
  work: Pick<Work, 'job' | 'after'>,
  rows: readonly ContainerRow[],
): void {
  for (const { id } of rows) work.job(containerJobs.stop, { containerId: id });
  work.after(() => announceContainers(deps, rows));
}

/** Publishes changes after commit, or with `queue` only the positions of those that wait. */
export async function announceContainers(
  deps: Pick<BaseDeps, 'db' | 'redis' | 'keyPrefix' | 'topics' | 'config' | 'clock'>,
  rows: readonly ContainerRow[],
  queue?: ReadonlyMap<string, QueuePosition>,
): Promise<void> {
  const { db, redis, keyPrefix } = deps;
  if (!queue) {
    await publishTopics(
      deps,
      rows.map(({ id }) => ({ topic: `container:${id}`, version: 0 })),
    );
  }
  const names = await readUserNames(db, rows);
  const messages: RoomMessage[] = [];
  for (const row of rows) {
    const userName = names.get(row.accountId ?? '') ?? null;
    const payload = viewContainerChange(deps, row, { userName, queued: queue?.get(row.id), readerHost: null });
    for (const id of await readAudience(db, row, deps.clock.now()))
      messages.push({ room: `participation:${id}`, target: 'ContainerChanged', payload });
  }
  await publishMany(redis, keyPrefix, messages);
}
