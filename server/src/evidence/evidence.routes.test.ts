import { Readable } from 'node:stream';
import { challengeRoutes } from '@vexil/contract/challenge';
import { evidenceRoutes } from '@vexil/contract/evidence';
import { submissionMonitorRoutes, submissionRoutes } from '@vexil/contract/submission';
import type { FindingReason, TraceKind } from '@vexil/db/enums/evidence';
import type { AccountRow } from '@vexil/db/schema/account';
import { captureFindings } from '@vexil/db/schema/capture';
import { attachments, type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { playTraces, traceEpochs } from '@vexil/db/schema/evidence';
import { files } from '@vexil/db/schema/file';
import { type GameRow, games } from '@vexil/db/schema/game';
import { type NewSubmissionRow, solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildTrace } from '@vexil/db/testing/evidence';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { suspicions } from './findings.service';
import { TraceRecorder } from './trace-recorder';

const minute = 60_000;
const start = new Date(Date.now() - 600 * minute);
const atMinute = (minutes: number) => new Date(start.getTime() + minutes * minute);

let test: TestApp;
let monitor: AccountRow;
let game: GameRow;
let challenge: ChallengeRow;
let play: BuiltParticipation;
beforeAll(async () => {
  test = await createTestApp();
  monitor = await buildAccount(test.db, { role: 'Monitor' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db, { startAt: start, createdAt: atMinute(-60) });
  challenge = (await buildChallenge(test.db, { gameId: game.id })).challenge;
  play = await buildParticipation(test.db, { gameId: game.id, built: await buildTeam(test.db, { membersCount: 2 }) });
});

const evidence = async (participationId = play.participation.id, query: { count?: number; skip?: number } = {}) =>
  test.call(evidenceRoutes.get, { as: monitor, params: { id: game.id, participationId }, query });
const findings = async (query: { reason?: FindingReason; participationId?: number } = {}) =>
  (await test.call(submissionMonitorRoutes.findings, { as: monitor, params: { id: game.id }, query })).body;
const found = async (query: Parameters<typeof findings>[0] = {}) =>
  (await findings(query)).data.map(({ reason, team, other }) => [reason, team.name, other?.name ?? null]);
const traces = () =>
  test.db.select().from(playTraces).where(eq(playTraces.gameId, game.id)).orderBy(asc(playTraces.kind));

async function solve(team: BuiltParticipation, at: Date, of = challenge, values: Partial<NewSubmissionRow> = {}) {
  const row = { status: 'Accepted' as const, submittedAt: at, ...values };
  const { id: submissionId, participationId } = await buildSubmission(test.db, team, of, row);
  await test.db.insert(solves).values({
    ...{ participationId, challengeId: of.id, gameId: game.id, submissionId },
    ...{ accountId: team.captain.id, solvedAt: at },
  });
}

/** Other teams, which opened it at the start and took from an hour on. */
async function buildField(size: number): Promise<BuiltParticipation[]> {
  const teams: BuiltParticipation[] = [];
  for (let index = 0; index < size; index += 1) {
    const team = await buildParticipation(test.db, { gameId: game.id });
    await buildTrace(test.db, team, challenge.id, { happenedAt: start });
    await solve(team, atMinute(60 + index));
    teams.push(team);
  }
  return teams;
}

const recordSince = (since: Date) =>
  test.db.insert(traceEpochs).values({ since }).onConflictDoUpdate({ target: traceEpochs.id, set: { since } });

describe('what a team does first', () => {
  const openAs = (as: AccountRow, id = challenge.id) =>
    test.call(challengeRoutes.get, { as, params: { id: game.id, challengeId: id } });

  it('is recorded once, with the member, and without the address', async () => {
    await Promise.all([...play.members, ...play.members].map((as) => openAs(as)));
    await openAs(play.captain);
    await test.app.traces.idle();
    const rows = await traces();
    expect(rows).toMatchObject([{ kind: 'Opened', participationId: play.participation.id, challengeId: challenge.id }]);
    expect(play.members.map(({ id }) => id)).toContain(rows[0]?.accountId);
    expect(rows[0]?.addressHash).toMatch(/^[\w-]{16}$/);
    expect(rows[0]?.deviceHash).toBeNull();
  });

  it('keeps the first of two servers', async () => {
    await buildTrace(test.db, play, challenge.id, { happenedAt: start });
    await openAs(play.captain);
    await test.app.traces.idle();
    expect((await traces()).map(({ happenedAt }) => happenedAt)).toEqual([start]);
  });

  it('keeps its time where the database was away', async () => {
    const { database } = test.deps;
    const failing = vi.fn().mockRejectedValue(new Error('away'));
    const given = { ...database, sql: failing as unknown as typeof database.sql };
    const recorder = new TraceRecorder({ ...test.deps, database: given });
    const ids = { participationId: play.participation.id, challengeId: challenge.id, gameId: game.id };
    const trace = { ...ids, kind: 'Opened' as TraceKind, accountId: play.captain.id, client: { ip: '203.0.113.7' } };
    recorder.record({ ...trace, at: atMinute(1) });
    await recorder.idle();
    expect(await traces()).toEqual([]);
    given.sql = database.sql;
    recorder.record({ ...trace, kind: 'Loaded', at: atMinute(2) });
    await recorder.close();
    expect((await traces()).map(({ happenedAt }) => happenedAt)).toEqual([atMinute(1), atMinute(2)]);
  });

  it('is not recorded of a challenge that is refused, or of another team', async () => {
    const stranger = await buildAccount(test.db);
    expectError(await openAs(stranger), 'participation.missing');
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id));
    expectError(await openAs(play.captain), 'challenge.notFound');
    await test.app.traces.idle();
    expect(await traces()).toEqual([]);
  });

  it('is the load of an attachment by a member, and by no one else', async () => {
    const { hash: stored } = await test.deps.storage.put(Readable.from([Buffer.from('the file')]), 1024);
    await test.db
      .insert(files)
      .values({ hash: stored, name: 'it.zip', contentType: 'application/zip', sizeBytes: 8 })
      .onConflictDoNothing();
    const [row] = await test.db.insert(attachments).values({ type: 'Local', fileHash: stored }).returning();
    await test.db
      .update(challenges)
      .set({ attachmentId: row?.id ?? 0 })
      .where(eq(challenges.id, challenge.id));
    const load = async (as?: AccountRow) => {
      const headers = as ? { cookie: await test.signIn(as) } : {};
      return (await test.app.inject({ url: `/assets/${stored}/it.zip`, headers })).statusCode;
    };
    expect(await load()).toBe(200);
    expect(await load(await buildAccount(test.db))).toBe(200);
    await test.app.traces.idle();
    expect(await traces()).toEqual([]);
    expect(await load(play.captain)).toBe(200);
    await test.app.traces.idle();
    expect(await traces()).toMatchObject([{ kind: 'Loaded', accountId: play.captain.id, challengeId: challenge.id }]);
  });

  it('is left out where the team was deleted before it was written', async () => {
    const trace = {
      gameId: game.id,
      challengeId: challenge.id,
      accountId: null,
      at: new Date(),
      kind: 'Opened' as const,
    };
    test.app.traces.record({ ...trace, participationId: 999_999, client: { ip: '10.0.0.1' } });
    test.app.traces.record({ ...trace, participationId: play.participation.id, client: { ip: '10.0.0.1' } });
    await test.app.traces.idle();
    expect(await traces()).toMatchObject([{ participationId: play.participation.id, accountId: null }]);
  });
});

describe('a submission', () => {
  it('has equal hashes of equal addresses in a game, and others elsewhere', async () => {
    const submit = (as: AccountRow, id: number, challengeId: number) =>
      test.call(submissionRoutes.submit, { as, params: { id, challengeId }, body: { flag: 'flag{no}' } });
    const rival = await buildParticipation(test.db, { gameId: game.id });
    const { challenge: far } = await buildChallenge(test.db);
    const elsewhere = await buildParticipation(test.db, { gameId: far.gameId });
    await submit(play.captain, game.id, challenge.id);
    await submit(rival.captain, game.id, challenge.id);
    await submit(elsewhere.captain, far.gameId, far.id);
    const hashes = async (id: number) =>
      (await test.db.select().from(submissions).where(eq(submissions.gameId, id))).map(
        ({ addressHash }) => addressHash,
      );
    const [first, second] = await hashes(game.id);
    expect(first).toMatch(/^[\w-]{16}$/);
    expect(second).toBe(first);
    expect((await hashes(far.gameId))[0]).not.toBe(first);
  });
});

describe('GET /api/game/{id}/participations/{participationId}/evidence', () => {
  it('gives a line of time beside the median of the teams that solved it', async () => {
    await buildField(3);
    await buildTrace(test.db, play, challenge.id, { happenedAt: atMinute(1), addressHash: 'here', deviceHash: 'this' });
    await buildTrace(test.db, play, challenge.id, { kind: 'Loaded', happenedAt: atMinute(2) });
    await test.db.insert(containers).values({
      ...{ kind: 'Team', gameId: game.id, challengeId: challenge.id, participationId: play.participation.id },
      ...{
        state: 'destroyed',
        image: 'i',
        requestedAt: atMinute(3),
        expiresAt: atMinute(9),
        accountId: play.captain.id,
      },
    });
    await buildSubmission(test.db, play, challenge, { submittedAt: atMinute(4), addressHash: 'there' });
    await solve(play, atMinute(5));
    const { body } = await evidence();
    expect(body).toMatchObject({ length: 1, total: 1, team: { name: play.team.name, status: 'Accepted' } });
    const [line] = body.data;
    expect(line?.events.map(({ kind, status }) => [kind, status])).toEqual([
      ['Opened', null],
      ['Loaded', null],
      ['Started', null],
      ['Submitted', 'WrongAnswer'],
      ['Submitted', 'Accepted'],
    ]);
    expect(line?.events[0]).toMatchObject({ user: play.captain.userName, address: 'here', device: 'this', via: null });
    expect(line).toMatchObject({
      ...{ attempts: 2, solvedAt: atMinute(5).getTime(), spanMs: 4 * minute },
      field: { solvers: 4, medianMs: 60.5 * minute, fastestMs: 4 * minute },
    });
  });

  it('says nothing where nothing is known', async () => {
    await solve(play, atMinute(5));
    const [line] = (await evidence()).body.data;
    expect(line).toMatchObject({ spanMs: null, field: { solvers: 1, medianMs: null, fastestMs: null } });
  });

  it('has no drafts, but what the team answered before it was taken away', async () => {
    await buildChallenge(test.db, { gameId: game.id, title: 'Draft', isEnabled: false });
    await buildSubmission(test.db, play, challenge, { submittedAt: atMinute(1) });
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id));
    const { body } = await evidence();
    expect(body.data.map(({ challengeId }) => challengeId)).toEqual([challenge.id]);
    expect(body.total).toBe(1);
  });

  it('gives the first fifty submissions and the right one, and counts all', async () => {
    for (let index = 0; index < 60; index += 1)
      await buildSubmission(test.db, play, challenge, { submittedAt: atMinute(index) });
    await solve(play, atMinute(90));
    const [line] = (await evidence()).body.data;
    expect(line?.attempts).toBe(61);
    expect(line?.events).toHaveLength(51);
    expect(line?.events.at(-1)?.status).toBe('Accepted');
  });

  it('is of a team of the game, by pages, and for those who watch it', async () => {
    await buildChallenge(test.db, { gameId: game.id });
    expect((await evidence(undefined, { count: 1, skip: 1 })).body).toMatchObject({ length: 1, total: 2 });
    const elsewhere = await buildParticipation(test.db);
    expectError(await evidence(elsewhere.participation.id), 'participation.notFound');
    const params = { id: game.id, participationId: play.participation.id };
    expectError(await test.call(evidenceRoutes.get, { as: play.captain, params }), 'account.forbidden');
  });

  it('says whether openings are recorded since the start of the game', async () => {
    await recordSince(atMinute(-1));
    expect((await evidence()).body.isRecorded).toBe(true);
    await recordSince(atMinute(1));
    expect((await evidence()).body.isRecorded).toBe(false);
  });
});

describe('GET /api/game/{id}/findings', () => {
  it('has a solve without an opening only where openings are recorded since the start', async () => {
    await solve(play, atMinute(60));
    await recordSince(atMinute(1));
    expect(await found()).toEqual([]);
    await recordSince(atMinute(-1));
    expect(await found()).toEqual([['NotOpened', play.team.name, null]]);
    await test.db
      .update(games)
      .set({ createdAt: atMinute(1) })
      .where(eq(games.id, game.id));
    expect(await found(), 'of an imported event').toEqual([]);
    await test.db
      .update(games)
      .set({ createdAt: atMinute(-60) })
      .where(eq(games.id, game.id));
    await test.db
      .update(games)
      .set({ startAt: atMinute(-2) })
      .where(eq(games.id, game.id));
    expect(await found()).toEqual([]);
  });

  it('has an interval that is far below that of the fastest other team', async () => {
    await buildField(5);
    await buildTrace(test.db, play, challenge.id, { happenedAt: atMinute(100) });
    await solve(play, atMinute(101));
    expect((await findings({ reason: 'ShortInterval' })).data).toMatchObject([
      { team: { name: play.team.name }, spanMs: minute, boundMs: 15 * minute, challenge: challenge.title },
    ]);
  });

  it('has equal wrong answers in one order, and devices of two teams, on both sides', async () => {
    const rival = await buildParticipation(test.db, { gameId: game.id });
    for (const [index, team] of [play, rival].entries()) {
      for (const answer of ['a', 'b', 'c']) {
        const values = { answer, submittedAt: atMinute(10 * index), deviceHash: 'this' };
        await buildSubmission(test.db, team, challenge, values);
      }
    }
    const both = [
      ['SameAnswers', rival.team.name, play.team.name],
      ['SharedDevice', rival.team.name, play.team.name],
    ];
    expect((await found()).toSorted()).toEqual(both);
    expect((await found({ participationId: play.participation.id })).toSorted()).toEqual(both);
    expect(await found({ reason: 'SharedDevice' })).toEqual([both[1]]);
    const third = await buildParticipation(test.db, { gameId: game.id });
    expect(await found({ participationId: third.participation.id })).toEqual([]);
  });

  it('has what was found in captured traffic', async () => {
    const rival = await buildParticipation(test.db, { gameId: game.id });
    await test.db.insert(captureFindings).values({
      ...{ gameId: game.id, challengeId: challenge.id, participationId: play.participation.id, fileName: 'f' },
      ...{ sourceParticipationId: rival.participation.id, stream: 0, clientPort: 1, side: 'client', offset: 0 },
      ...{ length: 1, packet: 1, happenedAt: atMinute(7) },
    });
    expect(await found()).toEqual([['CaptureHit', play.team.name, rival.team.name]]);
  });

  it('leaves out teams that do not play', async () => {
    const waiting = await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' });
    await solve(waiting, atMinute(60));
    await recordSince(atMinute(-1));
    expect(await found()).toEqual([]);
  });

  it('is computed once for all who ask within some seconds', async () => {
    const holding = await createTestApp({}, { holdsShared: true });
    const reads = vi.spyOn(suspicions, 'read');
    const as = await buildAccount(holding.db, { role: 'Monitor' });
    const { id } = await buildGame(holding.db, { startAt: start });
    const ask = (query = {}) => holding.call(submissionMonitorRoutes.findings, { as, params: { id }, query });
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ask({ reason: 'SolveRun' })).body).toMatchObject({ total: 0 });
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
    await holding.close();
  });
});
