import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const lastsMs = 600;

/** A number that runs to its new value when it changes; jumps under reduced motion, and at first. */
export function useCountUp(value: number): number {
  const still = useReducedMotion();
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    if (still || from.current === value) {
      from.current = value;
      setShown(value);
      return;
    }
    const begin = performance.now();
    const first = from.current;
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - begin) / lastsMs);
      const current = Math.round(first + (value - first) * (1 - (1 - part) ** 3));
      from.current = current;
      setShown(current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, still]);
  return shown;
}
