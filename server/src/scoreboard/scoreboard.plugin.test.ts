import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the cached facts of a game', () => {
  it('are dropped before the reply to a change of the game leaves', async () => {
    const game = await buildGame(test.db);
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const pass = () => test.app.gameGate.pass(game.id, test.clock.now(), async () => true);
    const change = (hidden: boolean) =>
      test.send({ method: 'PUT', url: `/api/edit/games/${game.id}`, payload: { hidden }, as: admin });
    expect((await pass()).hidden).toBe(false);
    expect((await change(true)).status).toBe(200);
    expect((await pass()).hidden).toBe(true);
    expect((await change(false)).status).toBe(200);
    expect((await pass()).hidden).toBe(false);
  });
});
