import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { doctorJobs, WorkerFindings } from '@vexil/contract/doctor';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { createFakeEngine } from '@vexil/engine/fake';
import { waitForAnswer } from '@vexil/runtime/worker-request';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { type SmtpStandIn, startSmtp } from '../../testing/smtp';
import { createTestWorker, type TestWorker, type TestWorkerOptions } from '../../testing/worker';

let database: TestDatabase;
let smtp: SmtpStandIn;
const workers: TestWorker[] = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  smtp = await startSmtp();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});
afterAll(async () => {
  await smtp.close();
  await database.drop();
});

async function inspect(options: Partial<TestWorkerOptions>): Promise<WorkerFindings> {
  const worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), ...options });
  workers.push(worker);
  const requestId = randomUUID();
  await worker.run(doctorJobs.inspect, { requestId });
  return WorkerFindings.parse(await waitForAnswer(worker.deps, requestId, 0));
}

it('says what the engine enforces, whether the mail server lets it in, and how it runs', async () => {
  const found = await inspect({ engine: createFakeEngine(), config: { smtpUrl: smtp.url } });
  expect(found).toMatchObject({
    worker: hostname(),
    engines: [{ name: 'default', kind: 'fake', down: null, instances: 0 }],
    mail: { host: '127.0.0.1', refusal: null },
  });
  expect(found.openFilesMax).toBeGreaterThan(0);
  expect(smtp.mails).toEqual([]);
});

it('says why the engine and the mail server refuse', async () => {
  const engine = createFakeEngine();
  engine.setDown(true);
  const found = await inspect({ engine, config: { smtpUrl: smtp.url.replace(/:[^:@]+@/, ':wrong@') } });
  expect(found.engines).toMatchObject([{ down: expect.stringContaining('does not answer') }]);
  expect(found.mail?.refusal).toContain('535');
});

it('has neither where none is set', async () => {
  expect(await inspect({ engine: null, config: { smtpUrl: null } })).toMatchObject({ engines: [], mail: null });
});
