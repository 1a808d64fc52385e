import { monitorRoutes } from '@vexil/contract/monitor';
import type { AccountRow } from '@vexil/db/schema/account';
import { gameStaff } from '@vexil/db/schema/game';
import { solves, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const minuteMs = 60_000;
const now = new Date('2026-03-01T12:30:30Z');

let test: TestApp;
let monitor: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  monitor = await buildAccount(test.db, { role: 'Monitor' });
});
afterAll(() => test.close());

const read = (id: number, as: AccountRow = monitor) => test.call(monitorRoutes.figures, { as, params: { id } });

describe('GET /api/game/{id}/monitor/figures', () => {
  it('counts answers, teams, instances and solves', async () => {
    const { id: gameId } = await buildGame(test.db, { startAt: new Date(now.getTime() - 24 * 60 * minuteMs) });
    const { challenge } = await buildChallenge(test.db, { gameId, title: 'Gate', isEnabled: true });
    const ants = await buildParticipation(test.db, { gameId });
    await buildParticipation(test.db, { gameId });
    const at = (minutes: number) => ({ submittedAt: new Date(now.getTime() - minutes * minuteMs) });
    const right = await buildSubmission(test.db, ants, challenge, { status: 'Accepted', ...at(2) });
    await buildSubmission(test.db, ants, challenge, { status: 'WrongAnswer', ...at(2) });
    await buildSubmission(test.db, ants, challenge, { status: 'CheatDetected', ...at(500) });
    await buildSubmission(test.db, ants, challenge, { status: 'FlagSubmitted', ...at(0) });
    const of = { gameId, challengeId: challenge.id, participationId: ants.participation.id };
    await test.db.insert(solves).values({ ...of, submissionId: right.id, solvedAt: right.submittedAt });
    await test.db
      .insert(teamChallenges)
      .values({ ...of, submissionCount: 4 })
      .onConflictDoUpdate({
        target: [teamChallenges.participationId, teamChallenges.challengeId],
        set: { submissionCount: 4 },
      });
    test.clock.stopAt(now);
    const { body, status } = await read(gameId);
    expect(status).toBe(200);
    expect(body.minutes).toHaveLength(60);
    expect(body.minutes.filter((minute) => minute.right + minute.wrong > 0)).toEqual([
      { time: Date.parse('2026-03-01T12:28:00Z'), right: 1, wrong: 1 },
      { time: Date.parse('2026-03-01T12:30:00Z'), right: 0, wrong: 1 },
    ]);
    expect(body).toMatchObject({
      time: expect.any(Number),
      submissions: { right: 1, wrong: 1, shared: 1, waiting: 1, waitingSince: now.getTime() },
      teams: { accepted: 2, active: 1, solved: 1 },
      instances: { running: 0, waiting: 0, ending: 0, failed: 0 },
      challenges: [{ id: challenge.id, title: 'Gate', solves: 1, answers: 4 }],
    });

    await buildSubmission(test.db, ants, challenge, { status: 'WrongAnswer', ...at(0) });
    expect((await read(gameId)).body.submissions.wrong).toBe(1);
    test.clock.stopAt(new Date(now.getTime() + 2000));
    expect((await read(gameId)).body.submissions.wrong).toBe(2);
  });

  it('is for monitors and staff of this game, from its start on', async () => {
    const at = new Date(now.getTime() + minuteMs);
    test.clock.stopAt(at);
    const game = await buildGame(test.db, { startAt: new Date(at.getTime() - minuteMs) });
    const [observer, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
    expect((await read(game.id, observer)).status).toBe(200);
    expectError(await read(game.id, stranger), 'account.forbidden');
    const early = await buildGame(test.db, { startAt: new Date(at.getTime() + minuteMs) });
    expectError(await read(early.id), 'game.notStarted');
    expectError(await read(987654), 'game.notFound');
  });
});
