import { createHash } from 'node:crypto';
import { auditRoutes } from '@vexil/contract/audit';
import { divisionRoutes } from '@vexil/contract/division';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameRoutes } from '@vexil/contract/game';
import { participationRoutes } from '@vexil/contract/participation';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { AccountRow } from '@vexil/db/schema/account';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { divisions } from '@vexil/db/schema/division';
import type { GameRow } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const hour = 3_600_000;
const rule = 'Agents play alone. No person touches the keyboard.';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function buildDivided(values: Partial<typeof divisions.$inferInsert> = {}, startsIn = hour) {
  const startAt = new Date(test.clock.now().getTime() + startsIn);
  const game = await buildGame(test.db, { startAt, endAt: new Date(startAt.getTime() + 5 * hour) });
  const rows = await test.db
    .insert(divisions)
    .values([
      { gameId: game.id, name: 'Robots', kind: 'Agents', ruleText: rule, ...values },
      { gameId: game.id, name: 'People' },
    ])
    .returning();
  const [robots, people] = rows.map(({ id }) => id) as [number, number];
  return { game, robots, people };
}

const inGame = (as: AccountRow | undefined, { id }: GameRow) => ({ params: { id }, ...(as && { as }) });
const gameOf = async (as: AccountRow | undefined, game: GameRow) =>
  (await test.call(gameRoutes.get, inGame(as, game))).body;
type Body = { teamId: number; divisionId: number; acceptRule?: boolean | string | null };
const join = (as: AccountRow, game: GameRow, body: Body) =>
  test.call(participationRoutes.join, { ...inGame(as, game), body });
const consentsOf = ({ id }: AccountRow, game: GameRow) =>
  test.db
    .select()
    .from(consents)
    .where(and(eq(consents.accountId, id), eq(consents.gameId, game.id)));

function refusesWith(reply: TestReply<unknown>, code: ErrorCode, path: string): void {
  expectError(reply, code);
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ details: [{ path }] });
}

describe('joining a division with a rule', () => {
  it.each([undefined, null, false, hashOf('Another.')])(
    'is refused with %s, and nothing is stored',
    async (accepted) => {
      const { game, robots } = await buildDivided();
      const { team, captain } = await buildTeam(test.db);
      const body = { teamId: team.id, divisionId: robots, acceptRule: accepted as boolean | undefined };
      refusesWith(await join(captain, game, body), 'participation.ruleNotAccepted', 'acceptRule');
      expect(await test.db.$count(participationMembers, eq(participationMembers.gameId, game.id))).toBe(0);
      expect(await consentsOf(captain, game)).toEqual([]);
    },
  );

  it.each([true, hashOf(rule)])('stores who accepted which text with %s', async (acceptRule) => {
    const { game, robots } = await buildDivided();
    const { team, captain } = await buildTeam(test.db);
    expect((await gameOf(undefined, game)).divisions[0]).toMatchObject({
      kind: 'Agents',
      ruleText: rule,
      ruleHash: hashOf(rule),
      scoresAlone: false,
    });
    expect((await join(captain, game, { teamId: team.id, divisionId: robots, acceptRule })).status).toBe(200);
    expect(await consentsOf(captain, game)).toMatchObject([{ hash: hashOf(rule), accountId: captain.id }]);
    const [kept] = await test.db
      .select()
      .from(consentTexts)
      .where(eq(consentTexts.hash, hashOf(rule)));
    expect(kept?.text).toBe(rule);
    expect((await gameOf(captain, game)).acceptedRules).toEqual([hashOf(rule)]);
  });

  it('asks each member of the team, and no one of a division without a rule', async () => {
    const { game, robots, people } = await buildDivided();
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const other = members.find(({ id }) => id !== captain.id) ?? captain;
    await join(captain, game, { teamId: team.id, divisionId: robots, acceptRule: true });
    const body = { teamId: team.id, divisionId: robots };
    refusesWith(await join(other, game, body), 'participation.ruleNotAccepted', 'acceptRule');
    expect((await join(other, game, { ...body, acceptRule: true })).status).toBe(200);
    const free = await buildTeam(test.db);
    expect((await join(free.captain, game, { teamId: free.team.id, divisionId: people })).status).toBe(200);
    expect(await consentsOf(free.captain, game)).toEqual([]);
  });

  it('stores one consent of fifty equal requests at once', async () => {
    const { game, robots } = await buildDivided();
    const { team, captain } = await buildTeam(test.db);
    const body = { teamId: team.id, divisionId: robots, acceptRule: true };
    const replies = await Promise.all(Array.from({ length: 50 }, () => join(captain, game, body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await consentsOf(captain, game)).toHaveLength(1);
  });

  it('accepts a changed rule by its hash, and a text that does not stand never', async () => {
    const { game, robots } = await buildDivided();
    const { team, captain } = await buildTeam(test.db);
    await join(captain, game, { teamId: team.id, divisionId: robots, acceptRule: true });
    const params = { id: game.id, divisionId: robots };
    const changed = await test.call(divisionRoutes.update, { as: admin, params, body: { ruleText: 'New.' } });
    expect(changed.body).toMatchObject({ ruleText: 'New.', kind: 'Agents' });
    const shown = await gameOf(captain, game);
    expect(shown.acceptedRules).not.toContain(shown.divisions[0]?.ruleHash);
    const accept = (hash: string) =>
      test.call(participationRoutes.acceptRules, { ...inGame(captain, game), body: { hash } });
    refusesWith(await accept(hashOf(rule)), 'participation.rulesNotAccepted', 'hash');
    expect((await accept(hashOf('New.'))).status).toBe(200);
    expect((await gameOf(captain, game)).acceptedRules).toContain(hashOf('New.'));
  });
});

describe('a change of division', () => {
  const move = (id: number, body: { divisionId: number | null; reason?: string }) =>
    test.call(participationRoutes.update, { as: admin, params: { id }, body });

  it('needs no reason before the start', async () => {
    const { game, robots } = await buildDivided();
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    expect((await move(participation.id, { divisionId: robots })).status).toBe(200);
  });

  it.each([undefined, '', '  '])('is refused after the start with the reason %j', async (reason) => {
    const { game, robots } = await buildDivided({}, -hour);
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    const body = { divisionId: robots, ...(reason !== undefined && { reason }) };
    refusesWith(await move(participation.id, body), 'division.reasonMissing', 'reason');
    expect((await move(participation.id, { divisionId: null })).status).toBe(200);
  });

  it('is a fact with its reason: the board of an earlier moment keeps the team where it was', async () => {
    const { game, robots, people } = await buildDivided({}, -hour);
    const built = await buildParticipation(test.db, { gameId: game.id, divisionId: people });
    const before = Date.now();
    await vi.waitUntil(() => Date.now() > before + 1, { interval: 1 });
    expect((await move(built.participation.id, { divisionId: robots, reason: 'It was an agent.' })).status).toBe(200);
    const divisionAt = async (knownAt?: number) =>
      (await loadScoreboardFacts(test.database.sql, game.id, { knownAt }))?.participations[0]?.divisionId;
    expect(await divisionAt()).toBe(robots);
    expect(await divisionAt(before)).toBe(people);
    const { body } = await test.call(auditRoutes.game, { as: admin, params: { id: game.id } });
    expect(body.data[0]).toMatchObject({
      action: 'participation.update',
      before: { divisionId: people },
      after: { divisionId: robots, reason: 'It was an agent.' },
    });
  });
});

describe('kind and scoring of a division', () => {
  const change = (game: GameRow, divisionId: number, body: object) =>
    test.call(divisionRoutes.update, { as: admin, params: { id: game.id, divisionId }, body });

  it('change freely before the start, and without teams', async () => {
    const { game, robots } = await buildDivided();
    await buildParticipation(test.db, { gameId: game.id, divisionId: robots });
    expect((await change(game, robots, { kind: null, scoresAlone: true })).body).toMatchObject({
      kind: null,
      scoresAlone: true,
    });
    const running = await buildDivided({}, -hour);
    expect((await change(running.game, running.robots, { kind: 'People' })).status).toBe(200);
  });

  it.each(['kind', 'scoresAlone'] as const)('of teams that play need force and a reason: %s', async (field) => {
    const { game, robots } = await buildDivided({}, -hour);
    await buildParticipation(test.db, { gameId: game.id, divisionId: robots });
    const body = field === 'kind' ? { kind: 'People' } : { scoresAlone: true };
    refusesWith(await change(game, robots, body), 'division.hasTeams', field);
    refusesWith(await change(game, robots, { ...body, force: true }), 'division.reasonMissing', 'reason');
    refusesWith(await change(game, robots, { ...body, force: true, reason: ' ' }), 'division.reasonMissing', 'reason');
    expect((await change(game, robots, { ruleText: 'Other.', name: 'Machines' })).status).toBe(200);
    const forced = await change(game, robots, { ...body, force: true, reason: 'A mistake.' });
    expect(forced.body).toMatchObject(body);
    const { body: log } = await test.call(auditRoutes.game, { as: admin, params: { id: game.id } });
    expect(log.data[0]).toMatchObject({ action: 'division.update', after: { ...body, reason: 'A mistake.' } });
  });

  it('keep the division while its teams play', async () => {
    const { game, robots, people } = await buildDivided({}, -hour);
    await buildParticipation(test.db, { gameId: game.id, divisionId: robots });
    const drop = (divisionId: number) =>
      test.call(divisionRoutes.delete, { as: admin, params: { id: game.id, divisionId } });
    expectError(await drop(robots), 'division.hasTeams');
    expect((await drop(people)).status).toBe(200);
    expect(await test.db.$count(participations, eq(participations.divisionId, robots))).toBe(1);
  });

  it.each([{ kind: 'Robots' }, { ruleText: 'x'.repeat(16_385) }, { scoresAlone: 'yes' }])(
    'are checked: %j',
    async (body) => {
      const { game, robots } = await buildDivided();
      const reply = await change(game, robots, body);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ details: [{ path: Object.keys(body)[0] }] });
    },
  );
});
