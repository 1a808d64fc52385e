import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import { isStaffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import type { Delivery } from './delivery';
import { type Encode, readEntries } from './frames';
import { isBoard, type LiveRoom, type ReceivedMessage } from './room';

/** Monitor messages received within this time are read from the database together. */
const gatherMs = 50;

/**
 * After a change of a board was sent, the next one waits three times as long as the sending took, so that changes that come
 * meanwhile leave as one: thousands of clients would otherwise get each solve of a busy minute by itself.
 */
const boardRestFactor = 3;
const boardRestMsMax = 1000;

/** Whether cursors must not pass messages that are still being read. */
const isOrdered = ({ name }: LiveRoom) => name.startsWith('monitor:');

const versionOf = ({ message }: ReceivedMessage): number => Number((message.payload as { version?: unknown }).version);

/** Once the room has sent a version, the newest message says all. Workers may have published them out of order. */
function newestBoard(room: LiveRoom, received: readonly ReceivedMessage[]): readonly ReceivedMessage[] {
  const last = received.at(-1);
  if (isOrdered(room) || room.boardVersion === undefined || !last) return received;
  const isStaff = isStaffVersion(versionOf(last));
  const comparable = received.filter((one) => isStaffVersion(versionOf(one)) === isStaff);
  return [comparable.reduce((newest, one) => (versionOf(one) > versionOf(newest) ? one : newest), last)];
}

/** Reads the rows of messages from the database and delivers them to each room in order. */
export type ReadQueue = (room: LiveRoom, received: ReceivedMessage) => void;

export function createReadQueue(
  deps: Pick<Deps, 'db' | 'sealing' | 'log' | 'boards'>,
  delivery: Pick<Delivery, 'flushed'>,
  encode: Encode,
  onLost: (room: LiveRoom) => void,
): ReadQueue {
  const waiting = new Map<LiveRoom, ReceivedMessage[]>();

  async function restAfterBoard(): Promise<void> {
    const since = performance.now();
    await delivery.flushed();
    await sleep(Math.min(boardRestMsMax, boardRestFactor * (performance.now() - since)));
  }

  async function run(room: LiveRoom): Promise<void> {
    for (;;) {
      if (isOrdered(room)) await sleep(gatherMs);
      const received = waiting.get(room) ?? [];
      if (received.length === 0) break;
      waiting.set(room, []);
      try {
        for (const entry of await readEntries(deps, encode, newestBoard(room, received), room)) {
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
      else await restAfterBoard();
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
