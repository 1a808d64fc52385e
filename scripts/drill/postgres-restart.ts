import type { Drill } from './drill';
import { checkNothingLost } from './load';
import { observe, openScene } from './scene';

/** PostgreSQL is restarted, and then killed, while players play. */
export const postgresRestart: Drill = {
  name: 'postgres-restart',
  summary: 'PostgreSQL is restarted and killed under load',
  async run(lifecycle, report) {
    const { deployment, game, load, ports } = await openScene(lifecycle);
    const database = deployment.openDatabase();
    await observe(report, load, 'restart (fast shutdown)', async () => {
      process.kill(deployment.postgres.pid(), 'SIGINT');
    });
    await observe(report, load, 'kill -9 of PostgreSQL', async () => {
      process.kill(deployment.postgres.pid(), 'SIGKILL');
    });
    await checkNothingLost(report, { database, game, load, ports });
  },
};
