import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { type Encode, type Heard, readEntries } from './frames';
import { isBoard, type LiveRoom } from './room';

/** Messages to monitors that come within this time are read from the database together. */
const gatherMs = 50;

/** Whether cursors wait for what is read. */
const isOrdered = ({ name }: LiveRoom) => name.startsWith('monitor:');

/** Queues messages of a room until what they mean was read; each room gets them in order. */
export type ReadQueue = (room: LiveRoom, heard: Heard) => void;

export function createReadQueue(
  deps: Pick<Deps, 'db' | 'sealing' | 'log' | 'boards'>,
  encode: Encode,
  onLost: (room: LiveRoom) => void,
): ReadQueue {
  const waiting = new Map<LiveRoom, Heard[]>();

  async function run(room: LiveRoom): Promise<void> {
    for (;;) {
      if (isOrdered(room)) await sleep(gatherMs);
      const heard = waiting.get(room) ?? [];
      if (heard.length === 0) break;
      waiting.set(room, []);
      try {
        for (const entry of await readEntries(deps, encode, heard, room)) {
          if (isBoard(entry.target)) room.deliverBoard(entry);
          else room.deliver(entry);
        }
      } catch (error) {
        deps.log.warn(
          { event: 'live.read_failed', err: error, room: room.name },
          'Reading live messages failed, clients refetch',
        );
        onLost(room);
      }
      if (isOrdered(room)) room.unread.splice(0, heard.length);
    }
    waiting.delete(room);
  }

  return (room, heard) => {
    if (isOrdered(room)) room.unread.push(heard.at);
    const queue = waiting.get(room);
    if (queue) queue.push(heard);
    else {
      waiting.set(room, [heard]);
      void run(room);
    }
  };
}
