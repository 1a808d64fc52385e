import type { AddressInfo } from 'node:net';
import { submissionJobs } from '@vexil/contract/submission';
import { mailTokens } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { fullBelowBytes } from '@vexil/http/guard/limits';
import { beatHeart, endHeartbeat } from '@vexil/runtime/heartbeat';
import { addJob } from '@vexil/runtime/queues';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const plenty = 1e12;
let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ metricsPort: 0 });
  setFree(plenty);
});
afterEach(() => test.close());

function setFree(bytes: number | null) {
  test.deps.diskSpace = { freeBytes: async () => bytes };
}
const readyz = async () => {
  test.clock.advance(1000);
  return test.send({ url: '/readyz' });
};

describe('/readyz', () => {
  it('says degraded, and stays ready, while no worker lives', async () => {
    const alone = await readyz();
    expect(alone.status).toBe(200);
    expect(alone.body).toMatchObject({ status: 'degraded', workers: 'none', workersLiving: 0 });

    const { redis, keyPrefix } = test.deps;
    await Promise.all(['one', 'two', 'one'].map((id) => beatHeart(redis, keyPrefix, id)));
    expect((await readyz()).body).toMatchObject({ status: 'ok', workers: 'ok', workersLiving: 2 });
    await Promise.all(['one', 'two'].map((id) => endHeartbeat(redis, keyPrefix, id)));
    expect((await readyz()).body).toMatchObject({ status: 'degraded', workers: 'none' });
  });

  it('counts no worker whose last heartbeat is 15 seconds old', async () => {
    const { redis, keyPrefix } = test.deps;
    const [now] = await redis.time();
    await redis.zadd(`${keyPrefix}workers`, Number(now) - 15, 'gone', Number(now) - 10, 'late');
    expect((await readyz()).body).toMatchObject({ workersLiving: 1 });
  });

  it('reports waiting submissions, jobs and unsent mails, as the metrics do', async () => {
    const { challenge } = await buildChallenge(test.db);
    const built = await buildParticipation(test.db, { gameId: challenge.gameId });
    const minuteAgo = new Date(test.clock.now().getTime() - 59_000);
    await buildSubmission(test.db, built, challenge, { status: 'FlagSubmitted', submittedAt: minuteAgo });
    const account = await buildAccount(test.db);
    const now = test.clock.now().getTime();
    const mail = {
      accountId: account.id,
      purpose: 'ResetPassword' as const,
      email: account.email,
      accountState: 'x',
      language: 'en-US' as const,
      origin: 'https://ctf.test',
      createdAt: new Date(now),
      expiresAt: new Date(now + 3_600_000),
    };
    await test.db.insert(mailTokens).values([mail, { ...mail, sentAt: new Date(now) }]);
    const job = { gameId: challenge.gameId, partition: 0 };
    await addJob(test.deps, submissionJobs.judge, job);
    await addJob(test.deps, submissionJobs.judge, { ...job, partition: 1 }, { delayMs: 60_000 });

    const { body } = await readyz();
    expect(body).toMatchObject({
      oldestWaitingAnswerSeconds: 60,
      unsentMails: 1,
      jobs: { submission: { waiting: 1, delayed: 1, failed: 0 }, mail: { waiting: 0 } },
    });
    const server = test.app.metrics?.server.address() as AddressInfo | undefined;
    const { address = '', port = 0 } = server ?? {};
    expect(address).toBe('127.0.0.1');
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^workers_living 0$/m);
    expect(metrics).toMatch(/^oldest_waiting_answer_seconds 60$/m);
    expect(metrics).toMatch(/^mails_unsent 1$/m);
    expect(metrics).toMatch(/^queue_jobs\{queue="submission",state="delayed"\} 1$/m);
    expect(metrics).toMatch(/^disk_free_bytes 1000000000000$/m);
  });
});

describe('a machine whose clock is wrong', () => {
  it('degrades /readyz and is in the metrics', async () => {
    const skewMs = vi.spyOn(test.deps.databaseClock, 'skewMs').mockReturnValue(-61_500);
    test.clock.advance(1001);
    const { status, body } = await test.send({ url: '/readyz' });
    expect([status, body]).toMatchObject([200, { status: 'degraded', clock: 'wrong', clockSkewMs: -61_500 }]);
    expect(await test.app.metrics?.registry.metrics()).toMatch(/^clock_skew_seconds -61.5$/m);
    skewMs.mockRestore();
  });
});

describe('the age of /readyz', () => {
  const probe = () => test.send({ url: '/readyz' });

  it('is a second at most: one check for all probes of that time, and a failure is seen after it', async () => {
    let checks = 0;
    test.deps.storage.check = async () => {
      checks += 1;
    };
    const start = test.clock.now().getTime();
    test.clock.stopAt(new Date(start));
    const first = await probe();
    expect(first.status).toBe(200);
    for (const { status } of await Promise.all([probe(), probe(), probe()])) expect(status).toBe(200);
    expect(checks).toBe(1);
    test.deps.storage.check = () => Promise.reject(new Error('gone'));
    test.clock.stopAt(new Date(start + 999));
    expect(await probe()).toMatchObject({ status: 200, body: first.body });
    test.clock.stopAt(new Date(start + 1000));
    expect(await probe()).toMatchObject({ status: 503, body: { status: 'failed', storage: 'failed' } });
  });

  it('lets it turn 503 a second after the database is gone', async () => {
    expect((await readyz()).status).toBe(200);
    await test.deps.database.close();
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'failed', database: 'failed' } });
  });

  it('is nothing once the server begins to stop', async () => {
    expect((await readyz()).status).toBe(200);
    const stopped = test.app.drain.run({ noticeMs: 0, finishMs: 0 });
    expect(await probe()).toMatchObject({ status: 503, body: { status: 'stopping' } });
    await stopped;
  });
});

describe('/readyz?exclude=', () => {
  const probe = (exclude: string) => {
    test.clock.advance(1000);
    return test.send({ url: `/readyz?exclude=${exclude}` });
  };

  it('keeps a server in a balancer while Redis is gone, and says that it is degraded', async () => {
    await beatHeart(test.deps.redis, test.deps.keyPrefix, 'one');
    expect(await probe('redis')).toMatchObject({ status: 200, body: { status: 'ok' } });
    test.deps.redis.ping = (() => Promise.reject(new Error('gone'))) as typeof test.deps.redis.ping;
    expect(await probe('redis')).toMatchObject({ status: 200, body: { status: 'degraded', redis: 'failed' } });
    expect(await probe('')).toMatchObject({ status: 503, body: { status: 'failed', redis: 'failed' } });
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'failed', redis: 'failed' } });
  });

  it('takes a server out where another part fails, and where it stops', async () => {
    test.deps.storage.check = () => Promise.reject(new Error('gone'));
    expect(await probe('redis')).toMatchObject({ status: 503, body: { status: 'failed', storage: 'failed' } });
    expect(await probe('redis,storage')).toMatchObject({ status: 200, body: { storage: 'failed' } });
    expect(await probe('redis&exclude=storage')).toMatchObject({ status: 200, body: { storage: 'failed' } });
    const stopped = test.app.drain.run({ noticeMs: 0, finishMs: 0 });
    expect(await probe('redis,storage')).toMatchObject({ status: 503, body: { status: 'stopping' } });
    await stopped;
  });

  it('refuses what is no part', async () => {
    const title = 'exclude: must name parts: database, migrations, redis, storage';
    expect(await probe('reddis')).toMatchObject({ status: 400, body: { title } });
    expect((await probe('constructor')).status).toBe(400);
  });
});

describe('a full disk', () => {
  it('has what would be stored refused with 507, while reads go on and the server stays ready', async () => {
    const account = await buildAccount(test.db);
    const create = () =>
      test.send({
        method: 'POST',
        url: '/api/team',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ name: 'Late comers' }),
        as: account,
      });
    setFree(fullBelowBytes - 1);
    const refusal = await create();
    expectError(refusal, 'request.noSpace');
    expect(refusal.status).toBe(507);
    expect(refusal.headers['retry-after']).toBe('30');
    expect((await test.send({ url: '/api/game' })).status).toBe(200);
    const ready = await readyz();
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ status: 'degraded', disk: 'full', diskFreeBytes: fullBelowBytes - 1 });

    setFree(fullBelowBytes);
    expect((await create()).status).toBe(200);
    expect((await readyz()).body).toMatchObject({ disk: 'low' });
  });

  it('of Redis, which then refuses PING too, takes no server out of a balancer', async () => {
    await beatHeart(test.deps.redis, test.deps.keyPrefix, 'one');
    const words = 'MISCONF Errors writing to the AOF file: No space left on device';
    const failPing = (error: Error) => {
      test.deps.redis.ping = (() => Promise.reject(error)) as typeof test.deps.redis.ping;
    };
    failPing(Object.assign(new Error(words), { name: 'ReplyError' }));
    expect(await readyz()).toMatchObject({ status: 200, body: { status: 'degraded', redis: 'full' } });
    failPing(new Error('Connection is closed.'));
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'failed', redis: 'failed' } });
  });

  it('of a file storage is reported as full, and takes no server out of a balancer', async () => {
    test.deps.storage.check = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    expect(await readyz()).toMatchObject({ status: 200, body: { status: 'degraded', storage: 'full' } });
    test.deps.storage.check = () => Promise.reject(new Error('no bucket'));
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'failed', storage: 'failed' } });
  });

  it.each([
    ['PostgreSQL', { code: '53100', severity: 'ERROR' }],
    ['PostgreSQL that ends of it', { code: '53100', severity: 'PANIC' }],
    ['a file', { code: 'ENOSPC' }],
  ])('met by %s is a 507', async (_case, fields) => {
    test.deps.diskSpace = { freeBytes: () => Promise.reject(Object.assign(new Error('No space left'), fields)) };
    const reply = await test.send({ method: 'POST', url: '/api/team' });
    expectError(reply, 'request.noSpace');
  });
});
