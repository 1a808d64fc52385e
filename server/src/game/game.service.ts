import { DomainError } from '@vexil/contract/errors';
import type { Db, Executor, Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import { shareReading } from '../batch';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import {
  countTeams,
  findGame,
  findGameLocked,
  findRegistration,
  listDivisionNames,
  listPublicGames,
  listRecentGames,
} from './game.queries';
import type { GameForCaller } from './game.view';
import { findStaffRole } from './staff.queries';
import { requireVisible } from './visible-game.service';

const recentGamesMax = 50;

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

export const readRecentGames = (deps: Deps, limit: number, at: Date) =>
  listRecentGames(deps.db, at, limit === 0 ? recentGamesMax : limit);

export const readPublicGames = (deps: Deps, page: { count: number; skip: number }) => listPublicGames(deps.db, page);

/** The part of a game's page that is the same for every caller. Throws `game.notFound`. */
const readPublicDetails = shareReading(async (db: Db, gameId: number) => {
  const [game, divisions, teamCount] = await Promise.all([
    getGame(db, gameId),
    listDivisionNames(db, gameId),
    countTeams(db, gameId),
  ]);
  return { game, divisions, teamCount };
});

/** Throws `game.notFound`, also when the game is hidden from the caller. */
export async function readGame(deps: Deps, actor: Actor | null, gameId: number): Promise<GameForCaller> {
  const [publicDetails, registration, staffRole] = await Promise.all([
    readPublicDetails(deps.db, gameId),
    actor ? findRegistration(deps.db, gameId, actor.id) : undefined,
    actor && actor.role !== 'Banned' ? findStaffRole(deps.db, gameId, actor.id) : undefined,
  ]);
  await requireVisible(deps, actor, publicDetails.game);
  return { ...publicDetails, registration, staffRole };
}
