import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ownDataJobs, ownDataRoutes as routes } from '@vexil/contract/own-data';
import { exportEveryMs, exportKeptMs } from '@vexil/contract/own-data.limits';
import { type AccountRow, accounts, apiTokens, mailTokens, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { accountExports } from '@vexil/db/schema/own-data';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { accountLinks } from '@vexil/db/schema/sign-in';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { exportKey } from '@vexil/runtime/export-key';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { buildFactor } from '@vexil/server/testing/factor';
import { unzip } from '@vexil/server/testing/package';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type SmtpStandIn, startSmtp } from '../../testing/smtp';
import { createTestWorker, type TestWorker } from '../../testing/worker';

let test: TestApp;
let worker: TestWorker;
let smtp: SmtpStandIn;
beforeAll(async () => {
  smtp = await startSmtp();
  test = await createTestApp({ smtpUrl: smtp.url, publicUrl: 'https://ctf.test' });
  const config = { smtpUrl: smtp.url, storage: test.deps.config.storage };
  const { database, deps, clock } = test;
  worker = await createTestWorker({
    database,
    redisUrl: inject('redisUrl'),
    keyPrefix: deps.keyPrefix,
    clock,
    config,
  });
});
afterAll(async () => {
  await worker.close();
  await test.close();
  await smtp.close();
});

const request = (as: AccountRow) => test.call(routes.requestExport, { as });
const state = async (as: AccountRow) => (await test.call(routes.export, { as })).body;
const run = (as: AccountRow) => worker.run(ownDataJobs.export, { accountId: as.id });
const sweep = () => worker.run(ownDataJobs.sweepExports, {});

async function download(as: AccountRow) {
  const headers = { cookie: await test.signIn(as) };
  return test.app.inject({ url: routes.downloadExport.path, headers });
}

type Data = Record<string, Record<string, unknown>[]>;

async function readArchive(as: AccountRow): Promise<{ data: Data; entries: Record<string, unknown>; text: string }> {
  const reply = await download(as);
  expect(reply.statusCode).toBe(200);
  const entries = await unzip(reply.rawPayload);
  return { data: entries['data.json'] as Data, entries, text: JSON.stringify(entries) };
}

async function storeFile(content: Buffer, contentType: string): Promise<string> {
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([content]), 1000);
  await test.db.insert(files).values({ hash, name: 'file', contentType, sizeBytes });
  return hash;
}

describe('an archive of the own data', () => {
  it('has what is stored about the account and its files, and nothing of others or secret', async () => {
    const [avatar, writeup] = [randomBytes(30), randomBytes(40)];
    const built = await buildParticipation(test.db);
    const { captain: account, participation } = built;
    const { gameId } = participation;
    const { challenge } = await buildChallenge(test.db, { gameId, title: 'Gate' });
    const other = await buildParticipation(test.db, { gameId });
    const avatarHash = await storeFile(avatar, 'image/webp');
    const field = (id: string, name: string) => ({
      ...{ id, name, kind: 'Text' as const, choices: [], required: false, visibility: 'Staff' as const },
    });
    const asked = { key: 'accountPolicy.fields', value: JSON.stringify([field('a1', 'School'), field('a2', 'Club')]) };
    await test.db.insert(configEntries).values(asked);
    await test.db
      .update(games)
      .set({ fields: [field('b1', 'Shirt')] })
      .where(eq(games.id, gameId));
    await test.db
      .update(participationMembers)
      .set({ fields: { b1: 'XL' } })
      .where(eq(participationMembers.accountId, account.id));
    const given = { avatarHash, realName: 'Ann Lee', fields: { a1: 'North' } };
    await test.db.update(accounts).set(given).where(eq(accounts.id, account.id));
    const values = {
      writeupHash: await storeFile(writeup, 'application/pdf'),
      writeupComment: 'weak',
      writeupGrade: 3,
    };
    await test.db.update(participations).set(values).where(eq(participations.id, participation.id));
    const { id: accountId } = account;
    await test.signIn(account);
    await buildFactor(test, account);
    await test.db.insert(apiTokens).values({ name: 'bot', tokenHash: 'f'.repeat(64), creatorId: accountId });
    const link = { provider: 'uni', issuer: 'https://uni.test', subject: 'ann-7', label: 'ann@uni.test' };
    await test.db.insert(accountLinks).values({ ...link, accountId });
    const answered = await buildSubmission(test.db, built, challenge, { answer: 'flag{mine}', status: 'Accepted' });
    await buildSubmission(test.db, built, challenge, { answer: 'flag{stolen}', status: 'CheatDetected' });
    await buildSubmission(test.db, other, challenge, { answer: 'flag{theirs}' });
    const common = { gameId, challengeId: challenge.id, participationId: participation.id, accountId };
    await test.db.insert(solves).values({ ...common, submissionId: answered.id, solvedAt: new Date() });
    await test.db
      .insert(containers)
      .values({ ...common, kind: 'Team', image: 'secret.test/image', expiresAt: new Date() });
    await buildAward(test.db, built, { points: -30, hintId: 1, challengeId: challenge.id, accountId });
    await test.db.insert(auditEntries).values([
      { action: 'account.update', target: `account:${accountId}`, before: { bio: '' }, after: { bio: 'Chess' } },
      {
        accountId,
        action: 'account.update',
        target: 'account:x',
        after: { realName: 'Someone Else' },
        ip: '192.0.2.9',
      },
    ]);
    await test.db.insert(logs).values([
      { level: 'Information', kind: 'account', userName: account.userName, ip: '192.0.2.7', message: 'Signed in' },
      { level: 'Information', kind: 'submission', userName: account.userName, message: 'with a flag of team Other' },
    ]);

    await request(account);
    await run(account);
    const { data, entries, text } = await readArchive(account);
    expect(data.account).toMatchObject([{ userName: account.userName, email: account.email, realName: 'Ann Lee' }]);
    expect(data.account).toMatchObject([{ fields: { School: 'North' } }]);
    expect(data.sessions).toMatchObject([{ ip: '127.0.0.1' }]);
    expect(data.factors).toHaveLength(1);
    expect(data.tokens).toMatchObject([{ name: 'bot' }]);
    expect(data.signInLinks).toMatchObject([link]);
    expect(data.teams).toMatchObject([{ name: built.team.name, isCaptain: true }]);
    expect(data.participations).toMatchObject([{ team: built.team.name, status: 'Accepted', fields: { Shirt: 'XL' } }]);
    expect(data.submissions).toMatchObject([
      { challenge: 'Gate', answer: 'flag{mine}', status: 'Accepted' },
      { challenge: 'Gate', answer: 'flag{stolen}', status: 'WrongAnswer' },
    ]);
    expect(data.solves).toMatchObject([{ challenge: 'Gate' }]);
    expect(data.instances).toMatchObject([{ challenge: 'Gate', kind: 'Team' }]);
    expect(data.hints).toMatchObject([{ challenge: 'Gate', price: 30 }]);
    expect(data.changesOfAccount).toMatchObject([{ after: { bio: 'Chess' } }]);
    expect(data.changesByAccount).toMatchObject([{ target: 'account:x', ip: '192.0.2.9' }]);
    expect(data.log).toContainEqual(expect.objectContaining({ message: 'Signed in', ip: '192.0.2.7' }));
    expect(entries[`files/${avatarHash}.webp`]).toEqual(avatar);
    expect(entries[`files/${values.writeupHash}.pdf`]).toEqual(writeup);
    expect(text).not.toMatch(/argon2|flag\{theirs|Someone Else|flag of team|secret\.test|weak|CheatDetected/);
    for (const hidden of ['f'.repeat(64), 'secretSealed', other.captain.email]) expect(text).not.toContain(hidden);
  });

  it('names files that the storage has lost, and is made all the same', async () => {
    const account = await buildAccount(test.db);
    const avatarHash = await storeFile(randomBytes(20), 'image/png');
    await test.db.update(accounts).set({ avatarHash }).where(eq(accounts.id, account.id));
    await test.deps.storage.delete(avatarHash);
    await request(account);
    await run(account);
    expect((await readArchive(account)).data.missingFiles).toEqual([{ hash: avatarHash, name: 'file' }]);
  });

  it('is one job, however often it is asked for at once', async () => {
    const account = await buildAccount(test.db);
    await test.signIn(account);
    const before = await test.deps.queues.sweep.getJobCounts('wait');
    const replies = await Promise.all(Array.from({ length: 50 }, () => request(account)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.requestedAt}`)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ readyAt: null, expiresAt: null, sizeBytes: null });
    const after = await test.deps.queues.sweep.getJobCounts('wait');
    expect((after.wait ?? 0) - (before.wait ?? 0)).toBe(1);
    await run(account);
    const refused = await request(account);
    expectError(refused, 'request.tooMany');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    test.clock.advance(exportEveryMs);
    expect((await request(account)).body.readyAt).toBeNull();
  });

  it('is for the account alone, and asks a factor for a fresh proof', async () => {
    const [account, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    expect(await state(account)).toBeNull();
    await request(account);
    expectError(await test.call(routes.downloadExport, { as: account }), 'account.exportNotFound');
    await run(account);
    expect(await state(account)).toMatchObject({ readyAt: expect.any(Number), sizeBytes: expect.any(Number) });
    expect(await state(stranger)).toBeNull();
    expectError(await test.call(routes.downloadExport, { as: stranger }), 'account.exportNotFound');
    await buildFactor(test, account);
    await test.db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, account.id));
    for (const route of [routes.downloadExport, routes.requestExport])
      expectError(await test.call(route, { as: account }), 'account.stepUpRequired');
  });

  it('is mailed once in the language of the request, and not to an address that was not confirmed', async () => {
    const account = await buildAccount(test.db);
    const unsure = await buildAccount(test.db, { emailConfirmed: false });
    const before = smtp.mails.length;
    await test.call(routes.requestExport, { as: account, headers: { 'accept-language': 'de-DE' } });
    await request(unsure);
    for (const one of [unsure, account, account]) await run(one);
    const [mail, ...others] = (await smtp.until(before + 1)).slice(before);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [{ address: account.email }], subject: expect.stringContaining('Archiv') });
    expect(mail?.text).toContain('https://ctf.test/account/profile#own-data');
    expect(await test.db.$count(mailTokens, eq(mailTokens.accountId, account.id))).toBe(0);
  });

  it('is made by a sweep after a lost worker, and deleted when it has expired', async () => {
    const account = await buildAccount(test.db);
    await request(account);
    await test.deps.queues.sweep.drain();
    const killed = AbortSignal.abort(new Error('killed'));
    await expect(worker.run(ownDataJobs.export, { accountId: account.id }, { signal: killed })).rejects.toThrow();
    expect(await state(account)).toMatchObject({ readyAt: null });
    await sweep();
    const jobs = await test.deps.queues.sweep.getJobs(['wait', 'delayed', 'prioritized']);
    expect(jobs.map(({ data }) => data)).toContainEqual({ accountId: account.id });
    await run(account);
    expect(await state(account)).toMatchObject({ readyAt: expect.any(Number) });
    test.clock.advance(exportKeptMs);
    expect(await state(account)).toBeNull();
    expectError(await test.call(routes.downloadExport, { as: account }), 'account.exportNotFound');
    await sweep();
    expect(await test.db.$count(accountExports, eq(accountExports.accountId, account.id))).toBe(0);
    expect(await test.deps.storage.statObject(exportKey(account.id))).toBeUndefined();
  });

  it('goes with its account, and its row with a lost archive', async () => {
    const [gone, restored] = [await buildAccount(test.db), await buildAccount(test.db)];
    for (const account of [gone, restored]) {
      await request(account);
      await run(account);
    }
    await test.db.delete(accounts).where(eq(accounts.id, gone.id));
    await test.deps.storage.deleteObject(exportKey(restored.id));
    await sweep();
    expect(await test.deps.storage.statObject(exportKey(gone.id))).toBeUndefined();
    expect(await state(restored)).toBeNull();
  });
});
