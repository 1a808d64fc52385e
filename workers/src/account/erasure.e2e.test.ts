import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { ownDataJobs, ownDataRoutes as routes } from '@vexil/contract/own-data';
import { erasedAfterMs } from '@vexil/contract/own-data.limits';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type AccountRow, accounts, apiTokens, mailTokens, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { captures } from '@vexil/db/schema/capture';
import { files } from '@vexil/db/schema/file';
import { gameStaff, games } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { notices } from '@vexil/db/schema/notice';
import { accountErasures } from '@vexil/db/schema/own-data';
import { participations } from '@vexil/db/schema/participation';
import { rejudgings } from '@vexil/db/schema/rejudging';
import { accountLinks } from '@vexil/db/schema/sign-in';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { captureKey } from '@vexil/runtime/capture-key';
import { exportKey } from '@vexil/runtime/export-key';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { readBackup } from '@vexil/server/testing/backup';
import { buildFactor } from '@vexil/server/testing/factor';
import { connectHub, listen } from '@vexil/server/testing/live';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { patternOf } from './erase.queries';

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  const { database, deps, clock } = test;
  const config = { storage: deps.config.storage };
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock, config });
});
afterAll(async () => {
  await worker.close();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(games);
  await test.db.delete(teams);
  await test.db.delete(accounts);
});

const request = (as: AccountRow) => test.call(routes.requestErasure, { as });
const keep = (as: AccountRow) => test.call(routes.keepAccount, { as });
const state = async (as: AccountRow) => (await test.call(routes.erasure, { as })).body;
const sweep = () => worker.run(ownDataJobs.sweepErasures, {});
const isErased = async ({ id }: AccountRow) =>
  (await test.db.select().from(accountErasures).where(eq(accountErasures.accountId, id)))[0]?.erasedAt != null;

/** All rows of all tables as text. */
async function dump(): Promise<string> {
  const { sql } = test.database;
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(tables.length).toBeGreaterThan(55);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${sql(name)} t`;
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

const hits = (text: string, words: readonly string[]) =>
  text.split('\n').filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())));

async function storeFile(name: string): Promise<string> {
  const content = Buffer.concat([Buffer.from(`${name}\n`), randomBytes(30)]);
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([content]), 1000);
  await test.db.insert(files).values({ hash, name, sizeBytes });
  return hash;
}

const boardOf = async (id: number) => {
  const { body } = await test.call(scoreboardRoutes.get, { params: { id } });
  return body.items.map(({ rank, score, solvedCount }) => ({ rank, score, solvedCount }));
};

async function solve(built: Awaited<ReturnType<typeof buildParticipation>>, challengeId: number, accountId: string) {
  const { id: participationId, gameId } = built.participation;
  const { id: submissionId } = await buildSubmission(
    test.db,
    built,
    { id: challengeId },
    {
      accountId,
      status: 'Accepted',
      ip: '203.0.113.77',
    },
  );
  const fact = { participationId, challengeId, gameId, submissionId, accountId, solvedAt: new Date(Date.now() - 1000) };
  await test.db.insert(solves).values(fact);
}

describe('the erasure of the own account', () => {
  it('leaves no name, address or IP in a dump of everything, and boards as they were', async () => {
    const words = [
      'Quokka 77',
      'Wombat"8',
      'quokka@post.test',
      'old@post.test',
      '203.0.113.77',
      'Ann Lee-Quo',
      'S-4711',
      '555 0199',
      'Outback School',
      'Billabong',
    ];
    const account = await buildAccount(test.db, {
      userName: 'Quokka 77',
      email: 'quokka@post.test',
      realName: 'Ann Lee-Quo',
      stdNumber: 'S-4711',
      fields: { school: 'Outback School' },
      phone: '555 0199',
      bio: 'I am Quokka 77',
      ip: '203.0.113.77',
      avatarHash: await storeFile('Quokka 77.png'),
    });
    const { id: accountId } = account;
    await test.signIn(account);
    await test.db.update(sessions).set({ ip: '203.0.113.77' }).where(eq(sessions.accountId, accountId));
    await buildFactor(test, account, 'Phone of Quokka 77');
    const identity = { provider: 'uni', issuer: 'https://uni.test', subject: 'x', label: 'quokka@post.test' };
    await test.db.insert(accountLinks).values({ accountId, ...identity });
    await test.db.insert(apiTokens).values({ name: 'Bot of Quokka 77', tokenHash: 'a', creatorId: accountId });
    const mail = {
      accountId,
      purpose: 'ChangeEmail',
      email: 'old@post.test',
      accountState: '',
      language: 'en-US',
    } as const;
    await test.db.insert(mailTokens).values({ ...mail, origin: '', expiresAt: new Date(Date.now() + 1e6) });

    const game = await buildGame(test.db, { startAt: new Date(Date.now() - 9e6), endAt: new Date(Date.now() - 1000) });
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: true });
    const alone = { gameId: game.id, challengeId: challenge.id };
    const [team] = await test.db
      .insert(teams)
      .values({
        name: 'Quokka 77',
        bio: 'of Quokka 77',
        inviteToken: 'a'.repeat(32),
        captainId: accountId,
        soloOf: accountId,
      })
      .returning();
    if (!team) throw new Error('no team');
    await test.db.insert(teamMembers).values({ teamId: team.id, accountId });
    const built = await buildParticipation(test.db, {
      gameId: game.id,
      built: { team, captain: account, members: [account] },
    });
    const participationId = built.participation.id;
    const writeupHash = await storeFile('writeup of Quokka 77.pdf');
    const writeup = {
      writeupHash,
      writeupName: 'Quokka 77.pdf',
      writeupComment: 'Well done, Quokka 77',
      nameKey: 'quokka77',
    };
    await test.db.update(participations).set(writeup).where(eq(participations.id, participationId));
    const rivals = await buildParticipation(test.db, { gameId: game.id });
    await solve(built, challenge.id, accountId);
    await solve(rivals, challenge.id, rivals.captain.id);
    await test.db.update(submissions).set({ ip: null }).where(eq(submissions.accountId, rivals.captain.id));
    await test.db.insert(notices).values({ gameId: game.id, type: 'FirstBlood', values: ['Quokka 77', 'Gate'] });
    const effect = { reason: 'r', takesBack: false, state: 'Applied', gameId: game.id } as const;
    const moved = { teamId: team.id, name: 'Quokka 77', scoreBefore: 1, scoreAfter: 1, rankBefore: 1, rankAfter: 1 };
    await test.db.insert(rejudgings).values({ ...effect, teams: [moved] });
    await test.db.insert(gameStaff).values({ gameId: (await buildGame(test.db)).id, accountId, role: 'organiser' });
    const crew = await buildTeam(test.db, { membersCount: 2 });
    await test.db.insert(teamMembers).values({ teamId: crew.team.id, accountId });
    await test.db.update(teams).set({ captainId: accountId }).where(eq(teams.id, crew.team.id));

    const capture = { ...alone, participationId, fileName: 'a.pcap', recording: 'r', serverId: accountId };
    const times = { startedAt: new Date(), updatedAt: new Date(), state: 'stored' } as const;
    const theirs = { ...capture, participationId: rivals.participation.id };
    const shared = { ...capture, participationId: 0 };
    await test.db.insert(captures).values([
      { ...capture, ...times, clients: ['203.0.113.77'] },
      { ...shared, ...times, clients: ['198.51.100.1', '203.0.113.77'] },
      { ...theirs, ...times, clients: ['198.51.100.1'] },
    ]);
    for (const one of [capture, shared])
      await test.deps.storage.putObject(captureKey(one), Readable.from([Buffer.from('of 203.0.113.77')]), 20);
    await test.deps.storage.putObject(captureKey(theirs), Readable.from([Buffer.from('x')]), 10);
    await test.deps.storage.putObject(exportKey(accountId), Readable.from([Buffer.from('x')]), 10);

    await test.db.insert(auditEntries).values([
      {
        action: 'account.update',
        target: `account:${accountId}`,
        before: { userName: 'Wombat"8', email: 'old@post.test', realName: 'Ann Lee-Quo' },
        after: { userName: 'Quokka 77', email: 'quokka@post.test', phone: '555 0199', stdNumber: 'S-4711' },
      },
      { accountId, action: 'game.update', target: `game:${game.id}`, after: { title: 'x' }, ip: '203.0.113.77' },
      { action: 'game.setStaff', target: `game:${game.id}`, after: { userName: 'quokka 77' } },
      { action: 'game.update', target: `game:${game.id}`, after: { summary: 'Quokka 777 and aQuokka 77' } },
    ]);
    await test.db.insert(logs).values([
      { level: 'Information', userName: 'Wombat"8', ip: '203.0.113.77', message: 'Signed in' },
      { level: 'Information', userName: 'chief', message: 'Removed the second factors of Quokka 77' },
      { level: 'Information', userName: 'chief', message: 'Changed the settings' },
    ]);
    const { webhook } = await buildWebhook(test.db);
    const delivery = { webhookId: webhook.id, eventId: accountId, kind: 'Solve', happenedAt: new Date() } as const;
    await test.db.insert(webhookDeliveries).values({ ...delivery, data: { user: 'Quokka 77' }, state: 'Delivered' });
    const before = await boardOf(game.id);
    expect(hits(await dump(), words).length).toBeGreaterThan(15);
    expect(hits(await readBackup(test), words).length).toBeGreaterThan(19);

    // A proof of the factor is fresh.
    expect((await request(account)).status).toBe(200);
    await sweep();
    expect(await isErased(account)).toBe(false);
    test.clock.advance(erasedAfterMs);
    await sweep();
    expect(await isErased(account)).toBe(true);
    expect(hits(await dump(), words)).toEqual(hits(await dump(), ['Quokka 777']));
    const backup = (await readBackup(test)).replaceAll('\\', '');
    expect(backup).toContain('Changed the settings');
    expect(hits(backup, words)).toEqual(hits(backup, ['Quokka 777']));
    expect(await boardOf(game.id)).toEqual(before);
    expect(before).toHaveLength(2);
    expect(await test.db.$count(solves, eq(solves.accountId, accountId))).toBe(1);
    const [stored] = await test.db.select().from(teams).where(eq(teams.id, crew.team.id));
    expect(crew.members.map(({ id }) => id)).toContain(stored?.captainId);
    expect(await test.db.$count(teamMembers, eq(teamMembers.teamId, crew.team.id))).toBe(crew.members.length);
    for (const hash of [account.avatarHash ?? '', writeupHash])
      expect(await test.deps.storage.size(hash)).toBeUndefined();
    for (const one of [capture, shared]) expect(await test.deps.storage.statObject(captureKey(one))).toBeUndefined();
    expect(await test.deps.storage.statObject(captureKey(theirs))).toBeDefined();
    expect(await test.deps.storage.statObject(exportKey(accountId))).toBeUndefined();
    expect((await test.db.select().from(logs)).map(({ message }) => message)).toContain('Changed the settings');
    expectError(await test.call(accountRoutes.profile, { as: account }), 'account.unauthenticated');
    const login = { userName: `erased-${accountId.slice(-8)}`, password: testPassword };
    expectError(await test.call(accountRoutes.login, { body: login }), 'account.badCredentials');
    const erased = await test.db.select().from(auditEntries).where(eq(auditEntries.action, 'account.erase'));
    expect(erased).toMatchObject([{ target: `account:${accountId}`, accountId: null }]);
    await sweep();
    expect(await test.db.$count(auditEntries, eq(auditEntries.action, 'account.erase'))).toBe(erased.length);
  });

  it('ends live connections of the account', async () => {
    const admins = [await buildAccount(test.db, { role: 'Admin' }), await buildAccount(test.db, { role: 'Admin' })];
    const [leaving, staying] = admins as [AccountRow, AccountRow];
    for (const one of admins) await test.signIn(one);
    expect((await request(leaving)).status).toBe(200);
    test.clock.advance(erasedAfterMs);
    await test.db.update(sessions).set({ expiresAt: new Date(test.clock.now().getTime() + erasedAfterMs) });
    const address = await listen(test.app);
    const connect = async (as: AccountRow) => connectHub(`${address}/hub/admin`, await test.signIn(as));
    const [ended, open] = [await connect(leaving), await connect(staying)];
    await sweep();
    await vi.waitFor(() => expect(ended.isClosed()).toBe(true), 30_000);
    expect(open.isClosed()).toBe(false);
    await open.connection.stop();
  });

  it('is asked for once, however often, and does not happen where its owner changes their mind', async () => {
    const account = await buildAccount(test.db);
    expect(await state(account)).toBeNull();
    await test.signIn(account);
    const replies = await Promise.all(Array.from({ length: 50 }, () => request(account)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.dueAt}`)).size).toBe(1);
    expect(await state(account)).toEqual(replies[0]?.body);
    test.clock.advance(6 * 24 * 3_600_000);
    await sweep();
    expect((await keep(account)).status).toBe(200);
    expect((await keep(account)).status).toBe(200);
    expect(await state(account)).toBeNull();
    test.clock.advance(erasedAfterMs);
    await sweep();
    expect((await test.db.select().from(accounts))[0]?.userName).toBe(account.userName);
  });

  it('asks for the password, or for the factor where there is one', async () => {
    const account = await buildAccount(test.db);
    await test.signIn(account);
    await test.db.update(sessions).set({ provedAt: null });
    expectError(await request(account), 'account.stepUpRequired');
    await buildFactor(test, account);
    expectError(await request(account), 'account.stepUpRequired');
    expect(await state(account)).toBeNull();
  });

  it('is refused to captains whose team plays, who have to wait also when it plays later', async () => {
    const startAt = new Date(test.clock.now().getTime() - 1e6);
    const { id: gameId } = await buildGame(test.db, { startAt });
    const { captain, team, participation } = await buildParticipation(test.db, { gameId });
    const refused = await request(captain);
    expectError(refused, 'account.leadsPlayingTeam');
    expect(refused).toMatchObject({ status: 409, body: { title: expect.stringContaining(team.name) } });
    const pause = (pausedAt: Date | null, endAt: Date) =>
      test.db.update(games).set({ pausedAt, endAt }).where(eq(games.id, participation.gameId));
    const over = new Date(test.clock.now().getTime() - 1000);
    await pause(over, over);
    expectError(await request(captain), 'account.leadsPlayingTeam');
    await pause(null, over);
    expect((await request(captain)).status).toBe(200);
    test.clock.advance(erasedAfterMs);
    await pause(null, new Date(test.clock.now().getTime() + 1000));
    await sweep();
    expect(await isErased(captain)).toBe(false);
    await pause(null, over);
    await sweep();
    expect(await isErased(captain)).toBe(true);
  });

  it('waits for no game that is played alone', async () => {
    const [startAt, endAt] = [-1e6, 2 * erasedAfterMs].map((ms) => new Date(test.clock.now().getTime() + ms));
    const { id } = await buildGame(test.db, { startAt, endAt, individual: true });
    const player = await buildAccount(test.db);
    const { team } = await buildParticipation(test.db, {
      ...{ gameId: id, status: 'Accepted' },
      built: await buildTeam(test.db, { captainId: player.id, soloOf: player.id, name: player.userName }),
    });
    expect((await request(player)).status).toBe(200);
    test.clock.advance(erasedAfterMs);
    await sweep();
    expect(await isErased(player)).toBe(true);
    const [left] = await test.db.select().from(teams).where(eq(teams.id, team.id));
    expect(left?.name).not.toBe(player.userName);
  });

  it('keeps an administrator, of ten who ask at once and of two of whom one is deleted', async () => {
    const admins: AccountRow[] = [];
    while (admins.length < 10) admins.push(await buildAccount(test.db, { role: 'Admin' }));
    for (const one of admins) await test.signIn(one);
    const replies = await Promise.all(admins.map(request));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(9);
    const last = admins[replies.findIndex(({ status }) => status !== 200)] as AccountRow;
    const [other] = admins.filter(({ id }) => id !== last.id);
    expectError(await request(last), 'account.lastAdmin');
    await test.call(accountAdminRoutes.delete, { as: other as AccountRow, params: { userId: last.id } });
    test.clock.advance(erasedAfterMs);
    await sweep();
    expect(await test.db.$count(accounts, eq(accounts.role, 'Admin'))).toBe(1);
  });
});

describe('the pattern of erased words', () => {
  it('is of whole words, however they are written', async () => {
    const matches = async (text: string, words: string[]) =>
      (await test.database.sql<{ is: boolean }[]>`select ${text}::text ~* ${patternOf(words)} as is`)[0]?.is;
    const hostile = ['a.b', 'x*', '(y', '[z]', '\\d', '^$', 'a|b', '{2}', '-', '"q"', '名前', 'e\u0301'];
    for (const word of hostile) {
      expect(await matches(`by ${word}, now`, [word, '']), word).toBe(true);
      expect(await matches(JSON.stringify({ name: word }), [word]), word).toBe(true);
      expect(await matches('nothing of 7 words', [word]), word).toBe(false);
    }
    expect(await matches('channel', ['ann'])).toBe(false);
    expect(await matches('Ann', ['ann'])).toBe(true);
  });
});
