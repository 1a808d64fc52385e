import type { Notice } from '@vexil/contract/notice';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { serverNow } from '../../api/clock';
import { readStored } from '../../store/stored';
import { subscribe, write } from './stored';

// What an account, or a visitor, has read of a game's notices in this browser. An edited notice has a new time and so
// counts as unread again.

/** Whose read state it is; without an account it is the visitor's. */
export type Reader = { gameId: number; accountId: string | null | undefined };

const readKey = ({ gameId, accountId }: Reader) => `notices.read.${accountId ?? 'visitor'}.${gameId}`;

function readUntil(reader: Reader): number | undefined {
  const stored = readStored(readKey(reader));
  return stored === null ? undefined : Number(stored) || 0;
}

/** Time of the newest read notice. What is older than the first visit is not news. */
export function useReadUntil({ gameId, accountId }: Reader): number {
  const reader = useMemo(() => ({ gameId, accountId, visitedAt: serverNow() }), [gameId, accountId]);
  const known = useSyncExternalStore(subscribe, () => readUntil(reader));
  useEffect(() => {
    if (readUntil(reader) === undefined) write(readKey(reader), String(reader.visitedAt));
  }, [reader]);
  return known ?? reader.visitedAt;
}

export function markRead(reader: Reader, notices: readonly Notice[]): void {
  const newest = Math.max(0, ...notices.map(({ time }) => time));
  if (newest > (readUntil(reader) ?? 0)) write(readKey(reader), String(newest));
}
