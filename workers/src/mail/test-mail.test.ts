import { randomUUID } from 'node:crypto';
import { mailJobs } from '@vexil/contract/mail';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { putRequest, waitForAnswer } from '@vexil/runtime/worker-request';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type SmtpStandIn, startSmtp } from '../../testing/smtp';
import { createTestWorker, type TestWorker } from '../../testing/worker';

let database: TestDatabase;
let smtp: SmtpStandIn;
const workers: TestWorker[] = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  smtp = await startSmtp();
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
  await smtp.close();
  await database.drop();
});

async function testMail(smtpUrl: string | null): Promise<unknown> {
  const worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), config: { smtpUrl } });
  workers.push(worker);
  const requestId = randomUUID();
  await putRequest(worker.deps, requestId, { to: 'operator@ctf.test', language: 'de-DE' });
  await worker.run(mailJobs.test, { requestId });
  return waitForAnswer(worker.deps, requestId, 0);
}

it('answers with what the mail server said', async () => {
  expect(await testMail(null)).toEqual({ problem: 'notConfigured', answer: null });
  expect(await testMail(smtp.url)).toEqual({ problem: null, answer: null });
  expect(smtp.mails).toMatchObject([{ subject: 'Testmail - Vexil', to: [{ address: 'operator@ctf.test' }] }]);
  smtp.refuse(550);
  expect(await testMail(smtp.url)).toMatchObject({ problem: 'recipient', answer: expect.stringContaining('550') });
  const wrong = smtp.url.replace(/:[^:@]+@/, ':wrong@');
  expect(await testMail(wrong)).toMatchObject({ problem: 'signIn', answer: expect.stringContaining('535') });
  expect(await testMail('smtp://127.0.0.1:1')).toMatchObject({ problem: 'unreachable' });
});
