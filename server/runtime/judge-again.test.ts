import { flags } from '@vexil/db/schema/challenge';
import { submissions, teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildEarlierFlag, buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { judgeAgain } from './judge-again';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => test.drop());

it('finds every verdict that changes, in order, beside thousands that stay', async () => {
  const { db } = test;
  const game = await buildGame(db);
  const plain = (await buildChallenge(db, { gameId: game.id, flags: ['flag{right}'] })).challenge;
  const own = (await buildChallenge(db, { gameId: game.id, type: 'DynamicContainer' })).challenge;
  const folded = (await buildChallenge(db, { gameId: game.id, flags: ['Flag'] })).challenge;
  await db.update(flags).set({ match: 'IgnoreCase' }).where(eq(flags.challengeId, folded.id));
  const [first, second, third] = [
    await buildParticipation(db, { gameId: game.id }),
    await buildParticipation(db, { gameId: game.id }),
    await buildParticipation(db, { gameId: game.id }),
  ] as const;
  const open = (team: BuiltParticipation, challengeId: number, flag?: string) =>
    db.insert(teamChallenges).values({
      gameId: game.id,
      participationId: team.participation.id,
      challengeId,
      ...(flag ? { flagHash: testSealing.hashFlag(challengeId, flag), flagSealed: testSealing.seal(flag) } : {}),
    });
  for (const team of [first, second]) {
    await open(team, plain.id);
    await open(team, folded.id);
    await open(team, own.id, `flag{${team.team.id}}`);
  }
  await buildEarlierFlag(db, first, own, { flag: 'flag{earlier}' });
  const stays = await buildSubmission(db, first, plain);
  await buildSubmission(db, first, own);
  const { id: _, ...copy } = stays;
  await db.insert(submissions).values(Array.from({ length: 4_100 }, () => copy));

  // Right by the flags of today, of either kind.
  await buildSubmission(db, first, plain, { answer: 'flag{right}', status: 'Accepted' });
  await buildSubmission(db, second, own, { answer: `flag{${second.team.id}}`, status: 'Accepted' });

  const isRight = await buildSubmission(db, first, plain, { answer: 'flag{right}' });
  const isOwn = await buildSubmission(db, first, own, { answer: `flag{${first.team.id}}` });
  const isOthers = await buildSubmission(db, first, own, { answer: `flag{${second.team.id}}` });
  const isEarlier = await buildSubmission(db, second, own, { answer: 'flag{earlier}' });
  const isFolded = await buildSubmission(db, second, folded, { answer: 'fLAG' });
  const isUnopened = await buildSubmission(db, third, plain);
  const isTaken = await buildSubmission(db, first, own, { answer: 'flag{old}', status: 'Accepted' });
  const isNoCheat = await buildSubmission(db, first, own, { answer: 'flag{gone}', status: 'CheatDetected' });
  const isClosed = await buildSubmission(db, third, plain, { answer: 'flag{right}', status: 'Accepted' });
  const isLost = await buildSubmission(db, second, plain, { answer: 'flag{old}', status: 'Accepted' });

  const scope = { gameId: game.id, challengeId: null, participationId: null, fromAt: null, untilAt: null };
  const deps = { database: test, sealing: testSealing, log: pino({ level: 'silent' }) };
  const { submissions: count, kept, changes } = await judgeAgain(deps, scope, true);
  expect({ count, kept }).toEqual({ count: 4_114, kept: 0 });
  expect(changes.map(({ submissionId, after }) => [submissionId, after])).toEqual([
    [isRight.id, 'Accepted'],
    [isOwn.id, 'Accepted'],
    [isOthers.id, 'CheatDetected'],
    [isEarlier.id, 'CheatDetected'],
    [isFolded.id, 'Accepted'],
    [isUnopened.id, 'NotFound'],
    [isTaken.id, 'WrongAnswer'],
    [isNoCheat.id, 'WrongAnswer'],
    [isClosed.id, 'NotFound'],
    [isLost.id, 'WrongAnswer'],
  ]);
  expect(await judgeAgain(deps, scope, false)).toMatchObject({ submissions: 4_114, kept: 3 });
  expect(await judgeAgain(deps, { ...scope, participationId: third.participation.id }, true)).toEqual({
    ...{ submissions: 2, kept: 0 },
    changes: changes.filter(({ submissionId }) => [isUnopened.id, isClosed.id].includes(submissionId)),
  });
});
