import { createHash } from 'node:crypto';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { gamePageRoutes } from '@vexil/contract/game-page';
import { participationRoutes } from '@vexil/contract/participation';
import type { AccountRow } from '@vexil/db/schema/account';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { type GameRow, games } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const rules = '# Rules\n\nNo attacks on the platform.';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const inGame = (as: AccountRow | undefined, { id }: GameRow) => ({ params: { id }, ...(as && { as }) });
const gameOf = async (as: AccountRow | undefined, game: GameRow) =>
  (await test.call(gameRoutes.get, inGame(as, game))).body;
const accept = (as: AccountRow, game: GameRow, hash: string) =>
  test.call(participationRoutes.acceptRules, { ...inGame(as, game), body: { hash } });
const join = (as: AccountRow, game: GameRow, body: { teamId?: number; acceptedRules?: string | null }) =>
  test.call(participationRoutes.join, { ...inGame(as, game), body });
const setRules = (game: GameRow, text: string) =>
  test.call(gameEditRoutes.update, { ...inGame(admin, game), body: { rules: text } });
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

describe('a game without rules', () => {
  it.each(['', ' \n'])('is joined as before: %j', async (text) => {
    const game = await buildGame(test.db, { rules: text });
    const { team, captain } = await buildTeam(test.db);
    expect((await join(captain, game, { teamId: team.id })).status).toBe(200);
    expect(await gameOf(captain, game)).toMatchObject({ rulesHash: null, acceptedRules: [] });
    expect(await consentsOf(captain, game)).toEqual([]);
  });
});

describe('joining a game with rules', () => {
  it.each([undefined, null, hashOf('Others.')])('is refused with %s, and nothing is stored', async (acceptedRules) => {
    const game = await buildGame(test.db, { rules });
    const { team, captain } = await buildTeam(test.db);
    refusesWith(
      await join(captain, game, { teamId: team.id, acceptedRules }),
      'participation.rulesNotAccepted',
      'acceptedRules',
    );
    expect(await test.db.$count(participationMembers, eq(participationMembers.gameId, game.id))).toBe(0);
    expect(await consentsOf(captain, game)).toEqual([]);
  });

  it('stores who accepted which text, also of a second member and of one who joins alone', async () => {
    const game = await buildGame(test.db, { rules, acceptWithoutReview: true });
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const other = members.find(({ id }) => id !== captain.id) ?? captain;
    const { rulesHash } = await gameOf(undefined, game);
    expect(rulesHash).toBe(hashOf(rules));
    const body = { teamId: team.id, acceptedRules: rulesHash };
    expect((await join(captain, game, body)).status).toBe(200);
    refusesWith(await join(other, game, { teamId: team.id }), 'participation.rulesNotAccepted', 'acceptedRules');
    expect((await join(other, game, body)).status).toBe(200);
    for (const member of [captain, other]) {
      expect(await consentsOf(member, game)).toMatchObject([{ hash: rulesHash, accountId: member.id }]);
    }
    const [kept] = await test.db
      .select()
      .from(consentTexts)
      .where(eq(consentTexts.hash, hashOf(rules)));
    expect(kept?.text).toBe(rules);
    const alone = await buildGame(test.db, { rules, individual: true });
    const player = await buildAccount(test.db);
    expect((await join(player, alone, { acceptedRules: rulesHash })).status).toBe(200);
    expect(await consentsOf(player, alone)).toHaveLength(1);
  });

  it('stores one consent of fifty equal requests at once', async () => {
    const game = await buildGame(test.db, { rules });
    const { team, captain } = await buildTeam(test.db);
    const body = { teamId: team.id, acceptedRules: hashOf(rules) };
    const replies = await Promise.all(Array.from({ length: 50 }, () => join(captain, game, body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await consentsOf(captain, game)).toHaveLength(1);
  });
});

describe('rules that change', () => {
  it('are to be accepted again by participants, each by the text that stands now', async () => {
    const game = await buildGame(test.db, { rules });
    const { team, captain } = await buildTeam(test.db);
    await join(captain, game, { teamId: team.id, acceptedRules: hashOf(rules) });
    expect((await setRules(game, 'New.')).body).toMatchObject({ rules: 'New.' });
    const shown = await gameOf(captain, game);
    expect(shown).toMatchObject({ rules: 'New.', rulesHash: hashOf('New.'), acceptedRules: [hashOf(rules)] });
    refusesWith(await accept(captain, game, hashOf(rules)), 'participation.rulesNotAccepted', 'hash');
    const replies = await Promise.all(Array.from({ length: 50 }, () => accept(captain, game, hashOf('New.'))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await consentsOf(captain, game)).toHaveLength(2);
    const { body: page } = await test.call(gamePageRoutes.get, inGame(captain, game));
    for (const { acceptedRules } of [await gameOf(captain, game), page.game]) {
      expect(acceptedRules.toSorted()).toEqual([hashOf(rules), hashOf('New.')].toSorted());
    }
  });

  it('are no other game’s, no stranger’s and no visitor’s', async () => {
    const [game, other] = [await buildGame(test.db, { rules }), await buildGame(test.db, { rules })];
    const { team, captain } = await buildTeam(test.db);
    await join(captain, game, { teamId: team.id, acceptedRules: hashOf(rules) });
    expectError(await accept(captain, other, hashOf(rules)), 'participation.missing');
    const stranger = await buildAccount(test.db);
    expectError(await accept(stranger, game, hashOf(rules)), 'participation.missing');
    for (const one of [stranger, admin, undefined])
      expect(await gameOf(one, game)).toMatchObject({ acceptedRules: [] });
    expect(await consentsOf(captain, other)).toEqual([]);
  });

  it('are not found where the game is hidden', async () => {
    const game = await buildGame(test.db, { rules, hidden: true });
    expectError(await accept(await buildAccount(test.db), game, hashOf(rules)), 'game.notFound');
  });

  it('go with the game, and consents with them', async () => {
    const game = await buildGame(test.db, { rules });
    const { team, captain } = await buildTeam(test.db);
    await join(captain, game, { teamId: team.id, acceptedRules: hashOf(rules) });
    await test.db.delete(games).where(eq(games.id, game.id));
    expect(await consentsOf(captain, game)).toEqual([]);
  });
});

describe('the rules of a game', () => {
  it.each(['\u202e', '😀', '"', '\\', '<', '\u0007'])('are stored and accepted at full length of %j', async (sign) => {
    const game = await buildGame(test.db);
    const text = sign.repeat(65_536 / sign.length);
    expect((await setRules(game, text)).body.rules).toBe(text);
    const { rulesHash } = await gameOf(undefined, game);
    const { team, captain } = await buildTeam(test.db);
    expect((await join(captain, game, { teamId: team.id, acceptedRules: rulesHash })).status).toBe(200);
  });

  it.each(['x'.repeat(65_537), 'a\u0000b'])('are refused with the member', async (text) => {
    const game = await buildGame(test.db);
    refusesWith(await setRules(game, text), 'request.invalid', 'rules');
  });
});
