import { DomainError } from '@vexil/contract/errors';
import type { GameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { type GameClock, gamePhase } from '@vexil/rules/phase.rules';
import type { GameCaller } from './game-caller.queries';
import { findPlay, type OwnPlay, type Player } from './play.queries';
import { seesGame } from './sight.policy';
import { canPlay } from './staff.policy';

export interface Play extends Pick<OwnPlay, 'game' | 'division' | 'locked' | 'laterSolves'> {
  player: Player;
  /** Times of the game in Unix milliseconds. */
  clock: GameClock;
}

interface AccessOptions {
  /** Refuse after the end of the game; writeups are still accepted then. */
  strict: boolean;
  now: Date;
  /** Report `game.ended` before `participation.missing`: clients leave the pages of the game on it. */
  endFirst?: boolean;
  /** For calls that help to solve: refuse accounts that became staff after joining, and all while the game is paused. */
  solves?: boolean;
}

/** Throws as `requirePlay` does. */
export async function loadPlay(
  { database }: Pick<Deps, 'database'>,
  actor: Pick<Actor, 'id' | 'role'>,
  gameId: number,
  options: AccessOptions,
): Promise<Play> {
  const found = await findPlay(database, { gameId, accountId: actor.id });
  return requirePlay(found?.own ?? null, actor, options);
}

/**
 * Throws, in this order, `game.notFound`, `participation.missing`, `.notAccepted`, `.staffCannotPlay` or `.isStaff`
 * when `solves`, `game.notStarted`, when `strict`, `game.ended` and, when `solves`, `game.paused`.
 */
export function requirePlay(found: OwnPlay | null, actor: Pick<Actor, 'role'>, options: AccessOptions): Play {
  if (!found || !seesPlay(found, actor)) throw new DomainError('game.notFound');
  const { strict, now, endFirst = false, solves = false } = options;
  const { game, player, onStaff, division, locked, laterSolves } = found;
  const { startAt: start, endAt: end, practiceMode, pausedAt } = game;
  const clock: GameClock = { start, end, practiceMode, pausedAt };
  const phase = gamePhase(clock, now.getTime());
  if (endFirst && phase === 'Ended') throw new DomainError('game.ended');
  if (!player) throw new DomainError('participation.missing');
  if (player.status !== 'Accepted') throw new DomainError('participation.notAccepted');
  if (solves && !canPlay(actor)) throw new DomainError('participation.staffCannotPlay');
  if (solves && onStaff) throw new DomainError('participation.isStaff');
  if (phase === 'Upcoming') throw new DomainError('game.notStarted');
  if (strict && phase === 'Ended') throw new DomainError('game.ended');
  if (solves && pausedAt !== null) throw new DomainError('game.paused');
  return { game, player, clock, division, locked, laterSolves };
}

const seesPlay = ({ game, player, isInvited }: OwnPlay, actor: Pick<Actor, 'role'>) =>
  player?.status === 'Accepted' || seesGame(actor, { hidden: game.hidden, isInvited });

/** What the caller is in a game, by the database for those who are signed in. Throws `game.notFound`. */
export function requireCaller(
  actor: Pick<Actor, 'role'> | null,
  game: Pick<GameRow, 'hidden'>,
  caller: GameCaller | undefined,
): GameCaller | null {
  if (!actor || !caller) {
    if (game.hidden) throw new DomainError('game.notFound');
    return null;
  }
  const { hidden, isInvited } = caller;
  if (hidden === null || !seesGame(actor, { hidden, isInvited })) throw new DomainError('game.notFound');
  return actor.role === 'Banned' ? { ...caller, staffRole: null } : caller;
}
