import { DomainError } from '@vexil/contract/errors';
import type { BoardVisibility } from '@vexil/db/enums/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { publicGame } from '../game/game.shared';
import { seesBoard, seesHiddenGame, seesLiveBoard } from '../play/sight.policy';
import type { GameSight } from './audience';

export interface SightCall {
  /** Asked for hidden and frozen games and restricted boards only. */
  findActor(): Promise<Actor | null>;
  gameId: number;
  at: Date;
}

type Sight = GameSight & { freezeAt: number | null; boardVisibility: BoardVisibility };

/**
 * What a caller may see of a started game. Throws `game.notFound` and `game.notStarted`.
 */
export async function findSight(
  deps: Pick<Deps, 'db' | 'shared'>,
  { findActor, gameId, at }: SightCall,
): Promise<Sight> {
  const { game } = await deps.shared.get(publicGame, gameId);
  const { hidden, startAt, freezeAt, boardVisibility } = game;
  if (hidden && !(await seesHiddenGame(deps, await findActor(), gameId))) throw new DomainError('game.notFound');
  if (at < startAt) throw new DomainError('game.notStarted');
  const frozenAt = frozenSince(game, at);
  const live = frozenAt !== null && (await seesLiveBoard(deps, await findActor(), gameId));
  // During a pause a freeze to come has no time yet.
  const freeze = game.pausedAt === null ? (freezeAt?.getTime() ?? null) : frozenAt;
  return { frozenAt, restricted: hidden, live, freezeAt: freeze, boardVisibility };
}

/** The same for what shows the ranking. Throws `scoreboard.notVisible` too. */
export async function findBoardSight(deps: Pick<Deps, 'db' | 'shared'>, call: SightCall): Promise<Sight> {
  const sight = await findSight(deps, call);
  const { boardVisibility } = sight;
  if (boardVisibility === 'Everyone') return sight;
  const actor = await call.findActor();
  const sees = await seesBoard(deps, actor, { id: call.gameId, boardVisibility });
  if (!sees) throw new DomainError('scoreboard.notVisible', { isVisitor: actor === null });
  return { ...sight, restricted: true };
}
