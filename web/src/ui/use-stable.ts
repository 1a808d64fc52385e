import { useCallback, useRef } from 'react';

/** A callback with a stable identity that calls the latest one; for memoised rows. */
export function useStable<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...args: A) => latest.current(...args), []);
}
