import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { publicGame } from '../game/game.shared';
import { seesHiddenGame, seesLiveBoard } from '../play/sight.policy';
import type { GameSight } from './audience';

export interface SightCall {
  /** Asked for hidden and frozen games only. */
  findActor(): Promise<Actor | null>;
  gameId: number;
  at: Date;
}

/**
 * What a caller may see of a started game. Throws `game.notFound` and `game.notStarted`.
 */
export async function findSight(
  deps: Pick<Deps, 'db' | 'shared'>,
  { findActor, gameId, at }: SightCall,
): Promise<GameSight & { freezeAt: number | null }> {
  const { game } = await deps.shared.get(publicGame, gameId);
  const { hidden, startAt, freezeAt } = game;
  if (hidden && !(await seesHiddenGame(deps, await findActor(), gameId))) throw new DomainError('game.notFound');
  if (at < startAt) throw new DomainError('game.notStarted');
  const frozenAt = frozenSince(freezeAt, at);
  const live = frozenAt !== null && (await seesLiveBoard(deps, await findActor(), gameId));
  return { frozenAt, hidden, live, freezeAt: freezeAt?.getTime() ?? null };
}
