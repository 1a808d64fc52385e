import { DomainError, invariant } from '@vexil/contract/errors';
import { type DivisionPermissions, grants } from '@vexil/rules/permission.rules';
import { type GameClock, gamePhase } from '@vexil/rules/phase.rules';
import type { ScoreboardSolve } from '@vexil/rules/scoreboard.board.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import type { Deps } from '../deps';
import { requireVisible } from '../game/visible-game.service';
import { canPlay } from '../participation/participation.policy';
import type { Actor } from '../plugins/auth';
import type { BoardSight } from '../scoreboard/boards';
import { watchesAllGames } from '../scoreboard/sight.policy';
import { type AnsweredChallenge, type FoundPlay, findEnabledChallenge, findPlay } from './challenge.gate.queries';
import { listSolvesAfter } from './challenge.play.queries';

/** An account's accepted place in a game that has begun. */
export interface Play {
  game: FoundPlay['game'];
  /** The same times as the rules take them. */
  clock: GameClock;
  participation: NonNullable<FoundPlay['participation']>;
  team: NonNullable<FoundPlay['team']>;
  /** null is no division, which has every permission. */
  division: DivisionPermissions | null;
}

export type PlayedChallenge = NonNullable<Awaited<ReturnType<typeof findEnabledChallenge>>>;

interface Gate {
  strict: boolean;
  now: Date;
  /** Says that the game is over to those as well who never played in it: clients leave its pages by that. */
  endFirst?: boolean;
  /** For calls that help to solve: a role or a place on the staff that came after joining is refused. */
  solves?: boolean;
}

/**
 * The gate of every call of a player. Throws, in this order, `game.notFound`, `participation.missing`,
 * `participation.notAccepted`, `participation.staffCannotPlay` or `participation.isStaff` when `solves`,
 * `game.notStarted`, and, when `strict`, `game.ended`; without it a game that is over still opens, as writeups need.
 */
export async function loadPlay(
  deps: Pick<Deps, 'database' | 'db'>,
  actor: Pick<Actor, 'id' | 'role'>,
  gameId: number,
  gate: Gate,
): Promise<Play> {
  return enter(await findVisiblePlay(deps, actor, { gameId, challengeId: null }), actor, gate);
}

/** Throws `game.notFound`. That a hidden game is visible to an accepted player needs no statement of its own. */
async function findVisiblePlay(
  deps: Pick<Deps, 'database' | 'db'>,
  actor: Pick<Actor, 'id' | 'role'>,
  ids: { gameId: number; challengeId: number | null },
): Promise<FoundPlay> {
  const found = await findPlay(deps.database.sql, { ...ids, accountId: actor.id });
  if (!found) throw new DomainError('game.notFound');
  if (found.participation?.status !== 'Accepted') await requireVisible(deps, actor, found.game);
  return found;
}

function enter(found: FoundPlay, actor: Pick<Actor, 'role'>, gate: Gate): Play {
  const { strict, now, endFirst = false, solves = false } = gate;
  const { game, participation, team, onStaff, division } = found;
  const { practiceMode } = game;
  const clock: GameClock = { start: game.startAt.getTime(), end: game.endAt.getTime(), practiceMode };
  const phase = gamePhase(clock, now.getTime());
  if (endFirst && phase === 'Ended') throw new DomainError('game.ended');
  if (!participation) throw new DomainError('participation.missing');
  if (participation.status !== 'Accepted') throw new DomainError('participation.notAccepted');
  invariant(team, 'a participation has a team');
  if (solves && !canPlay(actor)) throw new DomainError('participation.staffCannotPlay');
  if (solves && onStaff) throw new DomainError('participation.isStaff');
  if (phase === 'Upcoming') throw new DomainError('game.notStarted');
  if (strict && phase === 'Ended') throw new DomainError('game.ended');
  return { game, clock, participation, team, division };
}

/**
 * The gate, and what an enabled challenge says to answers; then throws `challenge.notFound`. In the time of the gate
 * alone, because answers come in bursts.
 */
export async function loadPlayedChallenge(
  deps: Pick<Deps, 'database' | 'db'>,
  actor: Pick<Actor, 'id' | 'role'>,
  { gameId, challengeId }: { gameId: number; challengeId: number },
  gate: Gate,
): Promise<{ play: Play; challenge: AnsweredChallenge }> {
  const found = await findVisiblePlay(deps, actor, { gameId, challengeId });
  const play = enter(found, actor, gate);
  if (!found.challenge) throw new DomainError('challenge.notFound');
  return { play, challenge: found.challenge };
}

/** A challenge that is enabled, whatever the team's division may see; throws `challenge.notFound`. */
export async function loadEnabledChallenge(
  deps: Pick<Deps, 'db'>,
  play: Play,
  challengeId: number,
): Promise<PlayedChallenge> {
  const challenge = await findEnabledChallenge(deps.db, { gameId: play.game.id, challengeId });
  if (!challenge) throw new DomainError('challenge.notFound');
  return challenge;
}

/** A challenge the team may see; what is disabled or hidden from its division is `challenge.notFound` alike. */
export async function loadVisibleChallenge(
  deps: Pick<Deps, 'db'>,
  play: Play,
  challengeId: number,
): Promise<PlayedChallenge> {
  if (!grants(play.division, challengeId, 'ViewChallenge')) throw new DomainError('challenge.notFound');
  return loadEnabledChallenge(deps, play, challengeId);
}

/** Which board a player sees now. Nobody on the staff of one game can play in it, so only a role counts. */
export function sightOf(play: Play, actor: Pick<Actor, 'role' | 'token'>, now: Date): BoardSight {
  return { frozenAt: frozenSince(play.game.freezeAt, now), live: watchesAllGames(actor) };
}

/**
 * A team's solves that its board does not show yet, because it is frozen. What they are worth, and whether one was a
 * blood, would tell of other teams, so that they stand there as solved and no more.
 */
export async function listOwnLaterSolves(
  deps: Pick<Deps, 'database'>,
  play: Play,
  { frozenAt, live }: BoardSight,
): Promise<ScoreboardSolve[]> {
  if (frozenAt === null || live) return [];
  const solves = await listSolvesAfter(deps.database.sql, play.participation.id, frozenAt);
  return solves.map(({ challengeId, userName, time }) => ({
    id: challengeId,
    score: 0,
    type: 'Normal',
    userName,
    time,
  }));
}
