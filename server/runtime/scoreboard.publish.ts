import type { RoomMessage } from '@vexil/contract/live';
import type { Tx } from '@vexil/db';
import { type BoardChange, numberRebuilds } from '@vexil/db/schema/scoreboard-version';
import { staffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import type { BaseDeps } from './deps';
import { publishMany } from './live';
import type { AfterCommit } from './transaction';

type PublishDeps = Pick<BaseDeps, 'redis' | 'keyPrefix'>;

/** Messages carry versions only; servers read the facts from the database. */
export function boardMessages({ gameId, version, publicVersion, isPublic, hasFreeze }: BoardChange): RoomMessage[] {
  const target = 'ScoreboardChanged';
  const messages: RoomMessage[] = [];
  if (isPublic) messages.push({ room: `game:${gameId}`, target, payload: { gameId, version: publicVersion } });
  if (hasFreeze)
    messages.push({ room: `staff:${gameId}`, target, payload: { gameId, version: staffVersion(version) } });
  return messages;
}

/** Marks boards for a rebuild; must come last in the transaction, see `scoreboardVersions`. */
export async function changeScoreboards(
  deps: PublishDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  gameIds: readonly number[],
  options?: { freezeChanged?: boolean },
): Promise<void> {
  const changes = await numberRebuilds(tx, gameIds, options);
  afterCommit(() => publishBoards(deps, changes));
}

export function publishBoards({ redis, keyPrefix }: PublishDeps, changes: readonly BoardChange[]): Promise<void> {
  return publishMany(redis, keyPrefix, changes.flatMap(boardMessages));
}
