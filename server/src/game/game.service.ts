import { DomainError } from '@vexil/contract/errors';
import type { Db, Executor, Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import { shareReading } from '../batch';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { findGame, findGameLocked, findRegistration } from './game.queries';
import type { CallerInGame } from './game.view';
import { findStaffRole } from './staff.queries';
import { requireVisible } from './visible-game.service';

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
export async function lockGame(tx: Tx, gameId: number): Promise<GameRow> {
  const game = await findGameLocked(tx, gameId, 'key share');
  if (!game) throw new DomainError('game.notFound');
  return game;
}

/** The caller's place in a game. Throws `game.notFound`, also when the game is hidden from the caller. */
export async function readCaller(deps: Deps, actor: Actor | null, game: GameRow): Promise<CallerInGame> {
  const [registration, staffRole] = await Promise.all([
    actor ? findRegistration(deps.db, game.id, actor.id) : undefined,
    actor && actor.role !== 'Banned' ? findStaffRole(deps.db, game.id, actor.id) : undefined,
  ]);
  await requireVisible(deps, actor, game);
  return { registration, staffRole };
}
