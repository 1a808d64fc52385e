import { type DivisionCreateBody, type DivisionUpdateBody, divisionRoutes as routes } from '@vexil/contract/division';
import { allPermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { divisionChallenges } from '@vexil/db/schema/division';
import type { GameRow } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, messagesIn } from '../../testing/outbox';

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db);
});

const create = (body: z.input<typeof DivisionCreateBody>) =>
  test.call(routes.create, { as: admin, params: { id: game.id }, body });
const update = (divisionId: number, body: z.input<typeof DivisionUpdateBody>) =>
  test.call(routes.update, { as: admin, params: { id: game.id, divisionId }, body });
const challengeId = async (gameId = game.id) => (await buildChallenge(test.db, { gameId })).challenge.id;

describe('divisions', () => {
  it('have every permission by default, and are listed by id', async () => {
    const one = await create({ name: 'Open' });
    expect(one.body).toEqual({
      id: one.body.id,
      name: 'Open',
      inviteCode: null,
      defaultPermissions: allPermissions,
      challengeConfigs: [],
      kind: null,
      ruleText: '',
      scoresAlone: false,
      version: 1,
    });
    const id = await challengeId();
    const configs = [{ challengeId: id, permissions: 256 }];
    const two = await create({
      name: 'Open',
      inviteCode: 'sesame',
      defaultPermissions: 257,
      challengeConfigs: [...configs, ...configs],
    });
    expect(two.body).toMatchObject({ inviteCode: 'sesame', defaultPermissions: 257, challengeConfigs: configs });
    const listed = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(listed.body).toEqual([one.body, two.body]);
  });

  it('have visible, normalised names', async () => {
    const { body: made } = await create({ name: ' Ｏpen\u00a0 League ' });
    expect(made).toMatchObject({ name: 'Open League' });
    expectError(await create({ name: 'Op\u200ben' }), 'request.invalid');
    expectError(await update(made.id, { name: '\u202eOpen' }), 'request.invalid');
    expectError(await update(made.id, { name: ' \u3000' }), 'request.invalid');
  });

  it('keep absent and null members; an empty code is none; masks are replaced as a set', async () => {
    const [first, second, third] = [await challengeId(), await challengeId(), await challengeId()];
    const { body: made } = await create({
      name: 'Students',
      inviteCode: 'sesame',
      defaultPermissions: 1,
      challengeConfigs: [{ challengeId: first, permissions: 1 }, { challengeId: second }],
    });
    expect((await update(made.id, {})).body).toEqual({ ...made, version: 2 });
    const kept = await update(made.id, { name: null, inviteCode: null, challengeConfigs: null });
    expect(kept.body).toEqual({ ...made, version: 3 });
    const masks = [
      { challengeId: second, permissions: 2 },
      { challengeId: third, permissions: 3 },
    ];
    const changed = await update(made.id, { name: 'Pupils', inviteCode: '', challengeConfigs: masks });
    expect(changed.body).toEqual({ ...made, name: 'Pupils', inviteCode: null, challengeConfigs: masks, version: 4 });
    expect((await update(made.id, { challengeConfigs: [] })).body.challengeConfigs).toEqual([]);
  });

  it('publish changes, update the scoreboard and keep codes out of the audit log', async () => {
    const { body: made } = await create({ name: 'Students', inviteCode: 'sesame' });
    await update(made.id, { inviteCode: 'other-sesame', name: 'Pupils' });
    const message = { target: 'GameChanged', payload: { gameId: game.id } };
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([message, message]);
    expect(await boardVersionsOf(test.deps, game.id)).toEqual([1, 2]);
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, game.id))
      .orderBy(auditEntries.id);
    expect(entries.map(({ action }) => action)).toEqual(['division.create', 'division.update']);
    expect(entries[1]?.after).toEqual({ name: 'Pupils', inviteCode: '(secret)' });
    expect(JSON.stringify(entries)).not.toContain('sesame');
  });

  it('refuse challenges of other games and contradictions without a change', async () => {
    const [own, foreign] = [await challengeId(), (await buildChallenge(test.db)).challenge.id];
    const { body: made } = await create({ name: 'Students', challengeConfigs: [{ challengeId: own }] });
    const unknown = await update(made.id, { name: 'x', challengeConfigs: [{ challengeId: foreign }] });
    expectError(unknown, 'division.challengeUnknown');
    expect(unknown.body).toMatchObject({ details: [{ path: 'challengeConfigs' }] });
    const twice = await update(made.id, {
      challengeConfigs: [
        { challengeId: own, permissions: 1 },
        { challengeId: own, permissions: 2 },
      ],
    });
    expectError(twice, 'division.challengeTwice');
    expectError(await create({ name: 'x', challengeConfigs: [{ challengeId: 987654 }] }), 'division.challengeUnknown');
    const listed = await test.call(routes.list, { as: admin, params: { id: game.id } });
    expect(listed.body).toEqual([made]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(32) }, 'name'],
    [{ name: 'x', inviteCode: 'y'.repeat(33) }, 'inviteCode'],
    [{ name: 'x', defaultPermissions: -1 }, 'defaultPermissions'],
  ])('refuse %j', async (body, path) => {
    const reply = await create(body);
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('keep one complete set when two organisers replace the masks at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => challengeId()));
    const { body: made } = await create({ name: 'Students' });
    const sets = Array.from({ length: 20 }, (_, permissions) => ids.map((id) => ({ challengeId: id, permissions })));
    const replies = await Promise.all(sets.map((challengeConfigs) => update(made.id, { challengeConfigs })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await test.db.select().from(divisionChallenges).where(eq(divisionChallenges.divisionId, made.id));
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ permissions }) => permissions)).size).toBe(1);
  });

  it('leave their teams without a division when deleted', async () => {
    const { body: made } = await create({ name: 'Students' });
    const { participation } = await buildParticipation(test.db, { gameId: game.id, divisionId: made.id });
    const params = { id: game.id, divisionId: made.id };
    expect((await test.call(routes.delete, { as: admin, params })).status).toBe(200);
    const [row] = await test.db.select().from(participations).where(eq(participations.id, participation.id));
    expect(row).toMatchObject({ divisionId: null, status: 'Accepted' });
    expectError(await test.call(routes.delete, { as: admin, params }), 'division.notFound');
    expectError(await update(made.id, {}), 'division.notFound');
  });

  it('are not found under another game or an unknown game', async () => {
    const { body: made } = await create({ name: 'Students' });
    const other = await buildGame(test.db);
    const params = { id: other.id, divisionId: made.id };
    expectError(await test.call(routes.update, { as: admin, params, body: {} }), 'division.notFound');
    expectError(await test.call(routes.delete, { as: admin, params }), 'division.notFound');
    const nowhere = { as: admin, params: { id: 987654, divisionId: made.id } };
    expectError(await test.call(routes.list, nowhere), 'game.notFound');
    expectError(await test.call(routes.create, { ...nowhere, body: { name: 'x' } }), 'game.notFound');
    expectError(await test.call(routes.update, { ...nowhere, body: {} }), 'game.notFound');
    expectError(await test.call(routes.delete, nowhere), 'game.notFound');
  });
});
