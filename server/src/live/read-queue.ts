import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import { type Encode, type ReceivedMessage, readEntries } from './frames';
import { isBoard, type LiveRoom } from './room';

/** Monitor messages received within this time are read from the database together. */
const gatherMs = 50;

/** Whether cursors must not pass messages that are still being read. */
const isOrdered = ({ name }: LiveRoom) => name.startsWith('monitor:');

/** Reads the rows of messages from the database and delivers them to each room in order. */
export type ReadQueue = (room: LiveRoom, received: ReceivedMessage) => void;

export function createReadQueue(
  deps: Pick<Deps, 'db' | 'sealing' | 'log' | 'boards'>,
  encode: Encode,
  onLost: (room: LiveRoom) => void,
): ReadQueue {
  const waiting = new Map<LiveRoom, ReceivedMessage[]>();

  async function run(room: LiveRoom): Promise<void> {
    for (;;) {
      if (isOrdered(room)) await sleep(gatherMs);
      const received = waiting.get(room) ?? [];
      if (received.length === 0) break;
      waiting.set(room, []);
      try {
        for (const entry of await readEntries(deps, encode, received, room)) {
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
      if (isOrdered(room)) room.unread.splice(0, received.length);
    }
    waiting.delete(room);
  }

  return (room, received) => {
    if (isOrdered(room)) room.unread.push(received.at);
    const queue = waiting.get(room);
    if (queue) queue.push(received);
    else {
      waiting.set(room, [received]);
      void run(room);
    }
  };
}
