import type { Notice } from '@vexil/contract/notice';
import { useSyncExternalStore } from 'react';

// Read state of a game's notices in this browser, and whether toasts are muted. An edited notice has a new time and so
// counts as unread again.

const listeners = new Set<() => void>();
const mutedKey = 'notices.quiet';
const readKey = (gameId: number) => `notices.read.${gameId}`;
/** Used when storage is blocked. */
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changes by other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const readUntil = (gameId: number): number => Number(read(readKey(gameId))) || 0;

/** Time of the newest read notice; 0 if none was read. */
export const useReadUntil = (gameId: number): number => useSyncExternalStore(subscribe, () => readUntil(gameId));

export function markRead(gameId: number, notices: readonly Notice[]): void {
  const newest = Math.max(0, ...notices.map(({ time }) => time));
  if (newest > readUntil(gameId)) write(readKey(gameId), String(newest));
}

export const isMuted = (): boolean => read(mutedKey) === 'on';
export const useMuted = (): boolean => useSyncExternalStore(subscribe, isMuted);
export const setMuted = (muted: boolean): void => write(mutedKey, muted ? 'on' : 'off');
