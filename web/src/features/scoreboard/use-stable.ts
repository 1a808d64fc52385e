import { useCallback, useRef } from 'react';

/** A callback that stays the same object and always does what the latest render says; for memoised rows. */
export function useStable<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...args: A) => latest.current(...args), []);
}
