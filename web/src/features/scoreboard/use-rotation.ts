import { useEffect, useState } from 'react';

/** Goes from scene to scene; each scene stays its full time after a change by hand. */
export function useRotation(count: number, seconds: number) {
  const [state, setState] = useState({ index: 0, paused: false });
  const { index, paused } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scene begins its time anew
  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setTimeout(() => setState((before) => ({ ...before, index: before.index + 1 })), seconds * 1000);
    return () => clearTimeout(timer);
  }, [index, paused, count, seconds]);
  return {
    index: ((index % count) + count) % count,
    paused,
    move: (by: number) => setState((before) => ({ ...before, index: before.index + by })),
    toggle: () => setState((before) => ({ ...before, paused: !before.paused })),
  };
}
