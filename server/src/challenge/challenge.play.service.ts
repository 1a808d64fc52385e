import { DomainError, invariant } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { type DivisionPermissions, grants } from '@vexil/rules/permission.rules';
import { type GameClock, gamePhase } from '@vexil/rules/phase.rules';
import type { ScoreboardSolve } from '@vexil/rules/scoreboard.board.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { watchesAllGames } from '../game/sight.policy';
import { seesGame } from '../game/visible-game.service';
import { canPlay } from '../participation/participation.policy';
import type { Board } from '../scoreboard-cache/board';
import type { BoardSight, Boards } from '../scoreboard-cache/boards';
import { type FoundPlay, findEnabledChallenge, findPlay, type SubmittableChallenge } from './challenge.access.queries';

export { type PlayFacts, playMembers, playSources, playsOf } from './challenge.access.queries';

export interface Play {
  game: FoundPlay['game'];
  /** Times of the game in Unix milliseconds. */
  clock: GameClock;
  participation: NonNullable<FoundPlay['participation']>;
  team: NonNullable<FoundPlay['team']>;
  /** null is no division: every permission. */
  division: DivisionPermissions | null;
  laterSolves: FoundPlay['laterSolves'];
}

export type EnabledChallenge = NonNullable<Awaited<ReturnType<typeof findEnabledChallenge>>>;

interface AccessOptions {
  /** Refuse after the end of the game; writeups are still accepted then. */
  strict: boolean;
  now: Date;
  /** Report `game.ended` before `participation.missing`: clients leave the pages of the game on it. */
  endFirst?: boolean;
  /** For calls that help to solve: refuse accounts that became staff after joining. */
  solves?: boolean;
}

/**
 * Throws, in this order, `game.notFound`, `participation.missing`, `.notAccepted`, `.staffCannotPlay` or `.isStaff`
 * when `solves`, `game.notStarted` and, when `strict`, `game.ended`.
 */
export async function loadPlay(
  deps: Pick<Deps, 'database'>,
  actor: Pick<Actor, 'id' | 'role'>,
  gameId: number,
  options: AccessOptions,
): Promise<Play> {
  return requirePlay(await readPlay(deps, actor, { gameId }), actor, options);
}

async function readPlay(
  { database }: Pick<Deps, 'database'>,
  { id }: Pick<Actor, 'id'>,
  ids: { gameId: number; challengeId?: number },
): Promise<FoundPlay | null> {
  const found = await findPlay(database, { ...ids, accountId: id });
  return found?.own ?? null;
}

/** Throws as `loadPlay` does. */
export function requirePlay(
  found: Omit<FoundPlay, 'challenge'> | null,
  actor: Pick<Actor, 'role'>,
  options: AccessOptions,
): Play {
  if (!found || !seesPlay(found, actor)) throw new DomainError('game.notFound');
  const { strict, now, endFirst = false, solves = false } = options;
  const { game, participation, team, onStaff, division, laterSolves } = found;
  const { practiceMode } = game;
  const clock: GameClock = { start: game.startAt.getTime(), end: game.endAt.getTime(), practiceMode };
  const phase = gamePhase(clock, now.getTime());
  if (endFirst && phase === 'Ended') throw new DomainError('game.ended');
  if (!participation) throw new DomainError('participation.missing');
  if (participation.status !== 'Accepted') throw new DomainError('participation.notAccepted');
  invariant(team, 'A participation has a team.');
  if (solves && !canPlay(actor)) throw new DomainError('participation.staffCannotPlay');
  if (solves && onStaff) throw new DomainError('participation.isStaff');
  if (phase === 'Upcoming') throw new DomainError('game.notStarted');
  if (strict && phase === 'Ended') throw new DomainError('game.ended');
  return { game, clock, participation, team, division, laterSolves };
}

const seesPlay = ({ game, participation, isInvited }: Omit<FoundPlay, 'challenge'>, actor: Pick<Actor, 'role'>) =>
  participation?.status === 'Accepted' || seesGame(actor, { hidden: game.hidden, isInvited });

/** One statement, because submissions come in bursts. Throws as `loadPlay` does, then `challenge.notFound`. */
export async function loadPlayedChallenge(
  deps: Pick<Deps, 'database'>,
  actor: Pick<Actor, 'id' | 'role'>,
  { gameId, challengeId }: { gameId: number; challengeId: number },
  options: AccessOptions,
): Promise<{ play: Play; challenge: SubmittableChallenge }> {
  const found = await readPlay(deps, actor, { gameId, challengeId });
  const play = requirePlay(found, actor, options);
  if (!found?.challenge) throw new DomainError('challenge.notFound');
  return { play, challenge: found.challenge };
}

/** An enabled challenge, regardless of the division's permissions; throws `challenge.notFound`. */
export async function loadEnabledChallenge(
  deps: Pick<Deps, 'db'>,
  play: Play,
  challengeId: number,
): Promise<EnabledChallenge> {
  const challenge = await findEnabledChallenge(deps.db, { gameId: play.game.id, challengeId });
  if (!challenge) throw new DomainError('challenge.notFound');
  return challenge;
}

/** Throws `challenge.notFound` when the challenge is disabled or the team's division may not view it. */
export async function loadVisibleChallenge(
  deps: Pick<Deps, 'db'>,
  play: Play,
  challengeId: number,
): Promise<EnabledChallenge> {
  if (!grants(play.division, challengeId, 'ViewChallenge')) throw new DomainError('challenge.notFound');
  return loadEnabledChallenge(deps, play, challengeId);
}

/** Which scoreboard a player sees now. Staff of a game cannot play in it, so only the global role matters. */
export function sightOf(play: Play, actor: Pick<Actor, 'role' | 'token'>, now: Date): BoardSight {
  return { frozenAt: frozenSince(play.game.freezeAt, now), live: watchesAllGames(actor) };
}

export interface ReadDetails {
  board: Board;
  play: Play;
  laterSolves: readonly ScoreboardSolve[];
}

/** Throws as `loadPlay` does. */
export async function readDetails(
  { boards }: { boards: Boards },
  actor: Pick<Actor, 'role' | 'token'>,
  found: Omit<FoundPlay, 'challenge'> | null,
  now: Date,
): Promise<ReadDetails> {
  const play = requirePlay(found, actor, { strict: true, now, endFirst: true });
  const sight = sightOf(play, actor, now);
  return { board: await boards.get(play.game.id, sight), play, laterSolves: ownLaterSolves(play, sight) };
}

/** Without score and blood: both would disclose solves of other teams. */
function ownLaterSolves({ laterSolves }: Play, { frozenAt, live }: BoardSight): ScoreboardSolve[] {
  if (frozenAt === null || live) return [];
  return laterSolves.map(({ challengeId, userName, solvedAt }) => ({
    id: challengeId,
    score: 0,
    type: 'Normal',
    userName: userName ?? '',
    time: solvedAt,
  }));
}
