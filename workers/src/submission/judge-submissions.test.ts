import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import type { FlagMatch } from '@vexil/db/enums/challenge';
import { gamePermissions } from '@vexil/db/enums/division';
import { activities } from '@vexil/db/schema/activity';
import { flags } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { lockClasses } from '@vexil/db/schema/locks';
import { notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { cheatFindings, solves, submissions, teamChallenges } from '@vexil/db/schema/submission';
import type { TopicVersion } from '@vexil/db/schema/topic-version';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildEarlierFlag } from '@vexil/db/testing/submission';
import { storedFlag } from '@vexil/rules/flag-match.rules';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { readRoom, readTarget } from '../../testing/live';
import { buildHandedFlag, buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { batchSize } from './judge-submissions';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

let database: TestDatabase;
let worker: TestWorker;
let gameId: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});
beforeEach(async () => {
  gameId = (await buildGame(database.db)).id;
});

const judgeNow = (challengeId: number, repeated = false, game = gameId) =>
  worker.run(submissionJobs.judge, { gameId: game, partition: judgePartition(challengeId) }, { repeated });
const join = () => buildParticipation(database.db, { gameId });
const statuses = async (challengeId: number) => {
  const rows = await database.db
    .select({ status: submissions.status })
    .from(submissions)
    .where(eq(submissions.challengeId, challengeId))
    .orderBy(asc(submissions.id));
  return rows.map(({ status }) => status);
};
const noticesOf = (challengeId: number) =>
  database.db.select().from(notices).where(eq(notices.challengeId, challengeId)).orderBy(asc(notices.id));
const activitiesOf = (id = gameId) =>
  database.db.select().from(activities).where(eq(activities.gameId, id)).orderBy(asc(activities.id));

/** Until a session of this database waits for an advisory lock. */
async function untilLockWaits(): Promise<void> {
  const waiting = () => database.sql`
    select 1 from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
  await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 30_000 });
}

async function solveInOrder(teams: BuiltParticipation[], challenge: { id: number; gameId: number }, text: string) {
  const ids: number[] = [];
  for (const team of teams) ids.push(await buildSubmission(database.db, team, challenge, text));
  return ids;
}

describe('judge-submissions', () => {
  it('gives each submission a verdict and an event, and each team one solve', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    const wrong = await buildSubmission(database.db, ants, challenge, 'flag{nearly}');
    const [first, second] = await solveInOrder([ants, bees], challenge, texts[0] ?? '');
    const again = await buildSubmission(database.db, ants, challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['WrongAnswer', 'Accepted', 'Accepted', 'Accepted']);
    const solved = await database.db.select().from(solves).orderBy(asc(solves.submissionId));
    expect(solved.map(({ submissionId }) => submissionId)).toEqual([first, second]);
    const events = await activitiesOf();
    expect(events.map(({ submissionId, result }) => [submissionId, result])).toEqual([
      [wrong, 'WrongAnswer'],
      [first, 'Accepted'],
      [second, 'Accepted'],
      [again, 'Accepted'],
    ]);
    expect(JSON.stringify(events)).not.toContain('flag{');
  });

  it('compares by rules, keeps canaries wrong and lists them', async () => {
    const { challenge } = await buildChallenge(database.db, { gameId, flags: ['flag{plain}'] });
    const rules: [text: string, match: FlagMatch, isCanary: boolean][] = [
      ['Flag{Any Case}', 'IgnoreCase', false],
      ['flag\\{[0-9]{2,4}\\}', 'Regex', false],
      ['flag{decoy}', 'Exact', true],
      ['trap[0-9]', 'Regex', true],
      ['(', 'Regex', false],
    ];
    await database.db.insert(flags).values(
      rules.map(([text, match, isCanary]) => {
        const stored = storedFlag(text, { match, isCanary });
        const hash = testSealing.hashFlag(challenge.id, stored);
        return { challengeId: challenge.id, hash, sealed: testSealing.seal(stored), match, isCanary };
      }),
    );
    const expected: [string, string, boolean][] = [
      ['flag{plain}', 'Accepted', false],
      ['FLAG{any case}', 'Accepted', false],
      ['flag{2024}', 'Accepted', false],
      ['flag{1}', 'WrongAnswer', false],
      ['xflag{12}', 'WrongAnswer', false],
      ['FLAG{PLAIN}', 'WrongAnswer', false],
      ['flag{decoy}', 'WrongAnswer', true],
      ['FLAG{DECOY}', 'WrongAnswer', false],
      ['trap7', 'WrongAnswer', true],
      ['flag\\{[0-9]{2,4}\\}', 'WrongAnswer', false],
      ['a'.repeat(255), 'WrongAnswer', false],
      ['(', 'WrongAnswer', false],
    ];
    const teams = await Promise.all(expected.map(join));
    for (const [at, [text]] of expected.entries()) {
      await buildSubmission(database.db, teams[at] as BuiltParticipation, challenge, text);
    }
    await judgeNow(challenge.id);
    const rows = await database.db
      .select()
      .from(submissions)
      .where(eq(submissions.challengeId, challenge.id))
      .orderBy(asc(submissions.id));
    expect(rows.map(({ status, isCanary }, at) => [expected[at]?.[0], status, isCanary])).toEqual(expected);
    const solved = await database.db.select().from(solves).where(eq(solves.challengeId, challenge.id));
    expect(solved).toHaveLength(3);
    const rooms = await Promise.all(
      teams.map(({ participation }) => readRoom(worker.deps, `participation:${participation.id}`)),
    );
    expect(JSON.stringify(rooms)).not.toMatch(/canary/i);
  });

  it('announces the bloods once, in order of arrival', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const teams = [await join(), await join(), await join(), await join()];
    await solveInOrder(teams.slice(0, 2), challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    await solveInOrder(teams.slice(2), challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    const stored = await noticesOf(challenge.id);
    const expected = (['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const).map((type, index) => ({
      type,
      values: [teams[index]?.team.name, challenge.title],
    }));
    expect(stored).toMatchObject(expected);
    expect(stored.every(({ announcedAt }) => announcedAt !== null)).toBe(true);
    expect(await readTarget(worker.deps, `game:${gameId}`, 'ReceivedGameNotice')).toMatchObject(expected);
  });

  it('announces none twice when the first team is suspended', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    await solveInOrder([ants], challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    await database.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, ants.participation.id));
    await solveInOrder([bees], challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    expect((await noticesOf(challenge.id)).map(({ type }) => type)).toEqual(['FirstBlood']);
  });

  it('respects the division permission for bloods and announces none after the end', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const [guest, ants] = [await join(), await join()];
    const [division] = await database.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const divisionId = division?.id ?? 0;
    await database.db.update(participations).set({ divisionId }).where(eq(participations.id, guest.participation.id));
    await database.db
      .insert(divisionChallenges)
      .values({ divisionId, challengeId: challenge.id, gameId, permissions: gamePermissions.GetScore });
    await solveInOrder([guest, ants], challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    expect((await noticesOf(challenge.id)).map(({ values }) => values[0])).toEqual([ants.team.name]);

    const over = await buildGame(database.db, { startAt: ago(3), endAt: ago(1) });
    const late = await buildChallenge(database.db, { gameId: over.id });
    const team = await buildParticipation(database.db, { gameId: over.id });
    await buildSubmission(database.db, team, late.challenge, late.flags[0] ?? '', ago(2));
    await judgeNow(late.challenge.id, false, over.id);
    expect(await statuses(late.challenge.id)).toEqual(['Accepted']);
    expect(await noticesOf(late.challenge.id)).toEqual([]);
  });

  it('announces bloods of a division that scores alone beside those of the others', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const values = { gameId, name: 'Robots', scoresAlone: true };
    const [division] = await database.db.insert(divisions).values(values).returning();
    const divisionId = division?.id ?? 0;
    const robots = [await join(), await join(), await join(), await join()];
    for (const { participation } of robots) {
      await database.db.update(participations).set({ divisionId }).where(eq(participations.id, participation.id));
    }
    const people = [await join(), await join(), await join()];
    const [first, ...others] = robots as [BuiltParticipation, ...BuiltParticipation[]];
    await solveInOrder([first, ...people], challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    await solveInOrder(others, challenge, texts[0] ?? '');
    await judgeNow(challenge.id, true);
    const announced = await noticesOf(challenge.id);
    const shown = announced.map(({ type, divisionId: of, values: [team, title, name] }) => [
      type,
      of,
      team,
      title,
      name,
    ]);
    const inDivision = (type: string, { team }: BuiltParticipation) =>
      [type, divisionId, team.name, challenge.title, 'Robots'] as const;
    expect(shown).toEqual([
      inDivision('FirstBlood', first),
      ['FirstBlood', 0, people[0]?.team.name, challenge.title, undefined],
      ['SecondBlood', 0, people[1]?.team.name, challenge.title, undefined],
      ['ThirdBlood', 0, people[2]?.team.name, challenge.title, undefined],
      ...others.slice(0, 2).map((team, at) => inDivision(at === 0 ? 'SecondBlood' : 'ThirdBlood', team)),
    ]);
  });

  it("finds another team's flag and reports it to monitors only", async () => {
    const { challenge } = await buildChallenge(database.db, { gameId, type: 'DynamicContainer' });
    const [owner, cheat] = [await join(), await join()];
    await buildHandedFlag(database.db, owner, challenge, 'flag{of the owner}');
    await buildHandedFlag(database.db, cheat, challenge, 'flag{of the cheat}');
    await database.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, owner.participation.id));
    const id = await buildSubmission(database.db, cheat, challenge, 'flag{of the owner}');
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['CheatDetected']);
    expect(await database.db.select().from(cheatFindings).where(eq(cheatFindings.gameId, gameId))).toMatchObject([
      {
        submissionId: id,
        submitParticipationId: cheat.participation.id,
        sourceParticipationId: owner.participation.id,
      },
    ]);
    expect(await activitiesOf()).toMatchObject([
      { type: 'FlagSubmit', result: 'WrongAnswer', submissionId: id, accountId: cheat.captain.id },
      {
        type: 'CheatDetected',
        values: [challenge.title, cheat.team.name, owner.team.name],
        participationId: cheat.participation.id,
      },
    ]);
    const room = `participation:${cheat.participation.id}` as const;
    expect(await readTarget(worker.deps, room, 'SubmissionJudged')).toMatchObject([{ id, status: 'WrongAnswer' }]);
    expect(JSON.stringify(await readRoom(worker.deps, room))).not.toContain('Cheat');
    expect(await readTarget(worker.deps, `monitor:${gameId}`, 'ReceivedSubmissions')).toEqual([{ ids: [id] }]);
    expect(await readTarget(worker.deps, `monitor:${gameId}`, 'ReceivedGameEvent')).toMatchObject([
      { ids: { length: 2 } },
    ]);
  });

  it('finds an earlier flag of another team, and says of an own one that it is wrong', async () => {
    const { challenge } = await buildChallenge(database.db, { gameId, type: 'DynamicContainer' });
    const [owner, cheat] = [await join(), await join()];
    for (const team of [owner, cheat]) await buildHandedFlag(database.db, team, challenge, `flag{${team.team.name}}`);
    const replacedAt = ago(1);
    await buildEarlierFlag(database.db, owner, challenge, { replacedAt });
    // Both had the same flag at different times: it is the own one that counts.
    for (const team of [owner, cheat]) {
      await buildEarlierFlag(database.db, team, challenge, { flag: 'flag{of both}', replacedAt });
    }
    const id = await buildSubmission(database.db, cheat, challenge, 'flag{earlier}');
    await buildSubmission(database.db, cheat, challenge, 'flag{of both}');
    const own = await buildSubmission(database.db, owner, challenge, 'flag{earlier}');
    await buildSubmission(database.db, owner, challenge, `flag{${owner.team.name}}`);
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['CheatDetected', 'WrongAnswer', 'WrongAnswer', 'Accepted']);
    const findings = await database.db.select().from(cheatFindings).where(eq(cheatFindings.gameId, gameId));
    expect(findings).toMatchObject([{ submissionId: id, sourceParticipationId: owner.participation.id }]);
    expect(await readTarget(worker.deps, `participation:${owner.participation.id}`, 'SubmissionJudged')).toMatchObject([
      { id: own, status: 'WrongAnswer', isEarlierFlag: true },
      { status: 'Accepted', isEarlierFlag: false },
    ]);
    expect(await readTarget(worker.deps, `participation:${cheat.participation.id}`, 'SubmissionJudged')).toMatchObject([
      { id, status: 'WrongAnswer', isEarlierFlag: false },
      { status: 'WrongAnswer', isEarlierFlag: true },
    ]);
  });

  it('accepts a flag that was replaced between arrival and judging, and keeps the solve', async () => {
    const { challenge } = await buildChallenge(database.db, { gameId, type: 'DynamicContainer' });
    const ants = await join();
    await buildHandedFlag(database.db, ants, challenge, 'flag{new}');
    await buildEarlierFlag(database.db, ants, challenge, { replacedAt: new Date() });
    const first = await buildSubmission(database.db, ants, challenge, 'flag{earlier}', ago(0.01));
    await judgeNow(challenge.id);
    await buildSubmission(database.db, ants, challenge, 'flag{earlier}', new Date(Date.now() + 1000));
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['Accepted', 'WrongAnswer']);
    expect(await database.db.select().from(solves).where(eq(solves.challengeId, challenge.id))).toMatchObject([
      { submissionId: first },
    ]);
  });

  it('ignores an assigned flag that was deleted', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId, type: 'DynamicAttachment' });
    const [ants, bees] = [await join(), await join()];
    const [flag] = await database.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    await buildHandedFlag(database.db, ants, challenge, texts[0] ?? '');
    await database.db
      .update(teamChallenges)
      .set({ flagId: flag?.id })
      .where(eq(teamChallenges.challengeId, challenge.id));
    await buildSubmission(database.db, ants, challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    await database.db.delete(flags).where(eq(flags.id, flag?.id ?? 0));
    await solveInOrder([ants, bees], challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['Accepted', 'WrongAnswer', 'WrongAnswer']);
  });

  it('stores NotFound for a team without the challenge', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    await solveInOrder([await join()], challenge, texts[0] ?? '');
    await database.db.delete(teamChallenges).where(eq(teamChallenges.challengeId, challenge.id));
    await judgeNow(challenge.id);
    expect(await statuses(challenge.id)).toEqual(['NotFound']);
    expect(await activitiesOf()).toEqual([]);
  });

  it('publishes to the team, the monitors and the board, without the answer', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const ants = await join();
    const [id] = await solveInOrder([ants], challenge, texts[0] ?? '');
    const topics: TopicVersion[] = [];
    worker.deps.topics.follow(
      (version) => topics.push(version),
      () => [],
    );
    await judgeNow(challenge.id);
    expect(await readTarget(worker.deps, `participation:${ants.participation.id}`, 'SubmissionJudged')).toMatchObject([
      { id, challengeId: challenge.id, status: 'Accepted', userName: ants.captain.userName, attempts: 1 },
    ]);
    expect(topics).toContainEqual({ topic: `scoreboard:${gameId}`, version: 1 });
    for (const room of [`game:${gameId}`, `monitor:${gameId}`, `participation:${ants.participation.id}`] as const) {
      expect(JSON.stringify(await readRoom(worker.deps, room))).not.toContain(texts[0]);
    }
  });

  it("hands the sender's address to the log and keeps it no longer", async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const ants = await join();
    const lines: { ip?: string; msg: string }[] = [];
    const { log } = worker.deps;
    worker.deps.log = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) });
    for (const text of ['flag{wrong}', texts[0] ?? '']) await buildSubmission(database.db, ants, challenge, text);
    await judgeNow(challenge.id);
    worker.deps.log = log;
    const logged = lines.filter(({ msg }) => msg.includes(challenge.title));
    expect(logged.map(({ ip, msg }) => [ip, msg.includes(ants.team.name)])).toEqual([
      ['10.0.0.1', true],
      ['10.0.0.1', true],
    ]);
    expect(JSON.stringify(lines)).not.toContain('flag{');
    const rows = await database.db.select().from(submissions).where(eq(submissions.challengeId, challenge.id));
    expect(rows.map(({ ip }) => ip)).toEqual([null, null]);
  });

  it('judges in several batches what one cannot hold', async () => {
    const { challenge } = await buildChallenge(database.db, { gameId });
    const ants = await join();
    await buildSubmission(database.db, ants, challenge, 'flag{wrong}');
    await database.sql`
      insert into submissions (game_id, challenge_id, participation_id, answer_hash, answer_sealed, submitted_at)
      select game_id, challenge_id, participation_id, answer_hash, answer_sealed, submitted_at
      from submissions, generate_series(1, ${batchSize + 10}) where challenge_id = ${challenge.id}`;
    await judgeNow(challenge.id);
    expect(new Set(await statuses(challenge.id))).toEqual(new Set(['WrongAnswer']));
    expect(await activitiesOf()).toHaveLength(batchSize + 11);
  });

  it('gives one verdict when ten workers judge at once', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const teams = await Promise.all(Array.from({ length: 12 }, join));
    const ids = await solveInOrder(teams, challenge, texts[0] ?? '');
    await Promise.all(Array.from({ length: 10 }, () => judgeNow(challenge.id)));
    expect(await activitiesOf()).toHaveLength(12);
    const published = await readTarget(worker.deps, `monitor:${gameId}`, 'ReceivedSubmissions');
    expect(published.flatMap((message) => message.ids)).toEqual(ids);
  });

  it('waits for a submission whose id is assigned but not yet visible', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    let judged: Promise<void> | undefined;
    await database.db.transaction(async (arriving) => {
      await arriving.execute(
        sql`select pg_advisory_xact_lock_shared(${lockClasses.submissionArrival}, ${challenge.id})`,
      );
      await buildSubmission(arriving, ants, challenge, texts[0] ?? '');
      await buildSubmission(database.db, bees, challenge, texts[0] ?? '');
      judged = judgeNow(challenge.id);
      await untilLockWaits();
      expect(await statuses(challenge.id)).toEqual(['FlagSubmitted']);
    });
    await judged;
    expect(await statuses(challenge.id)).toEqual(['Accepted', 'Accepted']);
    expect((await noticesOf(challenge.id)).map(({ type, values }) => [type, values[0]])).toEqual([
      ['FirstBlood', ants.team.name],
      ['SecondBlood', bees.team.name],
    ]);
  });

  it('commits bloods of several partitions in the order of their ids', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const ants = await join();
    await buildSubmission(database.db, ants, challenge, texts[0] ?? '');
    let judged: Promise<void> | undefined;
    await database.db.transaction(async (announcing) => {
      await announcing.execute(sql`select pg_advisory_xact_lock(${lockClasses.bloodNotices}, ${gameId})`);
      judged = judgeNow(challenge.id);
      await untilLockWaits();
      // A blood that was committed here could be announced before one with a smaller id.
      expect(await noticesOf(challenge.id)).toEqual([]);
    });
    await judged;
    expect((await noticesOf(challenge.id)).map(({ announcedAt }) => announcedAt !== null)).toEqual([true]);
  });

  it('publishes a refetch when an earlier run may have ended between commit and publish', async () => {
    const { challenge } = await buildChallenge(database.db, { gameId });
    await judgeNow(challenge.id, true);
    for (const room of [`game:${gameId}`, `monitor:${gameId}`] as const) {
      expect(await readTarget(worker.deps, room, 'Refetch')).toHaveLength(1);
    }
  });

  it('does nothing for a deleted game', async () => {
    await expect(judgeNow(1, true, 2147483647)).resolves.toBeUndefined();
  });
});

describe('sweep-submissions', () => {
  it('judges overdue submissions and leaves new ones', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const ants = await join();
    const other = await buildChallenge(database.db, { gameId });
    await buildSubmission(database.db, ants, challenge, texts[0] ?? '', new Date(Date.now() - 6_000));
    await buildSubmission(database.db, ants, other.challenge, 'flag{wrong}');
    await worker.run(submissionJobs.sweep, {});
    expect(await statuses(challenge.id)).toEqual(['Accepted']);
    expect(await statuses(other.challenge.id)).toEqual(['FlagSubmitted']);
  });
});

describe('prerequisites', () => {
  it('has the team alone fetch its challenges again once it has solved what another one requires', async () => {
    const { challenge, flags: texts } = await buildChallenge(database.db, { gameId });
    const { challenge: other, flags: others } = await buildChallenge(database.db, { gameId });
    const requires = { challengeIds: [challenge.id], count: null, lockedShown: false };
    await buildChallenge(database.db, { gameId, requires });
    const [ants, bees] = [await join(), await join()];
    await buildSubmission(database.db, ants, challenge, 'flag{nearly}');
    await buildSubmission(database.db, bees, other, others[0] ?? '');
    await judgeNow(challenge.id);
    await judgeNow(other.id);
    const changes = async ({ participation }: BuiltParticipation) =>
      (await readRoom(worker.deps, `participation:${participation.id}`)).filter(
        ({ target }) => target === 'ChallengesChanged',
      );
    expect([await changes(ants), await changes(bees)]).toEqual([[], []]);
    await buildSubmission(database.db, ants, challenge, texts[0] ?? '');
    await judgeNow(challenge.id);
    expect(await changes(ants)).toMatchObject([{ payload: { gameId, challengeIds: [challenge.id] } }]);
    expect(await changes(bees)).toEqual([]);
  });
});
