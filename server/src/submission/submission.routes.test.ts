import { challengeRoutes } from '@vexil/contract/challenge';
import { containerRoutes } from '@vexil/contract/container';
import { judgePartition, submissionRoutes } from '@vexil/contract/submission';
import { gamePermissions } from '@vexil/db/enums/division';
import type { StaffRole } from '@vexil/db/enums/game';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { gameStaff } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import { participations } from '@vexil/db/schema/participation';
import { submissions, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildEarlierFlag } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { freshToken } from '../../testing/requests';
import { buildApp } from '../app';
import { createDeps } from '../create-deps';
import { untilJudgingRequested } from './submission.judging.service';
import { type Arrival, insertSubmission } from './submission.queries';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

let test: TestApp;
let gameId: number;
let played: BuiltParticipation;
let challengeId: number;
let flag: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const built = await buildChallenge(test.db);
  gameId = built.challenge.gameId;
  challengeId = built.challenge.id;
  flag = built.flags[0] ?? '';
  played = await buildParticipation(test.db, { gameId, built: await buildTeam(test.db, { membersCount: 2 }) });
});

const submit = (text: string, as = played.captain, ids = { id: gameId, challengeId }) =>
  test.call(submissionRoutes.submit, { as, params: ids, body: { flag: text } });
const listOf = (as = played.captain, ids = { id: gameId, challengeId }) =>
  test.call(submissionRoutes.ofTeam, { as, params: ids });
const stored = async () => {
  const [row] = await test.db.select({ value: count() }).from(submissions).where(eq(submissions.gameId, gameId));
  return row?.value ?? 0;
};
const arrivalOf = ({ participation, captain }: BuiltParticipation, challengeId: number): Arrival => ({
  gameId,
  challengeId,
  participationId: participation.id,
  via: 'Session',
  accountId: captain.id,
  addressHash: 'address',
  deviceHash: null,
  answerHash: test.deps.sealing.hashFlag(challengeId, 'flag{wrong}'),
  answerSealed: test.deps.sealing.seal('flag{wrong}'),
  submittedAt: test.clock.now(),
  ip: '10.0.0.1',
});
const setGame = async (values: Parameters<typeof buildGame>[1]) => {
  const game = await buildGame(test.db, values);
  const built = await buildChallenge(test.db, { gameId: game.id });
  const one = await buildParticipation(test.db, { gameId: game.id });
  return { as: one.captain, ids: { id: game.id, challengeId: built.challenge.id } };
};

describe('a player who became a monitor or an administrator', () => {
  const promote = (role: 'User' | 'Monitor' | 'Admin') =>
    test.db.update(accounts).set({ role }).where(eq(accounts.id, played.captain.id));

  it.each(['Monitor', 'Admin'] as const)(
    'sends no answer as %s, in whatever case the address is written',
    async (role) => {
      await promote(role);
      expectError(await submit(flag), 'participation.staffCannotPlay');
      for (const url of [
        `/API/Game/${gameId}/Challenges/${challengeId}`,
        `/api/game/${gameId}/challenges/${challengeId}/`,
      ]) {
        const reply = await test.send({ method: 'POST', url, payload: { flag }, as: played.captain });
        expectError(reply, 'participation.staffCannotPlay');
      }
      expect(await stored()).toBe(0);
      await promote('User');
      expect((await submit(flag)).status).toBe(200);
    },
  );

  it('cannot submit with an API token either', async () => {
    await promote('Admin');
    const { text } = await freshToken(test, played.captain.id, { scopes: ['play:write'] });
    const url = `/api/game/${gameId}/challenges/${challengeId}`;
    const headers = { authorization: `Bearer ${text}` };
    expectError(await test.send({ method: 'POST', url, headers, payload: { flag } }), 'participation.staffCannotPlay');
  });

  it('cannot start a container, while the rest of the team can play', async () => {
    await promote('Monitor');
    const params = { id: gameId, challengeId };
    const start = await test.call(containerRoutes.create, { as: played.captain, params });
    expectError(start, 'participation.staffCannotPlay');
    const [other] = played.members.filter(({ id }) => id !== played.captain.id);
    expect(other).toBeDefined();
    expect((await submit(flag, other)).status).toBe(200);
  });
});

describe('a player who became staff of the game', () => {
  const appoint = (role: StaffRole, ofGame = gameId) =>
    test.db.insert(gameStaff).values({ gameId: ofGame, accountId: played.captain.id, role });

  it.each(['organiser', 'observer'] as const)(
    'sends no answer as %s, and leaves the rest of the team to play',
    async (role) => {
      await appoint(role);
      expectError(await submit(flag), 'participation.isStaff');
      expect(await stored()).toBe(0);
      const [other] = played.members.filter(({ id }) => id !== played.captain.id);
      expect(other).toBeDefined();
      expect((await submit(flag, other)).status).toBe(200);
    },
  );

  it('can play another game', async () => {
    await appoint('organiser', (await buildGame(test.db)).id);
    expect((await submit(flag)).status).toBe(200);
  });

  it('can play after being removed from the staff', async () => {
    await appoint('observer');
    await test.db.delete(gameStaff).where(eq(gameStaff.gameId, gameId));
    expect((await submit(flag)).status).toBe(200);
  });

  it('can still open the challenge', async () => {
    await appoint('observer');
    const params = { id: gameId, challengeId };
    expect((await test.call(challengeRoutes.get, { as: played.captain, params })).status).toBe(200);
  });
});

describe('POST /api/game/{id}/challenges/{challengeId}', () => {
  const storedText = async (id: number) => {
    const [row] = await test.db.select().from(submissions).where(eq(submissions.id, id));
    return test.deps.sealing.unseal(row?.answerSealed ?? '');
  };

  it('stores the submission encrypted, and replies with its id', async () => {
    const reply = await submit(flag);
    expect(reply.status).toBe(200);
    const [row] = await test.db.select().from(submissions).where(eq(submissions.id, reply.body));
    expect(row).toMatchObject({ gameId, challengeId, accountId: played.captain.id, status: 'FlagSubmitted' });
    expect(test.deps.sealing.unseal(row?.answerSealed ?? '')).toBe(flag);
    expect(JSON.stringify(row)).not.toContain(flag);
  });

  it.each([' FLAG', 'FLAG\n', '\r\n\tFLAG \u00a0', '\ufeffFLAG', `FLAG${' '.repeat(300)}`])(
    'leaves out the blanks around a flag: %j',
    async (text) => {
      expect(await storedText((await submit(text.replace('FLAG', flag))).body)).toBe(flag);
      expect(await storedText((await submit(text.replace('FLAG', 'flag{a  b}'))).body)).toBe('flag{a  b}');
    },
  );

  it('keeps the blanks that a flag of the challenge has: of all, of a team, of an earlier instance', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, flags: [' for all '] });
    const ids = { id: gameId, challengeId: challenge.id };
    const rival = await buildParticipation(test.db, { gameId });
    await test.db.insert(teamChallenges).values({
      gameId,
      challengeId: challenge.id,
      participationId: rival.participation.id,
      flagHash: test.deps.sealing.hashFlag(challenge.id, ' of a team'),
    });
    await buildEarlierFlag(test.db, rival, challenge, { flag: 'an earlier one ' });
    for (const text of [' for all ', ' of a team', 'an earlier one ']) {
      expect(await storedText((await submit(text, played.captain, ids)).body)).toBe(text);
      expect(await storedText((await submit(`${text} `, played.captain, ids)).body)).toBe(text.trim());
    }
  });

  it('has one waiting job for any number of submissions', async () => {
    await Promise.all(Array.from({ length: 20 }, () => submit('flag{wrong}')));
    await untilJudgingRequested(test.deps);
    const waiting = await test.deps.queues.submission.getWaiting();
    const own = waiting.filter((job) => job.data.gameId === gameId);
    expect(own.map((job) => job.data)).toEqual([{ gameId, partition: judgePartition(challengeId) }]);
  });

  it('enqueues judging after every commit, in few jobs', async () => {
    const { queues } = test.deps;
    const seen: number[] = [];
    const add = async () => {
      seen.push(await stored());
    };
    test.deps.queues = { ...queues, submission: { add } } as never;
    try {
      await Promise.all(Array.from({ length: 30 }, () => submit('flag{wrong}')));
      await untilJudgingRequested(test.deps);
    } finally {
      test.deps.queues = queues;
    }
    expect(seen.at(-1)).toBe(30);
    expect(seen.length).toBeLessThanOrEqual(30);
  });

  it('refuses invalid text before any other check', async () => {
    expectError(await submit(' \t '), 'submission.empty');
    expectError(await submit('x'.repeat(256)), 'submission.tooLong');
    expectError(await submit(`${'x'.repeat(256)} `), 'submission.tooLong');
    expectError(await submit('a\0b'), 'request.invalid');
    expect(await stored()).toBe(0);
  });

  it('refuses accounts that do not play', async () => {
    const stranger = await buildAccount(test.db);
    const banned = await buildAccount(test.db, { role: 'Banned' });
    expectError(await submit(flag, stranger), 'participation.missing');
    expectError(await submit(flag, banned), 'account.banned');
    expectError(
      await test.call(submissionRoutes.submit, { params: { id: gameId, challengeId }, body: { flag } }),
      'account.unauthenticated',
    );
    for (const status of ['Pending', 'Rejected', 'Suspended'] as const) {
      await test.db.update(participations).set({ status }).where(eq(participations.id, played.participation.id));
      expectError(await submit(flag), 'participation.notAccepted');
    }
    expect(await stored()).toBe(0);
  });

  it('refuses before the start, and after the end without practice mode', async () => {
    const upcoming = await setGame({ startAt: ago(-1), endAt: ago(-2) });
    const early = await submit('flag{a}', upcoming.as, upcoming.ids);
    expectError(early, 'game.notStarted');
    expect(early.body).toMatchObject({ status: 10001 });
    const ended = await setGame({ startAt: ago(3), endAt: ago(1), practiceMode: false });
    const late = await submit('flag{a}', ended.as, ended.ids);
    expectError(late, 'game.ended');
    expect(late.body).toMatchObject({ status: 10002 });
    const practice = await setGame({ startAt: ago(3), endAt: ago(1), practiceMode: true });
    expect((await submit('flag{a}', practice.as, practice.ids)).status).toBe(200);
  });

  it('refuses a challenge that is disabled, of another game, or unknown', async () => {
    const other = await buildChallenge(test.db);
    expectError(
      await submit(flag, played.captain, { id: gameId, challengeId: other.challenge.id }),
      'challenge.notFound',
    );
    expectError(await submit(flag, played.captain, { id: gameId, challengeId: -1 }), 'challenge.notFound');
    expectError(await submit(flag, played.captain, { id: 2147483647, challengeId }), 'game.notFound');
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challengeId));
    expectError(await submit(flag), 'challenge.notFound');
  });

  it('refuses after the deadline of a challenge, without practice mode', async () => {
    const strict = await setGame({ practiceMode: false });
    await test.db.update(challenges).set({ deadlineAt: ago(0.5) });
    expectError(await submit('flag{a}', strict.as, strict.ids), 'submission.deadlinePassed');
    expect((await submit('flag{a}')).status).toBe(200);
  });

  it('requires both permissions of the division', async () => {
    const { ViewChallenge, SubmitFlags } = gamePermissions;
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const divisionId = division?.id ?? 0;
    await test.db.update(participations).set({ divisionId }).where(eq(participations.id, played.participation.id));
    for (const permissions of [ViewChallenge, SubmitFlags]) {
      await test.db
        .insert(divisionChallenges)
        .values({ divisionId, challengeId, gameId, permissions })
        .onConflictDoUpdate({
          target: [divisionChallenges.divisionId, divisionChallenges.challengeId],
          set: { permissions },
        });
      expectError(await submit(flag), 'submission.notPermitted');
    }
    await test.db.update(divisionChallenges).set({ permissions: ViewChallenge + SubmitFlags });
    expect((await submit(flag)).status).toBe(200);
  });

  it('accepts exactly the limit of fifty concurrent submissions', async () => {
    await test.db.update(challenges).set({ submissionLimit: 7 }).where(eq(challenges.id, challengeId));
    const [captain, member] = played.members;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submit(`flag{${index}}`, index % 2 ? captain : member)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'submission.limitReached');
    expect(await stored()).toBe(7);
    const [teamChallenge] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.challengeId, challengeId));
    expect(teamChallenge?.submissionCount).toBe(7);
  });

  it('assigns ids in order of arrival over teams and challenges', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => buildChallenge(test.db, { gameId })));
    const teams = await Promise.all(Array.from({ length: 6 }, () => buildParticipation(test.db, { gameId })));
    const ids = [...others, ...others].map((_, index) => {
      const id = others[(index * 5 + 3) % others.length]?.challenge.id ?? 0;
      return insertSubmission(test.database.sql, arrivalOf(teams[5 - (index % 6)] ?? played, id));
    });
    const stored = await Promise.all(ids);
    expect(stored).toEqual([...stored].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(new Set(stored).size).toBe(12);
  });

  it('stores the others of a batch when the team, challenge or account of one is deleted', async () => {
    const { sql } = test.database;
    const [gone, fine] = await Promise.all([
      buildParticipation(test.db, { gameId }),
      buildParticipation(test.db, { gameId }),
    ]);
    const lost = (await buildChallenge(test.db, { gameId })).challenge.id;
    const stranger = (await buildAccount(test.db)).id;
    await test.db.delete(participations).where(eq(participations.id, gone.participation.id));
    await test.db.delete(challenges).where(eq(challenges.id, lost));
    await test.db.delete(accounts).where(eq(accounts.id, stranger));
    const results = await Promise.allSettled([
      insertSubmission(sql, arrivalOf(played, challengeId)),
      insertSubmission(sql, arrivalOf(gone, challengeId)),
      insertSubmission(sql, arrivalOf(played, lost)),
      insertSubmission(sql, { ...arrivalOf(fine, challengeId), accountId: stranger }),
      insertSubmission(sql, arrivalOf(fine, challengeId)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(await stored()).toBe(2);
    const counts = await test.db.select().from(teamChallenges).where(eq(teamChallenges.gameId, gameId));
    expect(counts.map(({ submissionCount }) => submissionCount)).toEqual([1, 1]);
  });

  it('stores a burst through two servers on few teams without loss', async () => {
    const deps = createDeps(test.deps.config, test.deps.log, { keyPrefix: test.deps.keyPrefix, clock: test.clock });
    const other = await buildApp(deps);
    try {
      const others = await Promise.all(Array.from({ length: 5 }, () => buildChallenge(test.db, { gameId })));
      const teams = await Promise.all(Array.from({ length: 4 }, () => buildParticipation(test.db, { gameId })));
      const cookies = await Promise.all(teams.map(({ captain }) => test.signIn(captain)));
      const replies = await Promise.all(
        Array.from({ length: 240 }, (_, index) => {
          const id = others[(index * 7) % others.length]?.challenge.id;
          return (index % 2 ? other : test.app).inject({
            method: 'POST',
            url: `/api/game/${gameId}/challenges/${id}`,
            headers: { cookie: cookies[(index * 3) % cookies.length] },
            payload: { flag: `flag{${index}}` },
          });
        }),
      );
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ body }) => body)).size).toBe(240);
      expect(await stored()).toBe(240);
      const counts = await test.db.select().from(teamChallenges).where(eq(teamChallenges.gameId, gameId));
      expect(counts.reduce((sum, { submissionCount }) => sum + submissionCount, 0)).toBe(240);
      const [statistics] = await test.database.sql`
        select deadlocks::int from pg_stat_database where datname = current_database()`;
      expect(statistics?.deadlocks).toBe(0);
    } finally {
      await other.close();
      await deps.close();
    }
  });

  it('assigns no id while the judge reads the arrivals', async () => {
    const { sql } = test.database;
    const lastId = async () => (await sql`select last_value from submissions_id_seq`)[0]?.last_value;
    const isHeld = async () => {
      const held = await sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
      return held.length > 0;
    };
    await submit(flag);
    const before = await lastId();
    const arriving = await sql.begin(async (judge) => {
      await judge`select pg_advisory_xact_lock(${lockClasses.submissionArrival}, ${challengeId})`;
      const reply = submit(flag);
      await vi.waitUntil(isHeld, { timeout: 30_000 });
      expect(await lastId()).toBe(before);
      const other = await buildChallenge(test.db, { gameId });
      const ids = { id: gameId, challengeId: other.challenge.id };
      expect((await submit(flag, played.captain, ids)).status).toBe(200);
      return { reply };
    });
    expect((await arriving.reply).body).toBe(Number(before) + 2);
  });

  it('stores the submission while Redis does not answer', async () => {
    const broken = { ...test.deps.queues, submission: { add: () => Promise.reject(new Error('away')) } };
    const { queues } = test.deps;
    test.deps.queues = broken as never;
    try {
      expect((await submit(flag)).status).toBe(200);
    } finally {
      test.deps.queues = queues;
    }
    expect(await stored()).toBe(1);
  });
});

describe('GET /api/game/{id}/challenges/{challengeId}/status/{submissionId}', () => {
  const status = (id: number, as = played.captain, ids = { id: gameId, challengeId }) =>
    test.call(submissionRoutes.status, { as, params: { ...ids, submissionId: id } });

  it('returns the verdict, and cheating as a wrong answer', async () => {
    const { body: id } = await submit(flag);
    expect((await status(id)).body).toBe('FlagSubmitted');
    const shown = {
      Accepted: 'Accepted',
      WrongAnswer: 'WrongAnswer',
      NotFound: 'NotFound',
      CheatDetected: 'WrongAnswer',
    };
    for (const [stored, seen] of Object.entries(shown)) {
      await test.db
        .update(submissions)
        .set({ status: stored as never })
        .where(eq(submissions.id, id));
      expect((await status(id)).body).toBe(seen);
    }
  });

  it('returns it to the sender only, and only at the right path', async () => {
    const { body: id } = await submit(flag);
    const other = await buildChallenge(test.db, { gameId });
    expectError(await status(id, played.members[1]), 'submission.notFound');
    expectError(await status(id + 1), 'submission.notFound');
    expectError(
      await status(id, played.captain, { id: gameId, challengeId: other.challenge.id }),
      'submission.notFound',
    );
    expectError(await status(id, played.captain, { id: gameId + 1, challengeId }), 'submission.notFound');
  });
});

describe('GET /api/game/{id}/challenges/{challengeId}/submissions', () => {
  it("lists the team's answers, newest first, with verdict and author, and no other team's", async () => {
    const rival = await buildParticipation(test.db, { gameId });
    await submit('flag{first}');
    const mate = played.members.find(({ id }) => id !== played.captain.id) ?? played.captain;
    await submit('flag{stolen}', mate);
    await submit('flag{rival}', rival.captain);
    const [, stolen] = (await listOf()).body.toReversed();
    await test.db
      .update(submissions)
      .set({ status: 'CheatDetected' })
      .where(eq(submissions.id, stolen?.id ?? 0));
    const reply = await listOf(mate);
    expect(reply.body.map(({ answer, status, user }) => [answer, status, user])).toEqual([
      ['flag{stolen}', 'WrongAnswer', mate.userName],
      ['flag{first}', 'FlagSubmitted', played.captain.userName],
    ]);
  });

  it('marks a wrong answer that was a flag of an earlier instance of the team', async () => {
    const rival = await buildParticipation(test.db, { gameId });
    for (const [team, text] of [
      [played, 'flag{own}'],
      [rival, 'flag{of the rival}'],
    ] as const) {
      await test.call(challengeRoutes.get, { as: team.captain, params: { id: gameId, challengeId } });
      await submit('flag{any}', team.captain);
      await buildEarlierFlag(test.db, team, { id: challengeId }, { flag: text });
    }
    for (const text of ['flag{own}', 'flag{of the rival}']) await submit(text);
    expect((await listOf()).body.every(({ isEarlierFlag }) => !isEarlierFlag)).toBe(true);
    await test.db.update(submissions).set({ status: 'WrongAnswer' }).where(eq(submissions.challengeId, challengeId));
    expect((await listOf()).body.map(({ answer, isEarlierFlag }) => [answer, isEarlierFlag])).toEqual([
      ['flag{of the rival}', false],
      ['flag{own}', true],
      ['flag{any}', false],
    ]);
  });

  it('refuses whom the challenge refuses', async () => {
    expectError(await listOf(await buildAccount(test.db)), 'participation.missing');
    expectError(await listOf(played.captain, { id: gameId, challengeId: 0 }), 'challenge.notFound');
    expectError(await listOf(played.captain, { id: 2147483647, challengeId }), 'game.notFound');
    const other = await buildChallenge(test.db);
    expectError(await listOf(played.captain, { id: gameId, challengeId: other.challenge.id }), 'challenge.notFound');
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challengeId));
    expectError(await listOf(), 'challenge.notFound');
    await test.db.update(challenges).set({ isEnabled: true }).where(eq(challenges.id, challengeId));
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const divisionId = division?.id ?? 0;
    await test.db
      .insert(divisionChallenges)
      .values({ divisionId, challengeId, gameId, permissions: gamePermissions.SubmitFlags });
    await test.db.update(participations).set({ divisionId }).where(eq(participations.id, played.participation.id));
    expectError(await listOf(), 'challenge.notFound');
  });
});
