import type { LiveTarget, PublishedPayload, Room } from '@vexil/contract/live';
import { type LiveMessage, liveKeys } from '@vexil/runtime/live';
import type { WorkerDeps } from '../src/deps';

/** What was said in a room, in order. */
export async function readRoom(deps: Pick<WorkerDeps, 'redis' | 'keyPrefix'>, room: Room): Promise<LiveMessage[]> {
  const entries = await deps.redis.xrange(liveKeys.stream(deps.keyPrefix, room), '-', '+');
  return entries.map(([, fields]) => JSON.parse(fields[1] ?? 'null') as LiveMessage);
}

/** The payloads of one target in a room, in order. */
export async function readTarget<T extends LiveTarget>(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix'>,
  room: Room,
  target: T,
): Promise<PublishedPayload<T>[]> {
  const messages = await readRoom(deps, room);
  return messages.filter((one) => one.target === target).map(({ payload }) => payload as PublishedPayload<T>);
}
