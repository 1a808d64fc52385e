import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../lib/quantile';
import { openContainerGame } from '../harness/containers';
import type { Row } from './row';

/** Rows and engine agree within this time after any crash. */
const convergeMs = 30_000;

export const containers: Row = async ({ harness, extent }) => {
  const game = await openContainerGame(harness, { challenges: 1 });
  if (game === null) return { skipped: 'no Docker engine answers' };
  const { ports, workers } = await harness.deploy({ containers: true });
  const [port = 0] = ports;
  const start = (player: number) => game.call({ act: 'create', player, challengeId: 1 }, port);
  const single: number[] = [];
  // The first players are the captains of different teams.
  for (let player = 0; player < extent.repeats; player += 1) {
    single.push((await start(player)).ms);
  }
  const batch = Array.from({ length: extent.containers }, (_, index) => extent.repeats + index);
  const begin = performance.now();
  await Promise.all(batch.map(start));
  const allReady = (performance.now() - begin) / 1000;

  const late = Array.from({ length: 5 }, (_, index) => extent.repeats + extent.containers + index);
  const abandoned = Promise.all(late.map(start));
  const killed = async () => {
    await delay(300);
    await workers[0]?.kill();
    await harness.replaceWorker(0);
  };
  await Promise.all([abandoned, killed()]);
  const teams = extent.repeats + extent.containers + late.length;
  const players = Array.from({ length: teams }, (_, player) => player);
  const present = await game.end(players, port, convergeMs);
  return [
    {
      what: 'container start to ready, local image, p50',
      value: median(single) / 1000,
      unit: 's',
      budgets: [{ atMost: 1 }],
      note: `${single.length} starts one after the other, longest ${(Math.max(...single) / 1000).toFixed(2)} s`,
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
