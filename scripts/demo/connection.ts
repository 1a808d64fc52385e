import { setTimeout as delay } from 'node:timers/promises';

const pausesMs = [250, 500, 1000, 2000];

/** Lets all clients wait while the server is down. */
export interface Connection {
  readonly url: string;
  readonly signal: AbortSignal;
  isUp(): boolean;
  /** Reports a failed call; resolves when the server is ready again, rejects when the demo stops. */
  recover(): Promise<void>;
  /** Rejects when the demo stops. */
  sleep(ms: number): Promise<void>;
}

export function openConnection(url: string, signal: AbortSignal, say: (line: string) => void): Connection {
  let recovery: Promise<void> | null = null;

  const isReady = async () => {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(3000)]);
    const reply = await fetch(`${url}/readyz`, { signal: timeout }).catch(() => null);
    await reply?.body?.cancel();
    return reply?.status === 200;
  };

  const wait = async () => {
    let announced = false;
    for (let round = 0; !(await isReady()); round += 1) {
      if (round === 3) {
        say('The server does not answer; the teams wait for it.');
        announced = true;
      }
      await delay(pausesMs[Math.min(round, pausesMs.length - 1)], undefined, { signal });
    }
    if (announced) say('The server answers again; the teams go on.');
  };

  return {
    url,
    signal,
    isUp: () => recovery === null,
    recover() {
      recovery ??= wait().finally(() => {
        recovery = null;
      });
      return recovery;
    },
    async sleep(ms) {
      await delay(ms, undefined, { signal });
    },
  };
}
