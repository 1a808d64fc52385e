import { healthRoutes as routes } from '@vexil/contract/health';
import type { AccountRow } from '@vexil/db/schema/account';
import { flags } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { cheatFindings, solves, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../../testing/app';

const hourMs = 3_600_000;

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const running = () => buildGame(test.db, { startAt: ago(3), endAt: ago(-24), writeupRequired: true });

async function read(gameId: number) {
  const reply = await test.call(routes.get, { as: admin, params: { id: gameId } });
  expect(reply.status).toBe(200);
  return reply.body;
}

const healthy = {
  incomplete: [],
  failedStarts: [],
  selfEnds: [],
  failedChecks: [],
  wrongFlags: [],
  unsolved: [],
  runningOut: [],
  unjudged: { count: 0, since: null },
  review: { count: 0, since: null },
  cheating: { count: 0, latest: null },
  writeups: { unread: 0, missing: 0 },
};

describe('GET /api/edit/games/{id}/health', () => {
  it('finds nothing in a game that is in order, and nothing before the start', async () => {
    const game = await running();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, title: 'Solved' });
    const team = await buildParticipation(test.db, { gameId: game.id });
    const { id } = await buildSubmission(test.db, team, challenge, { status: 'Accepted' });
    await test.db.insert(solves).values({
      gameId: game.id,
      challengeId: challenge.id,
      participationId: team.participation.id,
      submissionId: id,
      solvedAt: ago(1),
    });
    expect(await read(game.id)).toEqual(healthy);

    const later = await buildGame(test.db, { startAt: ago(-1), endAt: ago(-2) });
    await buildParticipation(test.db, { gameId: later.id, status: 'Pending' });
    expect(await read(later.id)).toEqual(healthy);
    expectError(await test.call(routes.get, { as: admin, params: { id: 987_654 } }), 'game.notFound');
  });

  it('names challenges without flag or image, those unsolved for two hours but not those just opened', async () => {
    const game = await running();
    const { challenge: open } = await buildChallenge(test.db, { gameId: game.id, title: 'Open' });
    const { challenge: fresh } = await buildChallenge(test.db, { gameId: game.id, title: 'Fresh' });
    await buildChallenge(test.db, { gameId: game.id, title: 'Off', isEnabled: false });
    const { challenge: imageless } = await buildChallenge(test.db, {
      gameId: game.id,
      title: 'Imageless',
      type: 'StaticContainer',
    });
    await test.db
      .insert(notices)
      .values({ gameId: game.id, type: 'NewChallenge', values: ['Fresh'], challengeId: fresh.id, publishedAt: ago(1) });
    const team = await buildParticipation(test.db, { gameId: game.id });
    const key = { gameId: game.id, challengeId: open.id, participationId: team.participation.id };
    await test.db.insert(teamChallenges).values({ ...key, submissionCount: 2 });
    const found = await read(game.id);
    expect(found.incomplete).toEqual([{ id: imageless.id, title: 'Imageless' }]);
    expect(found.unsolved).toEqual([{ id: open.id, title: 'Open', since: game.startAt.getTime(), teams: 1 }]);
  });

  it('counts failed instances and unusually many wrong answers', async () => {
    const game = await running();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, title: 'Web' });
    const { challenge: usual } = await buildChallenge(test.db, { gameId: game.id, title: 'Usual' });
    const team = await buildParticipation(test.db, { gameId: game.id });
    const instance = {
      kind: 'Team' as const,
      gameId: game.id,
      challengeId: challenge.id,
      participationId: team.participation.id,
      image: 'web:1',
      expiresAt: ago(-1),
    };
    await test.db.insert(containers).values([
      { ...instance, state: 'failed', endReason: 'exitedEarly', requestedAt: ago(0.5), endDetail: { exitCode: 1 } },
      { ...instance, state: 'failed', endReason: 'exitedEarly', requestedAt: ago(0.1), endDetail: { exitCode: 3 } },
      { ...instance, state: 'running' },
      { ...instance, state: 'destroyed', endReason: 'outOfMemory', endedAt: ago(0.1), requestedAt: ago(2) },
      { ...instance, state: 'destroyed', endReason: 'outOfMemory', endedAt: ago(0.2), requestedAt: ago(2) },
      { ...instance, state: 'destroyed', endReason: 'exited', endedAt: ago(0.3), requestedAt: ago(2) },
      { ...instance, state: 'destroyed', endReason: 'exited', endedAt: ago(1.1), requestedAt: ago(2) },
      { ...instance, state: 'destroyed', endReason: 'expired', endedAt: ago(0.1), requestedAt: ago(2) },
    ]);
    for (const one of [challenge, usual]) {
      for (let count = 0; count < 20; count += 1) await buildSubmission(test.db, team, one);
    }
    for (let count = 0; count < 3; count += 1)
      await buildSubmission(test.db, team, challenge, { submittedAt: ago(0.5) });
    for (let count = 0; count < 40; count += 1) await buildSubmission(test.db, team, usual, { submittedAt: ago(0.5) });
    const found = await read(game.id);
    const reason = 'The container ended before its port answered. Exit code: 3.';
    expect(found.failedStarts).toEqual([
      { id: challenge.id, title: 'Web', failed: 2, starts: 3, team: team.team.name, reason },
    ]);
    expect(found.selfEnds).toEqual([{ id: challenge.id, title: 'Web', ended: 3, outOfMemory: 2 }]);
    expect(found.wrongFlags).toEqual([{ id: challenge.id, title: 'Web', wrong: 20, usual: 0.5 }]);
  });

  it('warns when fewer attachments are left than teams without one', async () => {
    const game = await running();
    const values = { gameId: game.id, title: 'Files', type: 'DynamicAttachment' as const };
    const { challenge } = await buildChallenge(test.db, { ...values, flags: ['flag{one}', 'flag{two}'] });
    const [taken] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    const teams = [];
    for (let count = 0; count < 3; count += 1) teams.push(await buildParticipation(test.db, { gameId: game.id }));
    await test.db.insert(teamChallenges).values({
      gameId: game.id,
      challengeId: challenge.id,
      participationId: teams[0]?.participation.id ?? 0,
      flagId: taken?.id ?? 0,
    });
    expect((await read(game.id)).runningOut).toEqual([{ id: challenge.id, title: 'Files', left: 1, teams: 2 }]);
    await test.db.insert(flags).values({ challengeId: challenge.id, hash: 'a'.repeat(64), sealed: 'v1.x' });
    expect((await read(game.id)).runningOut).toEqual([]);
    const suspended = { status: 'Suspended' as const };
    await test.db
      .update(participations)
      .set(suspended)
      .where(eq(participations.id, teams[0]?.participation.id ?? 0));
    await buildParticipation(test.db, { gameId: game.id });
    expect((await read(game.id)).runningOut).toEqual([{ id: challenge.id, title: 'Files', left: 2, teams: 3 }]);
  });

  it('counts teams to review, accepted teams that sent the flag of another, and answers without verdict', async () => {
    const game = await running();
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const pending = await buildParticipation(test.db, { gameId: game.id, status: 'Pending' });
    const owner = await buildParticipation(test.db, { gameId: game.id });
    const cheats = [
      await buildParticipation(test.db, { gameId: game.id }),
      await buildParticipation(test.db, { gameId: game.id, status: 'Suspended' }),
    ];
    for (const cheat of cheats) {
      const { id } = await buildSubmission(test.db, cheat, challenge, { status: 'CheatDetected' });
      await test.db.insert(cheatFindings).values({
        submissionId: id,
        gameId: game.id,
        submitParticipationId: cheat.participation.id,
        sourceParticipationId: owner.participation.id,
        createdAt: ago(1),
      });
    }
    const since = ago(0.1);
    await buildSubmission(test.db, owner, challenge, { status: 'FlagSubmitted', submittedAt: since });
    await buildSubmission(test.db, owner, challenge, { status: 'FlagSubmitted' });
    const found = await read(game.id);
    expect(found.review).toEqual({ count: 1, since: pending.participation.createdAt.getTime() });
    expect(found.cheating).toEqual({ count: 1, latest: expect.any(Number) });
    expect(found.unjudged).toEqual({ count: 1, since: since.getTime() });
    expect(found.writeups).toEqual({ unread: 0, missing: 0 });
  });

  it('counts writeups after the end, the missing ones after their deadline, and no challenges then', async () => {
    const over = { startAt: ago(5), endAt: ago(1), writeupRequired: true };
    const game = await buildGame(test.db, { ...over, writeupDeadline: ago(-1) });
    await buildChallenge(test.db, { gameId: game.id });
    await buildParticipation(test.db, { gameId: game.id });
    expect(await read(game.id)).toEqual(healthy);

    const due = await buildGame(test.db, { ...over, writeupDeadline: ago(0.5) });
    const writeupHash = 'c'.repeat(64);
    await test.db.insert(files).values({ hash: writeupHash, name: 'a.pdf', sizeBytes: 1 });
    await buildParticipation(test.db, { gameId: due.id });
    await buildParticipation(test.db, { gameId: due.id, status: 'Rejected' });
    await buildParticipation(test.db, { gameId: due.id, writeupHash });
    await buildParticipation(test.db, { gameId: due.id, writeupHash, writeupGrade: 90 });
    expect((await read(due.id)).writeups).toEqual({ unread: 1, missing: 1 });
    const unasked = await buildGame(test.db, { ...over, writeupRequired: false, writeupDeadline: ago(0.5) });
    await buildParticipation(test.db, { gameId: unasked.id });
    expect((await read(unasked.id)).writeups).toEqual({ unread: 0, missing: 0 });
  });
});
