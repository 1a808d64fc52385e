import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../lib/quantile';
import type { ContainerGame } from '../harness/containers';
import type { Deployment, Harness } from '../harness/harness';
import type { Measure } from '../rows/row';

const triesPerSample = 10;
const timeoutMs = 60_000;
/** A new worker takes jobs by then. */
const settleMs = 5_000;

interface TakeoverBench {
  harness: Harness;
  deployment: Deployment;
  game: ContainerGame;
  samples: number;
  /** Ends the instance of the first player. */
  end: () => Promise<void>;
}

interface Takeover {
  /** From the kill until another worker has begun the start anew. */
  takenMs: number;
  readyMs: number;
}

interface Start {
  state: string;
  attempts: number;
}

/** A worker is killed while it starts an instance, and the other one finishes it. */
export async function measureTakeover(bench: TakeoverBench): Promise<Measure[]> {
  const { harness, samples, end } = bench;
  const takeovers: Takeover[] = [];
  for (let tries = 0; takeovers.length < samples && tries < samples * triesPerSample; tries += 1) {
    const taken = await killInMidStart(bench, tries % 2);
    await end();
    if (taken !== null) takeovers.push(taken);
    await harness.replaceWorker(tries % 2);
    await delay(settleMs);
  }
  if (takeovers.length < samples) throw new Error(`${takeovers.length} of ${samples} starts were taken over.`);
  const rows = { takenMs: 'until another worker has taken the start over', readyMs: 'until the instance is ready' };
  return Object.entries(rows).map(([which, what]): Measure => {
    const values = takeovers.map((one) => one[which as keyof Takeover]);
    return {
      what: `worker killed in mid-start, ${what}, longest`,
      value: Math.max(...values) / 1000,
      unit: 's',
      budgets: which === 'takenMs' ? [{ atMost: 5 }] : [],
      note: `median ${(median(values) / 1000).toFixed(2)} s of ${values.length}`,
    };
  });
}

/** null when the other worker had the start, or it was over already. */
async function killInMidStart({ deployment, game }: TakeoverBench, index: number): Promise<Takeover | null> {
  const { database, workers, ports } = deployment;
  const until = async (isReached: (start: Start | undefined) => boolean) => {
    for (const end = performance.now() + timeoutMs; performance.now() < end; await delay(5)) {
      const [start] = await database.sql<Start[]>`
        select state, attempts from containers order by requested_at desc limit 1`;
      if (isReached(start)) return start;
    }
    throw new Error('The start does not go on.');
  };
  const answer = game.call({ act: 'create', player: 0, challengeId: 1 }, ports[0] ?? 0);
  await until((start) => start?.state === 'starting');
  const killedAt = performance.now();
  await workers[index]?.kill();
  const start = await until((one) => one?.attempts === 2 || one?.state === 'running');
  const takenMs = performance.now() - killedAt;
  await answer;
  return start?.attempts === 2 ? { takenMs, readyMs: performance.now() - killedAt } : null;
}
