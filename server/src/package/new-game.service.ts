import type { GameCreateBody } from '@vexil/contract/game';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
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
  return inTransaction(deps, async (work) => {
    const game = await storeGame(deps, work.tx, by, body);
    for (const division of divisions ?? []) await storeDivision(work.tx, by, game.id, division);
    work.changes('games');
    return game;
  });
}
