import type { Notice } from '@vexil/contract/notice';
import { useSyncExternalStore } from 'react';

// What this browser has seen of a game's notices, and whether it wants to be told. An edited notice has a new time and so
// counts as unread again.

const listeners = new Set<() => void>();
const quietKey = 'notices.quiet';
const readKey = (gameId: number) => `notices.read.${gameId}`;
/** Without storage the marks last as long as the page. */
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
  // Another tab may read them.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const readUntil = (gameId: number): number => Number(read(readKey(gameId))) || 0;

/** Time of the newest notice that was looked at; 0 when none was. */
export const useReadUntil = (gameId: number): number => useSyncExternalStore(subscribe, () => readUntil(gameId));

/** Marks all these as looked at. */
export function markRead(gameId: number, notices: readonly Notice[]): void {
  const newest = Math.max(0, ...notices.map(({ time }) => time));
  if (newest > readUntil(gameId)) write(readKey(gameId), String(newest));
}

export const isQuiet = (): boolean => read(quietKey) === 'on';
/** Whether toasts about notices are switched off. */
export const useQuiet = (): boolean => useSyncExternalStore(subscribe, isQuiet);
export const setQuiet = (quiet: boolean): void => write(quietKey, quiet ? 'on' : 'off');
