import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { gameNow } from '@vexil/rules/pause.rules';
import { grants } from '@vexil/rules/permission.rules';
import type { ScoreboardSolve } from '@vexil/rules/scoreboard.board.rules';
import { isFrozen } from '@vexil/rules/scoreboard.freeze.rules';
import type { OwnPlay } from '../play/play.queries';
import { type Play, requirePlay } from '../play/play.service';
import { seesBoardOf, watchesAllGames } from '../play/sight.policy';
import type { Board } from '../scoreboard-cache/board';
import type { BoardSight, Boards } from '../scoreboard-cache/boards';
import { findEnabledChallenge } from './challenge.open.queries';

export type EnabledChallenge = NonNullable<Awaited<ReturnType<typeof findEnabledChallenge>>>;

/** An enabled challenge that is not locked, regardless of the division's permissions; throws `challenge.notFound`. */
export async function loadEnabledChallenge(
  deps: Pick<Deps, 'db'>,
  play: Play,
  challengeId: number,
): Promise<EnabledChallenge> {
  const isLocked = play.locked.some(({ id }) => id === challengeId);
  const challenge = isLocked ? null : await findEnabledChallenge(deps.db, { gameId: play.game.id, challengeId });
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
export function sightOf({ game }: Play, actor: Pick<Actor, 'role' | 'token'>, now: Date): BoardSight {
  const frozenAt = isFrozen(game.freezeAt, gameNow(game, now.getTime())) ? game.freezeAt : null;
  return { frozenAt, live: watchesAllGames(actor) };
}

export interface ReadDetails {
  board: Board;
  play: Play;
  /** False where the board is not shown to players. */
  ranked: boolean;
  laterSolves: readonly ScoreboardSolve[];
}

/** Throws as `requirePlay` does. */
export async function readDetails(
  { boards }: { boards: Boards },
  actor: Pick<Actor, 'role' | 'token'>,
  found: OwnPlay | null,
  now: Date,
): Promise<ReadDetails> {
  const play = requirePlay(found, actor, { strict: true, now, endFirst: true });
  const sight = sightOf(play, actor, now);
  const ranked = seesBoardOf(actor, play.game, { isInTeam: true, isOfStaff: found?.onStaff ?? false });
  return { board: await boards.get(play.game.id, sight), play, ranked, laterSolves: ownLaterSolves(play, sight) };
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
