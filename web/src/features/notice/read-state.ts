import type { Notice } from '@vexil/contract/notice';
import { useSyncExternalStore } from 'react';
import { read, subscribe, write } from './stored';

// Read state of a game's notices in this browser. An edited notice has a new time and so counts as unread again.

const readKey = (gameId: number) => `notices.read.${gameId}`;
const readUntil = (gameId: number): number => Number(read(readKey(gameId))) || 0;

/** Time of the newest read notice; 0 if none was read. */
export const useReadUntil = (gameId: number): number => useSyncExternalStore(subscribe, () => readUntil(gameId));

export function markRead(gameId: number, notices: readonly Notice[]): void {
  const newest = Math.max(0, ...notices.map(({ time }) => time));
  if (newest > readUntil(gameId)) write(readKey(gameId), String(newest));
}
