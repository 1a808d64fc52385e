// What each check finds in an installation that is wrong in one thing.

import { Readable } from 'node:stream';
import { doctorJobs, type WorkerFindings } from '@vexil/contract/doctor';
import { backups } from '@vexil/db/schema/backup';
import { engines } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { freePort } from '@vexil/db/testing/free-port';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import type { Deps } from '@vexil/http/deps';
import { beatHeart, endHeartbeat } from '@vexil/runtime/heartbeat';
import { putAnswer } from '@vexil/runtime/worker-request';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { productInfo } from '../config/product';
import { examine } from './checks';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type ConfigChange = Partial<Deps['config']>;

async function codesOf(config: ConfigChange = {}, change: Partial<Deps> = {}): Promise<string[]> {
  const findings = await examine({ ...test.deps, ...change, config: { ...test.deps.config, ...config } });
  return findings.map(({ code }) => code);
}

const well: WorkerFindings = {
  worker: 'north',
  openFilesMax: 65_536,
  engines: [
    { name: 'north', kind: 'docker', down: null, instances: 3, memoryMiB: 4096, cpuTenths: 20, unenforced: [] },
  ],
  mail: { host: 'mail.test', refusal: null },
};

/** Findings of a platform whose worker answers so. */
async function codesWith(
  found: Partial<WorkerFindings>,
  config: ConfigChange = {},
  clockSkewMs: number | null = 0,
): Promise<string[]> {
  const { queues, redis, keyPrefix } = test.deps;
  const facts = { version: productInfo.version, engine: 'docker', isEngineUp: true, hasMail: true, host: 'north' };
  await beatHeart(redis, keyPrefix, 'one', { ...facts, clockSkewMs });
  let isOver = false;
  const answering = (async () => {
    while (!isOver) {
      for (const job of await queues.sweep.getJobs(['waiting'])) {
        if (job.name !== doctorJobs.inspect.name) continue;
        await job.remove();
        await putAnswer(test.deps, job.data.requestId, { ...well, time: Date.now(), ...found });
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  try {
    return await codesOf({ smtpUrl: 'smtp://mail.test', ...config });
  } finally {
    isOver = true;
    await answering;
    await endHeartbeat(redis, keyPrefix, 'one');
  }
}

describe('an installation whose Redis is gone', () => {
  it('has one fault, and what only Redis knows is unknown', async () => {
    const options = { maxRetriesPerRequest: 1, retryStrategy: () => 10 };
    const redis = new Redis(await freePort(), '127.0.0.1', options).on('error', () => undefined);
    const found = await examine({ ...test.deps, redis });
    redis.disconnect();
    const params = { reason: 'no connection to Redis' };
    const ofRedis = found.filter(({ code }) => /^(redis|clock|workers)/.test(code));
    expect(ofRedis).toEqual([
      { code: 'redis.failed', state: 'fault', params },
      { code: 'clock.failed', state: 'unknown', params },
      { code: 'workers.failed', state: 'unknown', params },
    ]);
  });
});

describe('PostgreSQL', () => {
  /** As one with other settings, or with other connections, would reply. */
  async function codesWhen(parts: { statement: string; row: object }[]) {
    const { sql } = test.deps.database;
    const reply = (strings: TemplateStringsArray, ...values: never[]) => {
      const part = parts.find(({ statement }) => strings.join('').includes(statement));
      return part ? Promise.resolve([part.row]) : sql(strings, ...values);
    };
    return codesOf({}, { database: { ...test.deps.database, sql: reply as unknown as typeof sql } });
  }

  it('is warned about where its settings risk data or slow it down', async () => {
    const row = {
      ...{ version: '18', fsync: 'off', fullPageWrites: 'off', autovacuum: 'off', commit: 'off' },
      ...{ buffers: '16MB', bufferBytes: 16 * 1024 ** 2 },
    };
    const names = ['fsyncOff', 'fullPageWritesOff', 'autovacuumOff', 'commitOff', 'buffersSmall'];
    const codes = await codesWhen([{ statement: 'server_version', row }]);
    expect(codes).toEqual(expect.arrayContaining(names.map((name) => `database.${name}`)));
    const good = { fsync: 'on', fullPageWrites: 'on', autovacuum: 'on', commit: 'on', bufferBytes: 1024 ** 3 };
    const without = await codesWhen([{ statement: 'server_version', row: { ...row, ...good } }]);
    expect(without.filter((code) => names.some((name) => code === `database.${name}`))).toEqual([]);
  });

  it('admits too few connections for the servers that are connected', async () => {
    const health = { statement: 'max_connections', row: { active: 1, idle: 30, inTransaction: 0, connectionsMax: 60 } };
    const seen = (connections: number, machines: number) => ({
      statement: 'client_addr',
      row: { connections, machines },
    });
    expect(await codesWhen([health, seen(10, 1)])).not.toContain('database.connectionsShort');
    expect(await codesWhen([health, seen(10, 3)])).toContain('database.connectionsShort');
    expect(await codesWhen([health, seen(40, 1)])).toContain('database.connectionsShort');
  });
});

describe('what only workers reach', () => {
  it('is well', async () => {
    const codes = await codesWith({});
    const expected = ['workers.run', 'engine.capacity', 'engine.enforced', 'mail.answers', 'clock.same'];
    expect(codes).toEqual(expect.arrayContaining(expected));
    expect(codes).not.toContain('workers.versions');
  });

  it('is an engine that is away, that enforces less, or that is missing', async () => {
    const nothing = { instances: 0, memoryMiB: null, cpuTenths: null, unenforced: [] };
    const engine = { name: 'north', kind: 'docker', down: 'no answer', ...nothing };
    expect(await codesWith({ engines: [engine] })).toContain('engine.down');
    const unenforced = [
      { what: 'storage', why: 'No quotas.' },
      { what: 'cannotReachHost', why: 'No rules.' },
    ] as const;
    const codes = await codesWith({ engines: [{ ...engine, down: null, unenforced: [...unenforced] }] });
    expect(codes).toEqual(expect.arrayContaining(['engine.answers', 'engine.storage', 'engine.cannotReachHost']));
    expect(codes).not.toContain('engine.enforced');
    expect(await codesWith({ engines: [] })).toContain('engine.missing');
    expect(await codesWith({ engines: [] }, { containerEngine: 'none' })).toContain('engine.off');
  });

  it('is an engine that is drained', async () => {
    const row = { kind: 'docker', state: 'draining' } as const;
    await test.db.insert(engines).values({ ...row, name: 'north' });
    await test.db.insert(engines).values({ ...row, name: 'gone', seenAt: new Date(0) });
    const config = { ...test.deps.config, containerEngine: 'docker' } as const;
    const findings = await examine({ ...test.deps, config });
    expect(findings.find(({ code }) => code === 'engine.drained')?.params).toEqual({ engines: 'north' });
    await test.db.delete(engines);
    expect(await codesWith({})).not.toContain('engine.drained');
  });

  it('is a host that instances share with the site, where there is an engine', async () => {
    const shared = { containerPublicHost: null, containerEngine: 'docker' } as const;
    expect(await codesWith({}, shared)).toContain('address.instancesShareHost');
    expect(await codesWith({ engines: [] }, shared)).not.toContain('address.instancesShareHost');
  });

  it('is a mail server that refuses, a clock that is late, and a low limit of files', async () => {
    const mail = { host: 'mail.test', refusal: '535 wrong password' };
    const codes = await codesWith({ mail, openFilesMax: 1024 }, {}, -60_000);
    expect(codes).toEqual(expect.arrayContaining(['mail.refuses', 'clock.differs', 'limits.filesFew']));
    expect(await codesWith({ mail: null })).toContain('mail.workerOff');
  });

  it('has another version', async () => {
    await beatHeart(test.deps.redis, test.deps.keyPrefix, 'two', {
      ...{ version: '0.0.1', engine: null, isEngineUp: true, hasMail: false, host: 'south', clockSkewMs: null },
    });
    expect(await codesWith({})).toContain('workers.versions');
    await endHeartbeat(test.deps.redis, test.deps.keyPrefix, 'two');
  });
});

describe('parts that do not answer', () => {
  it('are faults with a reason, and every other check is made', async () => {
    const redis = test.deps.redis.duplicate({ lazyConnect: true, enableOfflineQueue: false });
    const storage = { ...test.deps.storage, putObject: () => Promise.reject(new Error('read-only file system')) };
    const findings = await examine({ ...test.deps, redis, storage });
    redis.disconnect();
    const of = (code: string) => findings.find((one) => one.code === code);
    expect(of('redis.failed')).toMatchObject({ state: 'fault', params: { reason: expect.stringMatching(/\w/) } });
    expect(of('storage.failed')).toMatchObject({ state: 'fault', params: { reason: 'read-only file system' } });
    expect(of('database.answers')?.state).toBe('ok');
  });

  it('are storages that return other bytes, and disks that are full', async () => {
    const { storage } = test.deps;
    const broken = {
      ...storage,
      putObject: async () => undefined,
      readObject: () => Readable.from([Buffer.from('x')]),
      deleteObject: async () => undefined,
    };
    const diskSpace = { freeBytes: async () => 10 };
    const codes = await codesOf({}, { storage: broken as unknown as typeof storage, diskSpace });
    expect(codes).toEqual(expect.arrayContaining(['storage.differs', 'disk.full']));
    expect(await codesOf({}, { diskSpace: { freeBytes: async () => 1e9 } })).toContain('disk.low');
  });

  it('is a key of another database', async () => {
    expect(await codesOf({ secretKey: 'another key that is quite as long' })).toContain('key.wrong');
  });
});

describe('the operation', () => {
  it('has a second administrator, jobs that succeed and answers that are judged', async () => {
    await buildAccount(test.db, { role: 'Admin' });
    expect(await codesOf()).toEqual(
      expect.arrayContaining(['accounts.oneAdministrator', 'queues.well', 'solvers.well']),
    );
    await buildAccount(test.db, { role: 'Admin' });
    const failed = { getJobCounts: async () => ({ failed: 2 }) } as unknown as Deps['queues']['mail'];
    const later = { now: () => new Date(Date.now() + 60_000) };
    const joined = await buildParticipation(test.db);
    const { gameId } = joined.participation;
    const { challenge } = await buildChallenge(test.db, { gameId });
    await buildSubmission(test.db, joined, challenge, { status: 'FlagSubmitted' });
    const codes = await codesOf({}, { queues: { ...test.deps.queues, mail: failed }, clock: later });
    const expected = ['accounts.administrators', 'queues.jobsFailed', 'queues.answersWait'];
    expect(codes).toEqual(expect.arrayContaining(expected));
  });
});

describe('the last backup', () => {
  it('is missing, old, incomplete, faulty, or well', async () => {
    const store = async (values: Partial<typeof backups.$inferInsert>) => {
      await test.db.delete(backups);
      const made = { name: 'a.tar', place: '/backups', madeAt: new Date(), sizeBytes: 1, missingFiles: 0 };
      await test.db.insert(backups).values({ ...made, ...values });
      return (await codesOf()).filter((code) => code.startsWith('backup.'));
    };
    expect(await codesOf()).toContain('backup.none');
    expect(await store({})).toEqual(['backup.recent', 'backup.unverified']);
    expect(await store({ madeAt: new Date(Date.now() - 27 * 3_600_000) })).toContain('backup.old');
    const verified = { verifiedAt: new Date(), faults: 0 };
    expect(await store(verified)).toEqual(['backup.recent']);
    expect(await store({ ...verified, faults: 2, missingFiles: 1 })).toEqual([
      'backup.recent',
      'backup.incomplete',
      'backup.faulty',
    ]);
  });
});
