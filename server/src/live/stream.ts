import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { liveKeys } from '@vexil/runtime/live';
import { parseStored, refreshNotices } from './frames';
import { type LiveRoom, type ReceivedMessage, replayMax } from './room';

const roomsPerRound = 500;

function readReply(epoch: string, reply: unknown): ReceivedMessage[] {
  const rows = reply as [id: string, fields: string[]][];
  return rows.flatMap(([id, [, json = '']]) => parseStored(epoch, id.split('-', 1)[0] ?? '', json) ?? []).reverse();
}

/** The newest `count` messages of each room after a position, oldest first. Rejects when Redis does not answer. */
export async function readStreams(
  deps: Pick<Deps, 'redis' | 'keyPrefix'>,
  epoch: string,
  rooms: readonly Room[],
  after: number,
  count: number,
): Promise<Map<Room, ReceivedMessage[]>> {
  const result = new Map<Room, ReceivedMessage[]>();
  for (let from = 0; from < rooms.length; from += roomsPerRound) {
    const round = rooms.slice(from, from + roomsPerRound);
    const pipeline = deps.redis.pipeline();
    for (const room of round) {
      pipeline.xrevrange(liveKeys.stream(deps.keyPrefix, room), '+', `(${after}-0`, 'COUNT', count);
    }
    const replies = (await pipeline.exec()) ?? [];
    round.forEach((room, index) => {
      const [error, reply] = replies[index] ?? [new Error('Redis gave no reply.')];
      if (error) throw error;
      result.set(room, readReply(epoch, reply));
    });
  }
  return result;
}

/** Messages of all these rooms after a position, in order of position, without what was withdrawn since. */
export async function readGap(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'db'>,
  rooms: readonly LiveRoom[],
  after: number,
  clock: { epoch: string; last: number },
): Promise<{ room: LiveRoom; received: ReceivedMessage }[]> {
  if (after === clock.last || rooms.length === 0) return [];
  const names = rooms.map((room) => room.name);
  const missed = await readStreams(deps, clock.epoch, names, after, replayMax);
  const gap = rooms.flatMap((room) => (missed.get(room.name) ?? []).map((received) => ({ room, received })));
  gap.sort((a, b) => a.received.at - b.received.at);
  const current = await refreshNotices(
    deps,
    gap.map(({ received }) => received),
  );
  return current.map((received, index) => ({ room: (gap[index] as (typeof gap)[number]).room, received }));
}
