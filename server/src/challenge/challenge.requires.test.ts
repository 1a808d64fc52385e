import { type ChallengeUpdateBody, challengeEditRoutes, challengeRoutes as routes } from '@vexil/contract/challenge';
import { containerRoutes } from '@vexil/contract/container';
import { noticeRoutes } from '@vexil/contract/notice';
import { packageRoutes } from '@vexil/contract/package';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { readAudience } from '@vexil/data/container/audience.queries';
import type { Requirement } from '@vexil/db/enums/challenge';
import { gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { messagesIn } from '../../testing/outbox';
import { changeTestBoard, verifyScoreboard } from '../../testing/scoreboard';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const title = 'Vault "below" <the> stairs';
let gameId: number;
let one: number;
let two: number;
/** Requires both others. */
let vault: number;
let first: BuiltParticipation;
let second: BuiltParticipation;

const build = async (values: Partial<Parameters<typeof buildChallenge>[1]> = {}) =>
  (await buildChallenge(test.db, { gameId, ...values })).challenge.id;
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  [one, two] = [await build(), await build({ category: 'Web' })];
  vault = await build({ title, category: 'Web', type: 'StaticContainer', hints: ['Knock.'] });
  first = await buildParticipation(test.db, { gameId });
  second = await buildParticipation(test.db, { gameId });
  await requireBoth();
});

const update = (body: z.input<typeof ChallengeUpdateBody>, challengeId = vault) =>
  test.call(challengeEditRoutes.update, { as: admin, params: { id: gameId, challengeId }, body });
const requireBoth = (given: Partial<Requirement> = {}) => update({ requires: { challengeIds: [one, two], ...given } });
async function solve({ participation, captain }: BuiltParticipation, challengeId: number) {
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const at = new Date();
  const [row] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt: at })
    .returning();
  await test.db.insert(solves).values({ ...key, submissionId: row?.id ?? 0, solvedAt: at });
  await changeTestBoard(test, gameId);
}
const details = async (as = first.captain) => (await test.call(routes.details, { as, params: { id: gameId } })).body;
const listed = async (as = first.captain) =>
  Object.values((await details(as)).challenges).flatMap((list) => list.map(({ id }) => id));
const read = (challengeId = vault, as = first.captain) =>
  test.call(routes.get, { as, params: { id: gameId, challengeId } });
async function board() {
  test.deps.boards.expire(gameId);
  const { body } = await test.call(scoreboardRoutes.get, { params: { id: gameId } });
  return verifyScoreboard(test.deps.database, gameId, body);
}

describe('a locked challenge', () => {
  it('is as if it did not exist, on every call of the team', async () => {
    const params = { id: gameId, challengeId: vault };
    const as = first.captain;
    for (const step of [1, 2]) {
      const { challenges: shown, challengeCount, locked } = await details();
      expect(
        Object.values(shown)
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual([one, two].sort());
      expect([challengeCount, locked]).toEqual([2, undefined]);
      expect(JSON.stringify(await details())).not.toContain('Vault');
      for (const reply of [
        await read(),
        await test.call(routes.takeHint, { as, params: { ...params, hintId: 1 } }),
        await test.call(submissionRoutes.submit, { as, params, body: { flag: 'flag{x}' } }),
        await test.call(submissionRoutes.ofTeam, { as, params }),
        await test.call(containerRoutes.create, { as, params }),
        await test.call(containerRoutes.extend, { as, params }),
        await test.call(containerRoutes.destroy, { as, params }),
      ]) {
        expectError(reply, 'challenge.notFound');
      }
      if (step === 1) await solve(first, one);
    }
    expect(await test.db.$count(submissions, eq(submissions.challengeId, vault))).toBe(0);
  });

  it('is there with the solves that it needs, for that team alone, and gone again with a solve that was taken back', async () => {
    await solve(first, two);
    await solve(first, one);
    expect(await listed()).toContain(vault);
    expect((await read()).body).toMatchObject({ title, hints: ['Knock.'] });
    expect(await listed(second.captain)).not.toContain(vault);
    expectError(await read(vault, second.captain), 'challenge.notFound');
    const reversed = and(eq(solves.challengeId, one), eq(solves.gameId, gameId));
    await test.db.update(solves).set({ reversedAt: new Date() }).where(reversed);
    await changeTestBoard(test, gameId);
    expect(await listed()).not.toContain(vault);
    expectError(await read(), 'challenge.notFound');
  });

  it('needs no more than the number of its list', async () => {
    await requireBoth({ count: 1 });
    expect(await listed()).not.toContain(vault);
    await solve(first, two);
    expect(await listed()).toContain(vault);
  });

  it('is shown by name where organisers want it, apart from the others', async () => {
    const tag = async () =>
      (await test.call(routes.details, { as: first.captain, params: { id: gameId } })).headers.etag;
    const before = await tag();
    await requireBoth({ lockedShown: true });
    const locked = { id: vault, title, category: 'Web' };
    expect((await details()).locked).toEqual([{ ...locked, missing: 2, openCount: 2, openIds: [one, two] }]);
    expect(await tag()).not.toBe(before);
    expect(await listed()).not.toContain(vault);
    expectError(await read(), 'challenge.notFound');
    await solve(first, one);
    const later = await tag();
    expect((await details()).locked).toEqual([{ ...locked, missing: 1, openCount: 1, openIds: [two] }]);
    expect((await details(second.captain)).locked).toMatchObject([{ missing: 2 }]);
    await solve(first, two);
    expect((await details()).locked).toBeUndefined();
    expect(await tag()).not.toBe(later);
  });

  it('does not say which challenges it requires that the team may not know of', async () => {
    const [hidden, off] = [await build({ requires: { challengeIds: [one], count: null, lockedShown: false } }), two];
    const shown = await build({ requires: { challengeIds: [one], count: null, lockedShown: true } });
    await update({ isEnabled: false }, off);
    await requireBoth({ challengeIds: [one, off, hidden, shown], count: 3, lockedShown: true });
    const seen = (await details()).locked?.find(({ id }) => id === vault);
    expect(seen).toMatchObject({ missing: 3, openCount: 4, openIds: [one, shown] });
  });

  it('is not named to a division that may not view it, nor while it is disabled', async () => {
    await requireBoth({ lockedShown: true });
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const divisionId = division?.id ?? 0;
    await test.db
      .insert(divisionChallenges)
      .values({ divisionId, gameId, challengeId: vault, permissions: gamePermissions.SubmitFlags });
    await test.db.update(participations).set({ divisionId }).where(eq(participations.id, first.participation.id));
    expect((await details()).locked).toBeUndefined();
    expect((await details(second.captain)).locked).toHaveLength(1);
    await update({ isEnabled: false });
    expect((await details(second.captain)).locked).toBeUndefined();
  });

  it('is read by staff as any other', async () => {
    const { body } = await test.call(routes.preview, { as: admin, params: { id: gameId }, query: {} });
    expect(body.statements.map(({ id }) => id)).toContain(vault);
    expect(
      Object.values(body.challenges)
        .flat()
        .map(({ id }) => id),
    ).toContain(vault);
    const list = await test.call(challengeEditRoutes.list, { as: admin, params: { id: gameId } });
    expect(list.body.map(({ id }) => id)).toContain(vault);
  });

  it('stays locked in practice after the end', async () => {
    const past = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    gameId = (await buildGame(test.db, { startAt: past(90), endAt: past(30), practiceMode: true })).id;
    [one, two] = [await build(), await build()];
    vault = await build({ title });
    first = await buildParticipation(test.db, { gameId });
    await requireBoth();
    expect(await listed()).toEqual([one, two]);
    expectError(await read(), 'challenge.notFound');
  });

  it('shares its instance with the teams that see it alone', async () => {
    const container = { gameId, challengeId: vault, participationId: null, kind: 'Shared' } as ContainerRow;
    const audience = () => readAudience(test.db, container, new Date());
    expect(await audience()).toEqual([]);
    await solve(second, one);
    expect(await audience()).toEqual([]);
    await solve(second, two);
    expect(await audience()).toEqual([second.participation.id]);
    await requireBoth({ count: 1 });
    await solve(first, one);
    expect((await audience()).sort()).toEqual([first.participation.id, second.participation.id].sort());
    await update({ requires: { challengeIds: [] } });
    expect(await audience()).toHaveLength(2);
  });
});

describe('the public board', () => {
  it('lists a challenge with prerequisites from its first solve on, with its values and permissions', async () => {
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    await test.db
      .insert(divisionChallenges)
      .values({ divisionId: division?.id ?? 0, gameId, challengeId: vault, permissions: 256 });
    await solve(first, one);
    await solve(first, two);
    const before = await board();
    expect(before.challengeCount).toBe(2);
    expect(JSON.stringify(before)).not.toMatch(new RegExp(`Vault|"${vault}"`));
    const news = await test.deps.boards.changes(gameId, 'public', before.version - 1);
    expect(JSON.stringify(news)).not.toContain('Vault');
    await solve(first, vault);
    const after = await board();
    expect(after.challenges.Web?.map(({ id }) => id)).toContain(vault);
    expect(after.divisions[0]?.challengeConfigs).toHaveProperty(String(vault));
    expect(await listed(second.captain)).not.toContain(vault);
  });

  it('lists it with the first hint that a team takes of it, which the board names', async () => {
    await buildAward(test.db, first, { points: -5, challengeId: vault });
    await changeTestBoard(test, gameId);
    expect(JSON.stringify((await board()).challenges)).toContain('Vault');
  });

  it('hides it on boards of the past as on the present one', async () => {
    const ask = async (query: object) =>
      JSON.stringify((await test.call(scoreboardRoutes.get, { params: { id: gameId }, query })).body.challenges);
    const knownAt = Date.now();
    await update({ requires: { challengeIds: [] } });
    expect(await ask({ asOf: Date.now() })).toContain('Vault');
    expect(await ask({ knownAt })).not.toContain('Vault');
    await requireBoth();
    const solvedAt = Date.now();
    await solve(first, vault);
    expect(await ask({ knownAt: Date.now() })).toContain('Vault');
    expect(await ask({ knownAt: solvedAt - 1 })).not.toContain('Vault');
  });
});

describe('news of a challenge with prerequisites', () => {
  it('is none: neither a notice of it or its hints, nor a message with its number', async () => {
    await update({ isEnabled: false });
    await update({ isEnabled: true });
    await update({ hintList: [{ content: 'Knock twice.' }] });
    expect(await test.db.$count(notices, eq(notices.challengeId, vault))).toBe(2);
    const { body } = await test.call(noticeRoutes.list, { as: first.captain, params: { id: gameId } });
    expect(JSON.stringify(body)).not.toContain('Vault');
    const changed = (await messagesIn(test.deps, `game:${gameId}`)).filter(
      ({ target }) => target === 'ChallengesChanged',
    );
    expect(changed.length).toBeGreaterThan(2);
    expect(changed.every(({ payload }) => !JSON.stringify(payload).includes(`${vault}]`))).toBe(true);
    await update({ requires: { challengeIds: [] } });
    const open = await test.call(noticeRoutes.list, { as: first.captain, params: { id: gameId } });
    expect(JSON.stringify(open.body)).toContain('Vault');
  });
});

describe('PUT /api/edit/games/{id}/challenges/{challengeId}', () => {
  it('keeps what is required and suggested, and takes it away', async () => {
    const requires = { challengeIds: [two, one], count: 1, lockedShown: true };
    expect((await update({ requires, next: one })).body).toMatchObject({ requires, next: one });
    expect((await update({ title: 'Other', requires: null, next: null })).body).toMatchObject({ requires, next: one });
    expect((await update({ requires: { challengeIds: [] }, next: 0 })).body).toMatchObject({
      requires: null,
      next: null,
    });
  });

  it.each([
    ['twice', () => ({ requires: { challengeIds: [one, one] } }), 'request.invalid', 'requires.challengeIds.1'],
    ['too many', () => ({ requires: { challengeIds: [one, two], count: 3 } }), 'request.invalid', 'requires.count'],
    ['none', () => ({ requires: { challengeIds: [one], count: 0 } }), 'request.invalid', 'requires.count'],
    [
      'a long list',
      () => ({ requires: { challengeIds: Array.from({ length: 101 }, (_, at) => at + 1) } }),
      'request.invalid',
      'requires.challengeIds',
    ],
    [
      'itself',
      () => ({ requires: { challengeIds: [one, vault] } }),
      'challenge.requiresItself',
      'requires.challengeIds.1',
    ],
    [
      'no challenge',
      () => ({ requires: { challengeIds: [2_147_483_647] } }),
      'division.challengeUnknown',
      'requires.challengeIds.0',
    ],
    ['itself as the next', () => ({ next: vault }), 'request.invalid', 'next'],
    ['no challenge as the next', () => ({ next: 2_147_483_647 }), 'division.challengeUnknown', 'next'],
  ] as const)('refuses %s and names the field', async (_, body, code, path) => {
    const given: z.input<typeof ChallengeUpdateBody> = body() as object;
    const reply = await update(given);
    expectError(reply, code);
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('refuses a circle through others, and challenges of another game', async () => {
    expectError(await update({ requires: { challengeIds: [vault] } }, one), 'challenge.requiresItself');
    const other = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId: other.id });
    expectError(await update({ requires: { challengeIds: [one, challenge.id] } }), 'division.challengeUnknown');
    expectError(await update({ next: challenge.id }), 'division.challengeUnknown');
  });

  it('leaves no circle, with fifty equal requests at once', async () => {
    await update({ requires: { challengeIds: [] } });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? update({ requires: { challengeIds: [two] } }, one)
          : update({ requires: { challengeIds: [one] } }, two),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const rows = await test.db.select().from(challenges).where(eq(challenges.gameId, gameId));
    expect(rows.filter(({ requires }) => requires !== null)).toHaveLength(1);
  });

  it('lets no challenge require or suggest one that is deleted, and says so in the log', async () => {
    await update({ requires: { challengeIds: [one, two], count: 2 }, next: one });
    await test.call(challengeEditRoutes.delete, { as: admin, params: { id: gameId, challengeId: one } });
    const seen = async () =>
      (await test.call(challengeEditRoutes.get, { as: admin, params: { id: gameId, challengeId: vault } })).body;
    expect(await seen()).toMatchObject({ requires: { challengeIds: [two], count: 1 }, next: null });
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.gameId, gameId), eq(auditEntries.target, `challenge:${vault}`)))
      .orderBy(desc(auditEntries.id));
    expect(entry).toMatchObject({
      before: { nextId: one },
      after: { requires: { challengeIds: [two] }, nextId: null },
    });
    await solve(first, two);
    expect(await listed()).toContain(vault);
    await test.call(challengeEditRoutes.delete, { as: admin, params: { id: gameId, challengeId: two } });
    expect((await seen()).requires).toBeNull();
  });
});

describe('the next challenge', () => {
  it('is suggested once the team can see it', async () => {
    await update({ next: vault }, two);
    expect((await read(two)).body.next).toBeNull();
    await solve(first, one);
    await solve(first, two);
    expect((await read(two)).body.next).toBe(vault);
    expect((await read(two, second.captain)).body.next).toBeNull();
    await update({ isEnabled: false });
    expect((await read(two)).body.next).toBeNull();
  });
});

it('requires the same in a copy of the game, by its own numbers', async () => {
  await requireBoth({ count: 1, lockedShown: true });
  await update({ next: vault }, one);
  const start = Date.now() + 3_600_000;
  const { body: id } = await test.call(packageRoutes.copy, {
    as: admin,
    params: { id: gameId },
    body: { title: 'Again', start, end: start + 3_600_000 },
  });
  const rows = await test.db.select().from(challenges).where(eq(challenges.gameId, id)).orderBy(challenges.id);
  const [a, b, c] = rows.map((row) => row.id);
  expect(rows.map(({ requires, nextId }) => [requires, nextId])).toEqual([
    [null, c],
    [null, null],
    [{ challengeIds: [a, b], count: 1, lockedShown: true }, null],
  ]);
});
