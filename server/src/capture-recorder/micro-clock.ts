import type { Clock } from '@vexil/runtime/clock';

const stepMs = 2;

/** Unix microseconds that follow the clock, whose own steps are milliseconds. */
export function createMicroClock(clock: Clock): () => number {
  let offsetMs = clock.now().getTime() - performance.now();
  return () => {
    const [wall, fine] = [clock.now().getTime(), performance.now()];
    // The system's clock may be set.
    if (Math.abs(fine + offsetMs - wall) > stepMs) offsetMs = wall - fine;
    return Math.round((fine + offsetMs) * 1000);
  };
}
