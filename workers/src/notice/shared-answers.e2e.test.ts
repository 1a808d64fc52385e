import type { AccountRow } from '@vexil/db/schema/account';
import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { createTestApp } from '@vexil/server/testing/app';
import { type Copies, type SharedWorld, type Subject, startSharedWorld } from '@vexil/server/testing/shared-answers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

let shared: SharedWorld;
let worker: TestWorker;
let admin: AccountRow;
beforeAll(async () => {
  const test = await createTestApp();
  shared = await startSharedWorld(test);
  admin = await buildAccount(test.db, { role: 'Admin' });
  const { database, deps, clock } = test;
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock });
});
afterAll(async () => {
  await worker.close();
  await shared.close();
});

async function send(method: 'POST' | 'PUT', url: string, as: AccountRow, payload: object = {}) {
  const [{ app }] = shared.servers;
  const reply = await app.inject({ method, url, headers: { cookie: await shared.test.signIn(as) }, payload });
  expect(reply.statusCode, reply.body).toBe(200);
  await worker.drain();
}

const bloodsOf = ({ notices: { body } }: Copies): string[] =>
  JSON.parse(body).flatMap(({ type, values }: { type: string; values: string[] }) =>
    type === 'FirstBlood' ? [values.at(-1)] : [],
  );

describe('shared answers of two servers', () => {
  it('follow verdicts, and the end of a freeze that withheld bloods', async () => {
    const { db, clock } = shared.test;
    const gameId = (await buildGame(db)).id;
    const challenges = [
      await buildChallenge(db, { gameId, title: 'Open' }),
      await buildChallenge(db, { gameId, title: 'Withheld' }),
    ];
    const [player, rival] = [await buildParticipation(db, { gameId }), await buildParticipation(db, { gameId })];
    await db.insert(notices).values({ gameId, type: 'Normal', values: ['Welcome.'] });
    await db.insert(posts).values({ id: '00000001', title: 'News', summary: '', content: '', tags: [] });
    const subject: Subject = { gameId, postId: '00000001', player: player.captain };
    const solve = (team: BuiltParticipation, index: number) => {
      const { challenge, flags } = challenges[index] as (typeof challenges)[number];
      return send('POST', `/api/game/${gameId}/challenges/${challenge.id}`, team.captain, { flag: flags[0] });
    };

    await shared.warm(subject);
    await solve(player, 0);
    const solved = await shared.converge(subject);
    expect(bloodsOf(solved)).toEqual(['Open']);
    expect(JSON.parse(solved.details.body).rank.solvedCount).toBe(1);

    clock.advance(10);
    await send('PUT', `/api/edit/games/${gameId}`, admin, { freezeTime: clock.now().getTime() });
    clock.advance(1000);
    const frozen = await shared.converge(subject);
    await solve(rival, 1);
    const later = await shared.converge(subject);
    expect(later.notices).toEqual(frozen.notices);
    expect(later.board).toEqual(frozen.board);

    await send('POST', `/api/edit/games/${gameId}/unfreeze`, admin);
    expect(bloodsOf(await shared.converge(subject)).sort()).toEqual(['Open', 'Withheld']);
  });
});
