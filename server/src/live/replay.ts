import type { ResumePoint } from './cursor';
import { type LiveRoom, replayMax } from './room';

const replayBytesMax = 512 * 1024;
/** Maximum age of what is fetched: a new connection gets the changes of this time. */
const fetchedAgeMs = 5000;

/** What a new connection lacks: all messages after `at` where it is not null, and scoreboard changes after `boardsAt`. */
export interface Since {
  /** null when the client's cursor cannot be read. */
  epoch: string | null;
  at: number | null;
  /** Unix milliseconds. */
  boardsAt: number;
  /** Whether `at` was issued by a server, and is no time. */
  isCursor: boolean;
}

/** `now` in Unix milliseconds. */
export function sinceOf(known: ResumePoint, epoch: string, now: number): Since {
  const fetchedAt = now - fetchedAgeMs;
  if (known === undefined) return { epoch, at: null, boardsAt: fetchedAt, isCursor: false };
  if (known === 'unreadable') return { epoch: null, at: 0, boardsAt: 0, isCursor: true };
  if ('epoch' in known) return { ...known, boardsAt: known.at / 1000 - fetchedAgeMs, isCursor: true };
  const boardsAt = fetchedAt - known.ageMs;
  return { epoch, at: 1000 * boardsAt, boardsAt, isCursor: false };
}

/** Missed messages, oldest first, then `boards`; undefined when they exceed the replay limits. */
export function collectMissed(
  rooms: readonly LiveRoom[],
  { at }: Since,
  boards: readonly Buffer[],
): Buffer[] | undefined {
  const after = at === null ? [] : rooms.flatMap((room) => room.after(at)).sort((a, b) => a.at - b.at);
  const missed = [...after.map(({ full }) => full), ...boards];
  const bytes = missed.reduce((sum, frame) => sum + frame.length, 0);
  return missed.length > replayMax || bytes > replayBytesMax ? undefined : missed;
}
