import type { GameCreateBody } from '@vexil/contract/game';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { changeTopics } from '@vexil/runtime/topics';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import type { Author } from '../audit/audit.service';
import { storeDivision } from '../division/division.service';
import { storeGame } from '../game/game.edit.service';

export function createGame(
  deps: Deps,
  by: Author,
  { divisions, ...body }: z.output<typeof GameCreateBody>,
): Promise<GameRow> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const game = await storeGame(deps, tx, by, body);
    for (const division of divisions ?? []) await storeDivision(tx, by, game.id, division);
    await changeTopics(deps, tx, afterCommit, ['games']);
    return game;
  });
}
