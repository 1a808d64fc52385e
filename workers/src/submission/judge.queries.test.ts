import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lockJudging } from './judge.queries';

describe('lockJudging', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => test.drop());

  const planMode = () =>
    test.sql.begin(async (tx) => {
      await lockJudging(tx, [{ challengeId: 1, mark: 1 }]);
      const [row] = await tx`select current_setting('plan_cache_mode') as mode`;
      return row?.mode;
    });

  it('uses custom plans while the statistics lag behind the tables', async () => {
    const game = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { participation, captain } = await buildParticipation(test.db, { gameId: game.id });
    // Autovacuum could analyse the tables in between.
    await test.sql`alter table submissions set (autovacuum_enabled = false)`;
    await test.sql`vacuum analyze submissions`;
    expect(await planMode()).toBe('force_generic_plan');
    await test.sql`
      insert into submissions (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, status,
        submitted_at)
      select ${game.id}, ${challenge.id}, ${participation.id}, ${captain.id}, 'x', 'x', 'WrongAnswer', now()
      from generate_series(1, 3000)`;
    expect(await planMode()).toBe('force_custom_plan');
    await test.sql`analyze submissions`;
    expect(await planMode()).toBe('force_generic_plan');
  });
});
