import type { Deps } from '../deps';
import { type Encode, type Heard, readEntries } from './frames';
import type { LiveRoom } from './room';

/** Messages that come within this time are read from the database together. */
const gatherMs = 50;

/** Puts messages of monitors' rooms in line until their rows are read; each room hears them in order. */
export type MonitorQueue = (room: LiveRoom, heard: Heard) => void;

export function createMonitorQueue(
  deps: Pick<Deps, 'db' | 'sealing' | 'log'>,
  encode: Encode,
  onLost: (room: LiveRoom) => void,
): MonitorQueue {
  let waiting: { room: LiveRoom; heard: Heard }[] = [];
  let running = false;

  async function run(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const lost = new Set<LiveRoom>();
    const rooms = new Set(batch.map(({ room }) => room));
    for (const room of rooms) {
      const heard = batch.filter((waited) => waited.room === room).map((waited) => waited.heard);
      try {
        for (const entry of await readEntries(deps, encode, heard)) room.deliver(entry);
      } catch (error) {
        deps.log.warn({ err: error }, 'What monitors should see could not be read');
        lost.add(room);
      }
      room.unread.splice(0, heard.length);
    }
    for (const room of lost) onLost(room);
    running = waiting.length > 0;
    if (running) setTimeout(run, gatherMs);
  }

  return (room, heard) => {
    room.unread.push(heard.at);
    waiting.push({ room, heard });
    if (running) return;
    running = true;
    setTimeout(run, gatherMs);
  };
}
