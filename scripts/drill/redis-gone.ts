import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drill } from './drill';
import { checkNothingLost } from './load';
import { observe, openScene } from './scene';

const hangMs = 20_000;

/** Redis hangs, is killed, and starts again without its data, while players play. */
export const redisGone: Drill = {
  name: 'redis-gone',
  summary: 'Redis hangs for 20 s, is killed, and starts again empty, under load',
  async run(lifecycle, report) {
    const { deployment, game, load, ports } = await openScene(lifecycle);
    const database = deployment.openDatabase();
    await observe(report, load, 'Redis hangs for 20 s', async () => {
      process.kill(deployment.redis.pid(), 'SIGSTOP');
      await sleep(hangMs);
      process.kill(deployment.redis.pid(), 'SIGCONT');
    });
    await observe(report, load, 'kill -9 of Redis', async () => {
      process.kill(deployment.redis.pid(), 'SIGKILL');
    });
    await observe(report, load, 'kill -9 of Redis, started again without its data', async () => {
      process.kill(deployment.redis.pid(), 'SIGKILL');
      rmSync(deployment.redis.directory, { recursive: true, force: true });
    });
    await checkNothingLost(report, { database, game, load, ports });
  },
};
