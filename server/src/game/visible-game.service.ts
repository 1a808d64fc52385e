import { DomainError } from '@vexil/contract/errors';
import type { Db, Executor } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamMembers } from '@vexil/db/schema/team';
import { isGameVisible } from '@vexil/rules/visibility.rules';
import { and, eq } from 'drizzle-orm';
import { shareReading } from '../batch';
import type { Actor } from '../plugins/auth';
import { findGame } from './game.queries';
import { isStaff } from './staff.policy';

type Caller = Pick<Actor, 'id' | 'role'> | null;

const readGameRow = shareReading((db: Db, gameId: number) => findGame(db, gameId));

/** Whether the account is a member of a team that is accepted in the game, registered in it or not. */
async function isInAcceptedTeam(db: Executor, gameId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: participations.id })
    .from(participations)
    .innerJoin(teamMembers, eq(teamMembers.teamId, participations.teamId))
    .where(
      and(
        eq(participations.gameId, gameId),
        eq(participations.status, 'Accepted'),
        eq(teamMembers.accountId, accountId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether a hidden game exists for the caller. */
export async function seesHiddenGame(deps: { db: Executor }, caller: Caller, gameId: number): Promise<boolean> {
  if (!caller || caller.role === 'Banned') return false;
  const [isOfStaff, isAccepted] = await Promise.all([
    isStaff(deps, caller, gameId, 'observer'),
    isInAcceptedTeam(deps.db, gameId, caller.id),
  ]);
  return isGameVisible({ hidden: true }, { isStaff: isOfStaff, isInAcceptedTeam: isAccepted });
}

/** Throws `game.notFound` when the game is hidden from the caller. */
export async function requireVisible(
  deps: { db: Executor },
  caller: Caller,
  game: Pick<GameRow, 'id' | 'hidden'>,
): Promise<void> {
  if (game.hidden && !(await seesHiddenGame(deps, caller, game.id))) throw new DomainError('game.notFound');
}

/**
 * The game of a call that is open to players or to everybody. Throws `game.notFound`, for a game that is hidden from
 * the caller exactly as for one that does not exist.
 */
export async function loadVisibleGame(deps: { db: Db }, caller: Caller, gameId: number): Promise<GameRow> {
  const game = await readGameRow(deps.db, gameId);
  if (!game) throw new DomainError('game.notFound');
  await requireVisible(deps, caller, game);
  return game;
}
