import { useSyncExternalStore } from 'react';

/** Percent of the two panes that the open challenge takes. */
export const paneShare = { min: 35, usual: 55, max: 75 } as const;

const storageKey = 'challenge.panes';
const listeners = new Set<() => void>();
let share = readShare();

function readShare(): number {
  try {
    return clamp(Number(localStorage.getItem(storageKey) ?? paneShare.usual));
  } catch {
    return paneShare.usual;
  }
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(paneShare.max, Math.max(paneShare.min, value)) : paneShare.usual;
}

export function setDetailShare(value: number): void {
  share = clamp(value);
  try {
    localStorage.setItem(storageKey, String(Math.round(share)));
  } catch {
    // Without storage the width lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDetailShare = (): number => useSyncExternalStore(subscribe, () => share);
