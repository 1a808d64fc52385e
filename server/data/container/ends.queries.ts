// An end that its team did not ask for, as an event of the game; the server writes those of players itself.

import type { RoomMessage } from '@vexil/contract/live';
import type { Tx } from '@vexil/db';
import { activities } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { inArray } from 'drizzle-orm';

/** Records the ends in the transaction that made them, so each is recorded once. Returns what to publish after it. */
export async function recordEnds(tx: Tx, rows: readonly ContainerRow[], happenedAt: Date): Promise<RoomMessage[]> {
  // The start of one that never ran is no event either.
  const ended = rows.filter(
    ({ kind, startedAt, endReason }) => kind === 'Team' && startedAt !== null && endReason !== 'player',
  );
  if (ended.length === 0) return [];
  const ids = [...new Set(ended.map(({ challengeId }) => challengeId))];
  const found = await tx
    .select({ id: challenges.id, title: challenges.title })
    .from(challenges)
    .where(inArray(challenges.id, ids));
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const stored = await tx
    .insert(activities)
    .values(
      ended.map(({ gameId, challengeId, participationId, endReason }) => ({
        gameId,
        type: 'ContainerDestroy' as const,
        values: [`${challengeId}`, titles.get(challengeId) ?? '', endReason ?? ''],
        participationId,
        happenedAt,
      })),
    )
    .returning({ id: activities.id, gameId: activities.gameId });
  return stored.map(({ id, gameId }) => ({
    room: `monitor:${gameId}`,
    target: 'ReceivedGameEvent',
    payload: { ids: [id] },
  }));
}
