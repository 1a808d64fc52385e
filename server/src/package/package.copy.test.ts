import { createHash } from 'node:crypto';
import { awardRoutes } from '@vexil/contract/award';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { packageRoutes } from '@vexil/contract/package';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const day = 86_400_000;
const start = Date.UTC(2031, 0, 1);
const copy = (id: number, body = { title: 'Again', start, end: start + day }, as = admin) =>
  test.call(packageRoutes.copy, { as, params: { id }, body });

describe('POST /api/edit/games/{id}/copy', () => {
  it('makes a hidden game with challenges, flags and divisions, at its own time and without teams', async () => {
    const [startAt, endAt] = [new Date(start - 10 * day), new Date(start - 8 * day)];
    const revealed = { revealedFreezeAt: new Date(start - 9 * day), revealedAt: endAt };
    const kept = { rules: 'Be *fair*.', addressesKeptDays: 30, capturesKeptDays: null, writeupsKeptDays: 365 };
    const game = await buildGame(test.db, { startAt, endAt, ...revealed, ...kept });
    const ofAgents = { kind: 'Agents' as const, ruleText: 'Say *which* model.', scoresAlone: true };
    const deadlineAt = new Date(start - 9 * day);
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, title: 'Tides', deadlineAt });
    const hint = { id: 1, title: '', content: 'Wait.', cost: 5, releaseUtc: deadlineAt.getTime() };
    await test.db
      .update(challenges)
      .set({ hintList: [hint], lastHintId: 1, hintDueAt: deadlineAt })
      .where(eq(challenges.id, challenge.id));
    const ids = { id: game.id, challengeId: challenge.id };
    await test.call(flagRoutes.add, { as: admin, params: ids, body: [{ flag: 'flag{again}' }] });
    await test.call(divisionRoutes.create, { as: admin, params: { id: game.id }, body: { name: 'Open', ...ofAgents } });
    await buildAward(test.db, await buildParticipation(test.db, { gameId: game.id }));

    const hash = createHash('sha256').update(kept.rules).digest('hex');
    await test.db.insert(consentTexts).values({ hash, text: kept.rules });
    await test.db.insert(consents).values({ accountId: admin.id, gameId: game.id, hash });

    const { body: id } = await copy(game.id);
    expect((await test.call(awardRoutes.list, { as: admin, params: { id }, query: {} })).body.total).toBe(0);
    const made = (await test.call(gameEditRoutes.get, { as: admin, params: { id } })).body;
    expect(made).toMatchObject({ title: 'Again', hidden: true, start, end: start + day, version: 1 });
    expect(made).toMatchObject({ freezeTime: start + day, revealedAt: null });
    expect(made).toMatchObject(kept);
    expect(made.publicKey).not.toBe(game.publicKey);
    expect(await test.db.$count(consents, eq(consents.gameId, id))).toBe(0);
    const [listed] = (await test.call(divisionRoutes.list, { as: admin, params: { id } })).body;
    expect(listed).toMatchObject({ name: 'Open', ...ofAgents });
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, id));
    expect(entry).toMatchObject({ action: 'game.copy', after: { copyOf: game.id, challenges: 1 } });
    expect(JSON.stringify(entry)).not.toContain('flag{again}');

    const challengeId = challenge.id + 1;
    const edited = (await test.call(challengeEditRoutes.get, { as: admin, params: { id, challengeId } })).body;
    expect(edited).toMatchObject({ title: 'Tides', isEnabled: false, deadlineUtc: start + day });
    expect(edited.hintList).toEqual([{ ...hint, releaseUtc: start + day }]);
    expect(edited.flags.map(({ flag }) => flag)).toContain('flag{again}');
  });

  it('refuses an end before the start, an unknown game, and organisers', async () => {
    const game = await buildGame(test.db);
    expectError(await copy(game.id, { title: 'Again', start, end: start }), 'game.endBeforeStart');
    expectError(await copy(999_999), 'game.notFound');
    const user = await buildAccount(test.db);
    expectError(await copy(game.id, undefined, user), 'account.forbidden');
  });
});
