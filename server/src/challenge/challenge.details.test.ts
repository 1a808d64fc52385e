import { gunzipSync } from 'node:zlib';
import { challengeRoutes, type GameDetails } from '@vexil/contract/challenge';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { challenges } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { avatarUrl } from '@vexil/rules/asset.rules';
import { type DivisionPermissions, grants } from '@vexil/rules/permission.rules';
import { emptyRow } from '@vexil/rules/scoreboard.board.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { changeTestBoard } from '../../testing/scoreboard';
import { visibleKey } from './challenge.details.view';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
const freezeAt = minutesAgo(30);

interface Player extends BuiltParticipation {
  division: DivisionPermissions | null;
  divisionId: number | null;
}

let gameId: number;
let challengeIds: number[];
let players: Player[];

async function solve({ participation, captain }: BuiltParticipation, challengeId: number, at: number) {
  const submittedAt = new Date(at);
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt })
    .returning();
  await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: submittedAt });
}

async function buildDivision(name: string, defaultPermissions: number, masks: [number, number][]) {
  const [row] = await test.db.insert(divisions).values({ gameId, name, defaultPermissions }).returning();
  const divisionId = row?.id ?? 0;
  for (const [challengeId, permissions] of masks) {
    await test.db.insert(divisionChallenges).values({ divisionId, challengeId, gameId, permissions });
  }
  return { id: divisionId, permissions: { defaultPermissions, challengePermissions: new Map(masks) } };
}

async function join(division: Awaited<ReturnType<typeof buildDivision>> | null): Promise<Player> {
  const built = await buildParticipation(test.db, { gameId });
  const divisionId = division?.id ?? null;
  await test.db.update(participations).set({ divisionId }).where(eq(participations.id, built.participation.id));
  return { ...built, division: division?.permissions ?? null, divisionId };
}

beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  challengeIds = [];
  for (const [index, category] of (['Web', 'Crypto', 'Web', 'Pwn'] as const).entries()) {
    const { challenge } = await buildChallenge(test.db, { gameId, category, title: `题 "${index}"` });
    challengeIds.push(challenge.id);
  }
  const [one = 0, two = 0] = challengeIds;
  const masks = await Promise.all([
    buildDivision('without one', allPermissions, [[one, gamePermissions.SubmitFlags]]),
    buildDivision('with two alone', 0, [[two, gamePermissions.ViewChallenge]]),
    buildDivision('blind', 0, []),
  ]);
  players = [];
  for (const division of [null, null, ...masks, masks[0] ?? null]) players.push(await join(division));
  for (const [index, player] of players.entries()) {
    for (const id of challengeIds.slice(0, index)) await solve(player, id, minutesAgo(50 - index));
  }
});

/** The reply, computed from the whole scoreboard member by member. */
function plainDetails(board: Scoreboard, player: Player, later: GameDetails['rank']['solvedChallenges']): GameDetails {
  const { team, participation, division, divisionId } = player;
  const visible = Object.entries(board.challenges)
    .map(([category, list]) => [category, list.filter(({ id }) => grants(division, id, 'ViewChallenge'))] as const)
    .filter(([, list]) => list.length > 0);
  const { id, name, bio, avatarHash } = team;
  const row =
    board.items.find((item) => item.id === id) ??
    emptyRow({ id, name, bio: bio ?? '', avatar: avatarUrl(avatarHash), divisionId });
  return {
    challenges: Object.fromEntries(visible),
    challengeCount: visible.reduce((count, [, list]) => count + list.length, 0),
    rank: {
      ...row,
      solvedChallenges: [...row.solvedChallenges, ...later],
      solvedCount: row.solvedChallenges.length + later.length,
    },
    teamToken: participation.token,
    writeupRequired: false,
    writeupDeadline: expect.any(Number) as unknown as number,
  };
}

const details = (as: Player, headers: Record<string, string> = {}) =>
  test.call(challengeRoutes.details, { as: as.captain, params: { id: gameId }, headers });

async function publish(frozenAt: number | null = null): Promise<Scoreboard> {
  await changeTestBoard(test, gameId);
  return (await test.app.boards.get(gameId, { frozenAt, live: false })).whole();
}

describe('GET /api/game/{id}/details, composed', () => {
  it('is for every player what the whole board says', async () => {
    const board = await publish();
    const late = await join(null);
    for (const player of [...players, late, ...players]) {
      const { body } = await details(player);
      expect(body).toEqual(plainDetails(board, player, []));
      expect(Object.keys(body)).toEqual(Object.keys(plainDetails(board, player, [])));
      expect(Object.keys(body.rank)).toEqual(Object.keys(plainDetails(board, player, []).rank));
    }
  });

  it('names the tags of a challenge where it has some, and never its topics', async () => {
    const [one = 0] = challengeIds;
    const labels = { author: 'Mira', tags: ['easy', '"<b>"'], topics: ['for staff'] };
    await test.db.update(challenges).set(labels).where(eq(challenges.id, one));
    const board = await publish();
    const [player] = players as [Player];
    const { body } = await details(player);
    const listed = Object.values(body.challenges).flat();
    expect(listed.map(({ id, tags }) => [id, tags])).toEqual(
      expect.arrayContaining(challengeIds.map((id) => [id, id === one ? labels.tags : undefined])),
    );
    expect(JSON.stringify([board.challenges, body])).not.toContain('for staff');
    expect(JSON.stringify(board.challenges)).not.toContain('easy');
    const opened = await test.call(challengeRoutes.get, {
      as: player.captain,
      params: { id: gameId, challengeId: one },
    });
    expect(opened.body).toMatchObject({ author: 'Mira', tags: labels.tags });
    expect(JSON.stringify(opened.body)).not.toContain('for staff');
  });

  it('shows each team only its own later solves while the scoreboard is frozen', async () => {
    await test.db
      .update(games)
      .set({ freezeAt: new Date(freezeAt) })
      .where(eq(games.id, gameId));
    const [first, second] = players as [Player, Player];
    const [one = 0, two = 0] = challengeIds;
    const at = [minutesAgo(20), minutesAgo(10)] as const;
    await solve(first, one, at[0]);
    await solve(first, two, at[1]);
    const board = await publish(freezeAt);
    const { userName } = first.captain;
    const later = [one, two].map((id, index) => ({
      id,
      score: 0,
      type: 'Normal' as const,
      userName,
      time: at[index] ?? 0,
    }));
    for (const _again of [1, 2]) {
      expect((await details(first)).body).toEqual(plainDetails(board, first, later));
      const other = await details(second);
      expect(other.body).toEqual(plainDetails(board, second, []));
      expect(JSON.stringify(other.body)).not.toContain(userName);
    }
  });

  it('is compressed where gzip is accepted, each time with its own parts, under the same ETag', async () => {
    for (let index = 0; index < 12; index += 1) {
      const { challenge } = await buildChallenge(test.db, { gameId, category: 'Misc', title: `Challenge ${index}` });
      challengeIds.push(challenge.id);
    }
    for (const version of [1, 2]) {
      await publish();
      for (const player of [...players, ...players]) {
        const headers = { cookie: await test.signIn(player.captain), 'accept-encoding': 'gzip, deflate, br' };
        const reply = await test.app.inject({ url: `/api/game/${gameId}/details`, headers });
        const plain = await details(player);
        const isLarge = Number(plain.headers['content-length']) >= 1024;
        expect(reply.headers['content-encoding']).toBe(isLarge ? 'gzip' : undefined);
        const text = isLarge ? gunzipSync(reply.rawPayload) : reply.rawPayload;
        expect(JSON.parse(text.toString())).toEqual(plain.body);
        expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
        expect(reply.headers).toMatchObject({ etag: plain.headers.etag, vary: 'Accept-Encoding' });
        const known = await details(player, { 'if-none-match': String(plain.headers.etag) });
        expect(known.headers.vary).toBe('Accept-Encoding');
      }
      await solve(players[1] as Player, challengeIds.at(-version) ?? 0, Date.now());
    }
  });

  it('changes its ETag with its content and only then', async () => {
    await publish();
    const [player, other] = players as [Player, Player];
    const tagOf = async (who: Player) => String((await details(who)).headers.etag);
    const first = await tagOf(player);
    expect(await tagOf(player)).toBe(first);
    expect(await tagOf(other)).not.toBe(first);
    const known = await details(player, { 'if-none-match': first });
    expect(known).toMatchObject({ status: 304, body: undefined });

    const seen = new Set([first]);
    const expectAnother = async () => {
      const tag = await tagOf(player);
      expect(seen).not.toContain(tag);
      seen.add(tag);
      expect((await details(player, { 'if-none-match': first })).status).toBe(200);
    };
    await publish();
    await expectAnother();
    await test.db.update(games).set({ writeupRequired: true }).where(eq(games.id, gameId));
    await expectAnother();
    const { id } = player.participation;
    await test.db.update(participations).set({ token: 'another' }).where(eq(participations.id, id));
    await expectAnother();
    const hidden = await buildDivision('hidden', allPermissions, [[challengeIds[0] ?? 0, 0]]);
    await test.db.update(participations).set({ divisionId: hidden.id }).where(eq(participations.id, id));
    await expectAnother();
    await test.db.update(divisionChallenges).set({ permissions: allPermissions });
    await expectAnother();
    await test.db
      .update(games)
      .set({ freezeAt: new Date(freezeAt) })
      .where(eq(games.id, gameId));
    await publish(freezeAt);
    await expectAnother();
    await solve(player, challengeIds[3] ?? 0, minutesAgo(5));
    await expectAnother();
  });
});

describe('visibleKey', () => {
  const { ViewChallenge, SubmitFlags } = gamePermissions;
  const division = (defaultPermissions: number, masks: [number, number][]): DivisionPermissions => ({
    defaultPermissions,
    challengePermissions: new Map(masks),
  });

  it('is equal exactly for divisions that see the same challenges', () => {
    const all = [null, division(ViewChallenge, []), division(allPermissions, [[3, ViewChallenge]])];
    expect(new Set(all.map(visibleKey)).size).toBe(1);
    const ordered = [
      division(ViewChallenge, [
        [12, 0],
        [3, 0],
      ]),
      division(allPermissions, [
        [3, SubmitFlags],
        [12, 0],
      ]),
    ];
    expect(new Set(ordered.map(visibleKey)).size).toBe(1);
    const different = [
      null,
      division(0, []),
      division(0, [[3, ViewChallenge]]),
      division(0, [[12, ViewChallenge]]),
      division(0, [
        [1, ViewChallenge],
        [2, ViewChallenge],
      ]),
      division(ViewChallenge, [[3, 0]]),
      division(ViewChallenge, [[12, 0]]),
    ];
    expect(new Set(different.map(visibleKey)).size).toBe(different.length);
  });
});
