import { createStore, useStore } from '../../store/create-store';
import { readStored, writeStored } from '../../store/stored';

/** Percent of the two panes that the open challenge takes. */
export const paneShare = { min: 35, usual: 55, max: 75 } as const;

const storageKey = 'challenge.panes';
const share = createStore(clamp(Number(readStored(storageKey) ?? paneShare.usual)));

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(paneShare.max, Math.max(paneShare.min, value)) : paneShare.usual;
}

export function setDetailShare(value: number): void {
  share.set(clamp(value));
  writeStored(storageKey, String(Math.round(share.get())));
}

export const useDetailShare = (): number => useStore(share);
