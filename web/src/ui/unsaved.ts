import { useEffect } from 'react';

let holders = 0;

/** Whether the page holds something that was typed or chosen and is not stored yet. */
export const hasUnsaved = (): boolean => holders > 0;

/** Counts the component among those that hold something unsaved, while `held`. */
export function useUnsaved(held: boolean): void {
  useEffect(() => {
    if (!held) return;
    holders += 1;
    return () => {
      holders -= 1;
    };
  }, [held]);
}
