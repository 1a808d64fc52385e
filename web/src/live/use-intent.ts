import { createStore, useStore } from '../store/create-store';
import { useSettled } from './use-settled';

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Whether the reader has pointed, pressed, typed or scrolled since the page was opened. */
const intent = createStore(false, () => {
  const seen = new AbortController();
  const see = () => {
    seen.abort();
    intent.set(true);
  };
  for (const sign of signs) addEventListener(sign, see, { signal: seen.signal, passive: true, capture: true });
  return () => seen.abort();
});

/** Browsers say so where readers pay for what they load. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The time to fetch what may be wanted next: the page is there, its reader does something, and data are not dear. */
export function useIntent(): boolean {
  const isSeen = useStore(intent);
  return useSettled() && isSeen && !savesData();
}
