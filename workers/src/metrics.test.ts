import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import type { Database } from '@vexil/db';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { registerPlatformMetrics } from '@vexil/runtime/platform-metrics';
import { addJob } from '@vexil/runtime/queues';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildSubmission } from '../testing/submission';
import { createTestWorker, type TestWorker } from '../testing/worker';
import { type ServedMetrics, serveWorkerMetrics } from './metrics';

type Sql = Database['sql'];

const metricsHost = '127.0.0.1';

function portOf({ server }: ServedMetrics): number {
  const address = server?.address();
  if (!address || typeof address === 'string') throw new Error('No metrics are served.');
  return address.port;
}

describe('the metrics of a worker', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  let served: ServedMetrics;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
    served = await serveWorkerMetrics(worker.deps.metrics, { metricsPort: 0, metricsHost }, worker.deps.log);
  });
  afterAll(async () => {
    await served.close();
    await worker.close();
    await database.drop();
  });

  const read = async () => (await fetch(`http://${metricsHost}:${portOf(served)}/metrics`)).text();

  it('cover waiting jobs, finished jobs and the process', async () => {
    await addJob(worker.deps, submissionJobs.judge, { gameId: 4711, partition: 0 });
    expect(await read()).toMatch(/^queue_jobs\{queue="submission",state="waiting"\} 1$/m);
    await worker.drain();
    const text = await read();
    expect(text).toMatch(/^oldest_waiting_answer_seconds 0$/m);
    expect(text).toMatch(/^job_duration_seconds_count\{job="judge-submissions",outcome="done"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    // In labels: a number of bytes can have the same digits by chance.
    expect(text).not.toMatch(/\{[^}]*4711/);
  });

  it('count verdicts by result, and measure the time to them', async () => {
    const { challenge } = await buildChallenge(database.db, { flags: ['flag{right}'] });
    const { gameId, id } = challenge;
    const joined = await buildParticipation(database.db, { gameId });
    for (const text of ['flag{wrong}', 'flag{right}']) await buildSubmission(database.db, joined, challenge, text);
    await worker.run(submissionJobs.judge, { gameId, partition: judgePartition(id) });
    const text = await read();
    expect(text).toMatch(/^submission_verdicts_total\{result="Accepted"\} 1$/m);
    expect(text).toMatch(/^submission_verdicts_total\{result="WrongAnswer"\} 1$/m);
    expect(text).toMatch(/^submission_verdict_seconds_count 2$/m);
  });

  it('have containers, database, Redis and build', async () => {
    const text = await read();
    expect(text).toMatch(/^containers\{state="running"\} 0$/m);
    expect(text).toMatch(/^database_connections\{state="active"\} [1-9]/m);
    expect(text).toMatch(/^redis_clients [1-9]/m);
    expect(text).toMatch(/^build_info\{version="\d[^"]*",commit="\w+"\} 1$/m);
  });

  it('have the last backup, once there is one', async () => {
    expect(await read()).not.toMatch(/^backup_/m);
    await database.sql`insert into backups (name, place, made_at, size_bytes, missing_files, verified_at, faults)
      values ('a', '/b', now() - interval '1 hour', 1, 0, now(), 3)`;
    const text = await vi.waitUntil(async () => {
      const found = await read();
      return /^backup_age_seconds /m.test(found) && found;
    }, 30_000);
    expect(text).toMatch(/^backup_age_seconds 36\d\d/m);
    expect(text).toMatch(/^backup_faults 3$/m);
    // There is no schedule.
    expect(text).not.toMatch(/^backup_every_seconds /m);
  });

  it('leave out what does not answer, and nothing else', async () => {
    const registry = new Registry();
    const silent = Object.assign(() => new Promise(() => undefined), {}) as unknown as Sql;
    const refused = () => Promise.reject(new Error('Redis is away.'));
    const { config, redis, databaseClock } = worker.deps;
    registerPlatformMetrics(registry, { config, database: { sql: silent }, redis, databaseClock }, refused);
    const text = await registry.metrics();
    expect(text).not.toMatch(/^(database_|backup_|workers_living|queue_jobs|oldest_)/m);
    expect(text).toMatch(/^redis_ping_seconds \d/m);
    expect(text).toMatch(/^build_info/m);
  });

  it('are served by four workers of one machine, at METRICS_PORT and the ports after it', async () => {
    const warned: string[] = [];
    const log = { info: () => {}, warn: (...given: unknown[]) => void warned.push(String(given.at(-1))) };
    const serve = (metricsPort: number) =>
      serveWorkerMetrics(
        { ...worker.deps.metrics, registry: new Registry() },
        { metricsPort, metricsHost },
        log as never,
      );
    const free = await serve(0);
    const metricsPort = portOf(free);
    await free.close();
    const workers: ServedMetrics[] = [];
    for (let count = 0; count < 5; count += 1) workers.push(await serve(metricsPort));
    const ports = workers.map((one) => one.server && portOf(one));
    // Other programs of the machine may have one of the ports.
    expect(ports[0]).toBe(metricsPort);
    expect(
      ports.filter((port) => port !== null && port >= metricsPort && port < metricsPort + 4).length,
    ).toBeGreaterThan(1);
    expect(ports.at(-1)).toBeNull();
    expect(warned.at(-1)).toContain('METRICS_PORT and the 3 ports after it are taken');
    for (const one of workers) await one.close();
    expect(await read()).toContain('queue_jobs');
  });

  it('are not served where no port is named', async () => {
    const none = await serveWorkerMetrics(worker.deps.metrics, { metricsPort: null, metricsHost }, worker.deps.log);
    expect(none.server).toBeNull();
  });
});
