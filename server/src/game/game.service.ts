import { DomainError } from '@vexil/contract/errors';
import type { Db, Executor, Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import { shareReading } from '@vexil/http/reads/batch';
import { findGame, findGameLocked } from './game.queries';

/** A game, hidden or not, for calls of staff; other calls use `loadVisibleGame`. Throws `game.notFound`. */
export async function getGame(db: Executor, gameId: number): Promise<GameRow> {
  const game = await findGame(db, gameId);
  if (!game) throw new DomainError('game.notFound');
  return game;
}

const readGameRow = shareReading((db: Db, gameId: number) => getGame(db, gameId));

/** For calls of staff, hidden or not. Throws `game.notFound` and `game.notStarted`. */
export async function getStartedGame(db: Db, gameId: number, at: Date): Promise<GameRow> {
  const game = await readGameRow(db, gameId);
  if (at < game.startAt) throw new DomainError('game.notStarted');
  return game;
}

/** Prevents deletion until the transaction ends. Throws `game.notFound`. */
export async function lockGame(
  tx: Tx,
  gameId: number,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<GameRow> {
  const game = await findGameLocked(tx, gameId, strength);
  if (!game) throw new DomainError('game.notFound');
  return game;
}
