import type { Connection } from './connection';

const tickMs = 100;

/** Simulated time: scaled wall time that pauses while the server is down. */
export interface PlayClock {
  now(): number;
  until(at: number): Promise<void>;
}

export function startPlayClock(connection: Connection, { from, speed }: { from: number; speed: number }): PlayClock {
  let played = from;
  let last = performance.now();
  const advance = () => {
    const now = performance.now();
    if (connection.isUp()) played += (now - last) * speed;
    last = now;
    return played;
  };
  return {
    now: advance,
    async until(at) {
      for (let now = advance(); now < at; now = advance()) {
        await connection.sleep(connection.isUp() ? Math.min((at - now) / speed, 1000) : tickMs);
      }
    },
  };
}
