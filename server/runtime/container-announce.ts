// The one place that publishes changes of containers, so that no caller forgets a reader: the calls that wait for one,
// its team, and for one that all teams share every team that sees its challenge.

import type { ContainerChanged } from '@vexil/contract/container';
import type { Executor } from '@vexil/db';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { accounts } from '@vexil/db/schema/account';
import type { ContainerRow } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { containerEntry, instancePorts, shownEndReason } from '@vexil/rules/container.rules';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { BaseDeps } from './deps';
import { publishMany, type RoomMessage } from './live';
import type { QueuePosition } from './placement';

/** Wakes the calls that wait for a container. A message may be lost, so they look by themselves as well. */
export const containerMovedChannel = (keyPrefix: string): string => `${keyPrefix}container-moved`;

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
  | 'expiresAt'
  | 'endReason'
>;

interface ChangeFacts {
  userName: string | null;
  place?: QueuePosition;
  /** Host name of the reader's request; null for messages, which have many readers. */
  readerHost: string | null;
}

export function viewContainerChange(
  { config }: Pick<BaseDeps, 'config'>,
  row: Shown,
  { userName, place, readerHost }: ChangeFacts,
): ContainerChanged {
  const reader = { host: readerHost, names: config };
  const running = row.state === 'running';
  return {
    challengeId: row.challengeId,
    containerId: row.id,
    state: row.state,
    // Without a configured host, each client asks its own server for the address.
    entry: running ? containerEntry(row, reader) : null,
    ports: running ? instancePorts(row, reader) : [],
    expectStopAt: running ? row.expiresAt.getTime() : null,
    position: place?.position ?? null,
    waitSeconds: place?.waitSeconds ?? null,
    isFull: place?.isFull ?? false,
    userName,
    isShared: row.kind === 'Shared',
    endReason: shownEndReason(row),
  };
}

/** Publishes changes after commit, or with `queue` only the positions of those that wait. */
export async function announceContainers(
  deps: Pick<BaseDeps, 'db' | 'redis' | 'keyPrefix' | 'config' | 'clock'>,
  rows: readonly ContainerRow[],
  queue?: ReadonlyMap<string, QueuePosition>,
): Promise<void> {
  const { db, redis, keyPrefix } = deps;
  const names = await readUserNames(db, rows);
  const messages: RoomMessage[] = [];
  for (const row of rows) {
    if (!queue) await redis.publish(containerMovedChannel(keyPrefix), row.id);
    const userName = names.get(row.accountId ?? '') ?? null;
    const payload = viewContainerChange(deps, row, { userName, place: queue?.get(row.id), readerHost: null });
    for (const id of await readAudience(db, row, deps.clock.now()))
      messages.push({ room: `participation:${id}`, target: 'ContainerChanged', payload });
  }
  await publishMany(redis, keyPrefix, messages);
}

async function readUserNames(db: Executor, rows: readonly ContainerRow[]): Promise<Map<string, string | null>> {
  const ids = rows.flatMap(({ kind, accountId }) => (kind === 'Team' && accountId ? [accountId] : []));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: accounts.id, userName: accounts.userName })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(ids)]));
  return new Map(found.map(({ id, userName }) => [id, userName]));
}

/** Participations that see the container. Before the game no team does. */
async function readAudience(db: Executor, row: ContainerRow, now: Date): Promise<number[]> {
  if (row.participationId !== null) return [row.participationId];
  if (row.kind !== 'Shared') return [];
  const { permissions } = divisionChallenges;
  const mask = sql`coalesce(${permissions}, ${divisions.defaultPermissions}, ${allPermissions}::int)`;
  const found = await db
    .select({ id: participations.id })
    .from(participations)
    .innerJoin(games, and(eq(games.id, participations.gameId), lte(games.startAt, now)))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .leftJoin(
      divisionChallenges,
      and(
        eq(divisionChallenges.divisionId, participations.divisionId),
        eq(divisionChallenges.challengeId, row.challengeId),
      ),
    )
    .where(
      and(
        eq(participations.gameId, row.gameId),
        eq(participations.status, 'Accepted'),
        sql`${mask} & ${gamePermissions.ViewChallenge}::int <> 0`,
      ),
    );
  return found.map(({ id }) => id);
}
