import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { auditRoutes } from '@vexil/contract/audit';
import { gameEditRoutes } from '@vexil/contract/game';
import { pauseRoutes } from '@vexil/contract/pause';
import { retentionJobs } from '@vexil/contract/retention';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type AccountRow, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { type CaptureRow, captureMatches, captures } from '@vexil/db/schema/capture';
import { caseQuestions, playTraces } from '@vexil/db/schema/evidence';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { participations } from '@vexil/db/schema/participation';
import { cheatFindings, solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildCapture, buildCaptureSearch } from '@vexil/db/testing/capture';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildCase, buildQuestion } from '@vexil/db/testing/evidence';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { captureKey } from '@vexil/runtime/capture-key';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const dayMs = 24 * 3_600_000;
const minute = 60_000;
const all = { addressesKeptDays: 7, capturesKeptDays: 7, writeupsKeptDays: 7 };

let test: TestApp;
let worker: TestWorker;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
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
  await test.db.delete(logs);
  await test.db.delete(auditEntries);
  await test.db.delete(captures);
  // The clock goes on for months.
  await test.signIn(admin);
  await test.db.update(sessions).set({ expiresAt: new Date(Date.UTC(2100, 0)) });
});

const sweep = () => worker.run(retentionJobs.sweep, {});
const now = () => test.clock.now().getTime();
const change = (id: number, body: object) => test.call(gameEditRoutes.update, { as: admin, params: { id }, body });

async function storeFile(): Promise<string> {
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([randomBytes(30)]), 1000);
  await test.db.insert(files).values({ hash, name: 'writeup.pdf', sizeBytes });
  return hash;
}

async function storeCapture(values: Parameters<typeof buildCapture>[1]): Promise<CaptureRow> {
  const row = await buildCapture(test.db, { clients: ['203.0.113.7'], ...values });
  await test.deps.storage.putObject(captureKey(row), Readable.from([Buffer.from('x')]), 10);
  return row;
}

/** A game that ends in a minute, in which a team did everything that is kept. */
async function build(values: Partial<typeof games.$inferInsert> = all) {
  const at = test.clock.now();
  const endAt = new Date(at.getTime() + minute);
  const game = await buildGame(test.db, { startAt: new Date(at.getTime() - 9e6), endAt, ...values });
  const gameId = game.id;
  const { challenge } = await buildChallenge(test.db, { gameId });
  const team = await buildParticipation(test.db, { gameId });
  const rivals = await buildParticipation(test.db, { gameId });
  const participationId = team.participation.id;
  const hashes = { addressHash: 'a'.repeat(16), deviceHash: 'd'.repeat(16) };
  const sent = { ip: '203.0.113.7', submittedAt: at, ...hashes };
  const right = await buildSubmission(test.db, team, challenge, { ...sent, status: 'Accepted' });
  const stolen = await buildSubmission(test.db, team, challenge, { ...sent, status: 'CheatDetected' });
  const solve = { participationId, challengeId: challenge.id, gameId, submissionId: right.id, solvedAt: at };
  await test.db.insert(solves).values(solve);
  const finding = { submitParticipationId: participationId, sourceParticipationId: rivals.participation.id };
  await test.db.insert(cheatFindings).values({ submissionId: stolen.id, gameId, ...finding });
  const opened = { participationId, challengeId: challenge.id, gameId, kind: 'Opened' as const, happenedAt: at };
  await test.db.insert(playTraces).values({ ...opened, ...hashes });
  const writeupHash = await storeFile();
  const writeup = { writeupHash, writeupName: 'a.pdf', writeupAt: at, writeupComment: 'Good', writeupGrade: 90 };
  await test.db.update(participations).set(writeup).where(eq(participations.id, participationId));
  const capture = await storeCapture({ gameId, challengeId: challenge.id, participationId, updatedAt: at });
  await buildCaptureSearch(test.db, capture);
  const line = { level: 'Information', userName: 'ada', ip: '203.0.113.7', message: 'Solved', time: at } as const;
  await test.db.insert(logs).values([
    { ...line, gameId },
    { ...line, gameId: null },
  ]);
  const entry = { target: 'x', action: 'notice.create', ip: '203.0.113.7', createdAt: at };
  await test.db.insert(auditEntries).values([{ ...entry, gameId }, entry]);
  return { gameId, challenge, team, rivals, participationId, writeupHash, capture };
}
type Built = Awaited<ReturnType<typeof build>>;

/** Rows that have an address or the hash of one. */
const ipsOf = async (gameId: number) => {
  const found = await Promise.all([
    ...[logs, auditEntries].map((table) => test.db.$count(table, and(eq(table.gameId, gameId), isNotNull(table.ip)))),
    test.db.$count(
      submissions,
      and(
        eq(submissions.gameId, gameId),
        or(isNotNull(submissions.ip), isNotNull(submissions.addressHash), isNotNull(submissions.deviceHash)),
      ),
    ),
    test.db.$count(
      playTraces,
      and(eq(playTraces.gameId, gameId), or(isNotNull(playTraces.addressHash), isNotNull(playTraces.deviceHash))),
    ),
  ]);
  return found.reduce((sum, one) => sum + one, 0);
};

async function left({ gameId, participationId, writeupHash, capture }: Built) {
  const [row] = await test.db.select().from(participations).where(eq(participations.id, participationId));
  return {
    addresses: await ipsOf(gameId),
    capture: (await test.deps.storage.statObject(captureKey(capture))) !== undefined,
    captureRow: await test.db.$count(captures, eq(captures.id, capture.id)),
    matches: await test.db.$count(captureMatches),
    writeup: row?.writeupHash !== null,
    writeupFile: (await test.deps.storage.size(writeupHash)) !== undefined,
  };
}
const everything = { addresses: 5, capture: true, captureRow: 1, matches: 1, writeup: true, writeupFile: true };
const nothing = { addresses: 0, capture: false, captureRow: 0, matches: 0, writeup: false, writeupFile: false };

const reports = async (gameId: number) => {
  const { body } = await test.call(auditRoutes.game, {
    as: admin,
    params: { id: gameId },
    query: { action: 'game.removeExpired' },
  });
  return body.data.map(({ after, target, userId }) => ({ after, target, userId }));
};
const reported = (gameId: number, after: object) => ({ after, target: `game:${gameId}`, userId: null });

describe('the sweep of what games keep for some days', () => {
  it('removes addresses, traffic and writeups when they are due, and writes down what', async () => {
    const built = await build();
    const { gameId } = built;
    const board = async () => (await test.call(scoreboardRoutes.get, { params: { id: gameId } })).body;
    const facts = async () => [
      await test.db.select().from(solves),
      await test.db.select().from(cheatFindings),
      (await test.db.select().from(submissions)).map(({ ip: _, addressHash: _a, deviceHash: _d, ...row }) => row),
    ];
    const [boardBefore, factsBefore] = [await board(), await facts()];
    test.clock.advance(7 * dayMs);
    await sweep();
    expect(await left(built)).toEqual(everything);
    test.clock.advance(minute);
    await sweep();
    expect(await left(built)).toEqual(nothing);
    expect(await facts()).toEqual(factsBefore);
    expect(await board()).toEqual(boardBefore);
    expect(boardBefore.items).toHaveLength(2);
    const [team] = await test.db.select().from(participations).where(eq(participations.id, built.participationId));
    expect(team).toMatchObject({ writeupName: null, writeupAt: null, writeupComment: '', writeupGrade: null });
    // Of the platform, not of the game.
    expect(await test.db.$count(logs, isNotNull(logs.ip))).toBe(1);
    expect(await test.db.$count(auditEntries, isNotNull(auditEntries.ip))).toBe(1);
    const once = [reported(gameId, { addresses: 5, captures: 1, writeups: 1 })];
    expect(await reports(gameId)).toEqual(once);
    await sweep();
    expect(await reports(gameId)).toEqual(once);
  });

  it.each([
    ['addressesKeptDays', { addresses: 0 }],
    ['capturesKeptDays', { capture: false, captureRow: 0, matches: 0 }],
    ['writeupsKeptDays', { writeup: false, writeupFile: false }],
  ])('removes nothing but what %s is about', async (name, gone) => {
    const built = await build({ [name]: 1 });
    test.clock.advance(dayMs + minute);
    await sweep();
    expect(await left(built)).toEqual({ ...everything, ...gone });
  });

  it('leaves a game alone that has no number of days, runs, or is paused until it has ended', async () => {
    const kept = await build({});
    const running = await build({ ...all, endAt: new Date(now() + 900 * dayMs) });
    const paused = await build();
    const pause = { as: admin, params: { id: paused.gameId } };
    expect((await test.call(pauseRoutes.pause, { ...pause, body: { reason: 'Power' } })).status).toBe(200);
    test.clock.advance(30 * dayMs);
    await sweep();
    expect((await left(kept)).addresses).toBe(5);
    expect((await left(running)).addresses).toBe(5);
    expect(await left(paused)).toMatchObject({ capture: true, writeup: true });
    // The end is a month later, and the seven days count from there.
    expect((await test.call(pauseRoutes.resume, pause)).status).toBe(200);
    test.clock.advance(6 * dayMs);
    await sweep();
    expect(await left(paused)).toMatchObject({ capture: true, writeup: true });
    test.clock.advance(dayMs + minute);
    await sweep();
    expect(await left(paused)).toMatchObject({ addresses: 0, capture: false, writeup: false });
    expect(await left(running)).toMatchObject({ capture: true, writeup: true });
    expect(await reports(kept.gameId)).toEqual([]);
  });

  it('follows a number that organisers shorten or take back later, and refuses others', async () => {
    const built = await build({ ...all, addressesKeptDays: null });
    const { gameId } = built;
    test.clock.advance(3 * dayMs);
    await sweep();
    expect(await left(built)).toEqual(everything);
    const shortened = await change(gameId, { capturesKeptDays: 2, writeupsKeptDays: null });
    expect(shortened.body).toMatchObject({ addressesKeptDays: null, capturesKeptDays: 2, writeupsKeptDays: null });
    await sweep();
    expect(await left(built)).toMatchObject({ addresses: 6, capture: false, writeup: true });
    test.clock.advance(30 * dayMs);
    await sweep();
    expect(await left(built)).toMatchObject({ writeup: true, writeupFile: true });
    for (const name of Object.keys(all)) {
      for (const days of [0, -1, 3651, 1.5, 'x', {}, 2 ** 53])
        expectError(await change(gameId, { [name]: days }), 'request.invalid');
    }
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.action, 'game.update'));
    expect(entries).toMatchObject([{ before: { capturesKeptDays: 7 }, after: { capturesKeptDays: 2 } }]);
  });

  it('keeps a writeup until its deadline, one that was handed in late, and a file that another row uses', async () => {
    const built = await build({ ...all, writeupRequired: true, writeupDeadline: new Date(now() + 3 * dayMs) });
    const { gameId, rivals, writeupHash } = built;
    test.clock.advance(9 * dayMs);
    await sweep();
    expect(await left(built)).toMatchObject({ writeup: true, capture: false });
    const late = { writeupHash, writeupName: 'b.pdf', writeupAt: test.clock.now() };
    await test.db.update(participations).set(late).where(eq(participations.id, rivals.participation.id));
    test.clock.advance(2 * dayMs);
    await sweep();
    expect(await left(built)).toMatchObject({ writeup: false, writeupFile: true });
    test.clock.advance(6 * dayMs);
    await sweep();
    expect((await left(built)).writeupFile).toBe(false);
    expect((await reports(gameId)).map(({ after }) => after)).toEqual([
      { writeups: 1 },
      { writeups: 1 },
      { addresses: 5, captures: 1 },
    ]);
  });

  it('removes PDFs that answer questions as it does writeups, and leaves texts, late ones and those of other games', async () => {
    const [built, other] = [await build(), await build({})];
    const answeredAt = test.clock.now();
    const hashes = [await storeFile(), await storeFile(), await storeFile()];
    const [first, late, elsewhere] = hashes;
    const { id } = await buildCase(test.db, built.team);
    const { id: otherId } = await buildCase(test.db, other.team);
    await buildQuestion(test.db, id, { answer: 'With gdb.', answerHash: first, answeredAt });
    await buildQuestion(test.db, id, { answerHash: late, answeredAt: new Date(answeredAt.getTime() + 3 * dayMs) });
    await buildQuestion(test.db, otherId, { answerHash: elsewhere, answeredAt });
    test.clock.advance(7 * dayMs + minute);
    await sweep();
    const rows = await test.db.select().from(caseQuestions).orderBy(caseQuestions.id);
    expect(rows.map(({ answerHash }) => answerHash)).toEqual([null, late, elsewhere]);
    expect(rows[0]).toMatchObject({ answer: 'With gdb.', answeredAt });
    const stored = await Promise.all(hashes.map((hash) => test.deps.storage.size(hash)));
    expect(stored).toEqual([undefined, 30, 30]);
    expect((await left(built)).writeup).toBe(false);
    expect(await reports(built.gameId)).toEqual([reported(built.gameId, { addresses: 5, captures: 1, writeups: 2 })]);
    expect(await reports(other.gameId)).toEqual([]);
    test.clock.advance(3 * dayMs);
    await sweep();
    expect(await test.deps.storage.size(late ?? '')).toBeUndefined();
  });

  it('gives addresses and traffic of practice mode days of their own', async () => {
    const built = await build({ ...all, practiceMode: true });
    const { gameId, challenge, team, participationId } = built;
    test.clock.advance(5 * dayMs);
    const at = test.clock.now();
    await buildSubmission(test.db, team, challenge, { ip: '203.0.113.8', submittedAt: at });
    const practised = await storeCapture({ gameId, challengeId: challenge.id, participationId, updatedAt: at });
    const open = { gameId, challengeId: challenge.id, participationId, state: 'open', updatedAt: at } as const;
    await buildCapture(test.db, open);
    test.clock.advance(3 * dayMs);
    await sweep();
    expect(await ipsOf(gameId)).toBe(1);
    expect(await test.deps.storage.statObject(captureKey(practised))).toBeDefined();
    test.clock.advance(4 * dayMs);
    await sweep();
    expect(await ipsOf(gameId)).toBe(0);
    expect(await test.deps.storage.statObject(captureKey(practised))).toBeUndefined();
    // Its server stores or discards it.
    expect((await test.db.select().from(captures)).map(({ state }) => state)).toEqual(['open']);
  });

  it('goes on where a worker was killed, and counts once with several at the same time', async () => {
    const built = await build();
    const { gameId, challenge, participationId } = built;
    const at = test.clock.now();
    const more: CaptureRow[] = [];
    while (more.length < 50)
      more.push(await storeCapture({ gameId, challengeId: challenge.id, participationId, updatedAt: at }));
    const line = { level: 'Information', gameId, ip: '203.0.113.9', message: 'Wrong', time: at } as const;
    await test.db.insert(logs).values(Array.from({ length: 2500 }, () => line));
    test.clock.advance(8 * dayMs);
    const { storage } = worker.deps;
    const deleteObject = storage.deleteObject.bind(storage);
    let deleted = 0;
    const dying = vi.spyOn(storage, 'deleteObject').mockImplementation(async (key) => {
      deleted += 1;
      if (deleted > 25) throw new Error('killed');
      await deleteObject(key);
    });
    await expect(sweep()).rejects.toThrow('killed');
    dying.mockRestore();
    // The rows of the batch that was not finished are there, and five of their files are not.
    expect(await test.db.$count(captures)).toBe(31);
    expect(await reports(gameId)).toEqual([reported(gameId, { addresses: 2505, captures: 20 })]);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await left(built)).toEqual(nothing);
    for (const row of more) expect(await test.deps.storage.statObject(captureKey(row))).toBeUndefined();
    const sum = { addresses: 0, captures: 0, writeups: 0 };
    for (const { after } of await reports(gameId))
      for (const [kind, count] of Object.entries(after ?? {})) sum[kind as keyof typeof sum] += Number(count);
    expect(sum).toEqual({ addresses: 2505, captures: 51, writeups: 1 });
  });

  it('clears addresses but no files where the storage belongs to another database', async () => {
    const built = await build();
    await test.deps.storage.putObject('owner', Readable.from([Buffer.from('another')]), 10);
    test.clock.advance(8 * dayMs);
    await sweep();
    expect(await left(built)).toEqual({ ...everything, addresses: 0 });
    await test.deps.storage.deleteObject('owner');
    await sweep();
    expect(await left(built)).toEqual(nothing);
  });
});
