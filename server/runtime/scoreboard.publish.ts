import type { RoomMessage } from '@vexil/contract/live';
import type { BoardChange } from '@vexil/db/schema/scoreboard-version';
import { staffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import type { BaseDeps } from './deps';
import { publishMany } from './live';

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

export function publishBoards({ redis, keyPrefix }: PublishDeps, changes: readonly BoardChange[]): Promise<void> {
  return publishMany(redis, keyPrefix, changes.flatMap(boardMessages));
}
