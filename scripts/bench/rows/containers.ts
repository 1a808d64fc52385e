import { setTimeout as delay } from 'node:timers/promises';
import { Histogram } from '../generator/histogram';
import { listPresent, openContainerGame } from '../harness/containers';
import type { Row } from './row';

/** Rows and engine agree within this time after any crash. */
const convergeMs = 30_000;

export const containers: Row = async ({ harness, extent }) => {
  const game = await openContainerGame(harness, { challenges: 1 });
  if (game === null) return { skipped: 'no Docker engine answers' };
  const { ports } = await harness.deploy({ containers: true });
  const call = (method: 'POST' | 'DELETE', player: number) =>
    game.call({ method, player, challengeId: 1 }, ports[0] ?? 0);
  const single = new Histogram();
  // The first players are the captains of different teams.
  for (let player = 0; player < extent.repeats; player += 1) {
    const { status, text, ms } = await call('POST', player);
    if (status !== 200) throw new Error(`A container could not be started: ${status} ${text}`);
    single.add(ms);
  }
  const batch = Array.from({ length: extent.containers }, (_, index) => extent.repeats + index);
  const begin = performance.now();
  const started = await Promise.all(batch.map((player) => call('POST', player)));
  const allReady = (performance.now() - begin) / 1000;
  const failed = started.find(({ status }) => status !== 200);
  if (failed)
    throw new Error(`One of ${batch.length} containers could not be started: ${failed.status} ${failed.text}`);

  const late = Array.from({ length: 5 }, (_, index) => extent.repeats + extent.containers + index);
  const abandoned = late.map((player) => call('POST', player));
  await delay(300);
  const { workers } = await harness.deploy({ containers: true });
  await workers[0]?.kill();
  await harness.replaceWorker(0);
  await Promise.all(abandoned);
  const teams = extent.repeats + extent.containers + late.length;
  const endings = Array.from({ length: teams }, (_, player) => call('DELETE', player));
  await Promise.all(endings);
  const until = performance.now() + convergeMs;
  let present = await listPresent(harness);
  while (present.length > 0 && performance.now() < until) {
    await delay(500);
    present = await listPresent(harness);
  }
  return [
    {
      what: 'container start to ready, local image, p50',
      value: single.percentile(0.5) / 1000,
      unit: 's',
      budgets: [{ atMost: 1 }],
      note: `${single.count} starts one after the other, longest ${(single.max / 1000).toFixed(2)} s`,
    },
    {
      what: `${batch.length} containers requested at once, until the last is ready`,
      value: allReady,
      unit: 's',
      budgets: [{ atMost: 30 }],
      note: '',
    },
    {
      what: `containers left over ${convergeMs / 1000} s after a worker was killed and all were ended`,
      value: present.length,
      unit: '',
      budgets: [{ atMost: 0 }],
      note: '',
    },
  ];
};
