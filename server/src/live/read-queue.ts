import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import { type Encode, readEntries } from './frames';
import type { LiveRoom, ReceivedMessage } from './room';

/** Messages received within this time are read from the database together. */
const gatherMs = 50;

/** Reads the rows of monitor messages from the database and delivers them to each room in order. */
export type ReadQueue = (room: LiveRoom, received: ReceivedMessage) => void;

export function createReadQueue(
  deps: Pick<Deps, 'db' | 'sealing' | 'log'>,
  encode: Encode,
  onLost: (room: LiveRoom) => void,
): ReadQueue {
  const waiting = new Map<LiveRoom, ReceivedMessage[]>();

  async function run(room: LiveRoom): Promise<void> {
    for (;;) {
      await sleep(gatherMs);
      const received = waiting.get(room) ?? [];
      if (received.length === 0) break;
      waiting.set(room, []);
      try {
        for (const entry of await readEntries(deps, encode, received)) room.deliver(entry);
      } catch (error) {
        deps.log.warn(
          { event: 'live.read_failed', err: error, room: room.name },
          'Reading live messages failed, clients refetch',
        );
        onLost(room);
      }
      // Cursors must not pass messages that are still being read.
      room.unread.splice(0, received.length);
    }
    waiting.delete(room);
  }

  return (room, received) => {
    room.unread.push(received.at);
    const queue = waiting.get(room);
    if (queue) queue.push(received);
    else {
      waiting.set(room, [received]);
      void run(room);
    }
  };
}
