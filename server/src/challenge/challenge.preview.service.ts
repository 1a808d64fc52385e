import type { ChallengePreview } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { type DivisionPermissions, grants } from '@vexil/rules/permission.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { readDivision } from '../division/division.service';
import { getGame } from '../game/game.service';
import { isStaff } from '../play/staff.policy';
import type { Boards } from '../scoreboard-cache/boards';
import { visibleChallenges } from './challenge.details.view';
import { listOpenedChallenges } from './challenge.open.queries';
import { viewUnopened } from './challenge.play.view';

type Wanted = { gameId: number; divisionId: number | undefined };

/**
 * What a team of the division reads: enabled challenges it may view, at the division's values of the public board. Throws
 * `game.notFound`, `game.notStarted` for those who could not read them in the editor, and `division.notFound`.
 */
export async function previewChallenges(
  { deps, boards }: { deps: Deps; boards: Boards },
  actor: Actor,
  { gameId, divisionId }: Wanted,
  at: Date,
): Promise<ChallengePreview> {
  const game = await getGame(deps.db, gameId);
  if (at < game.startAt && !(await isStaff(deps, actor, gameId, 'organiser'))) throw new DomainError('game.notStarted');
  const [division, board, challenges] = await Promise.all([
    divisionId === undefined ? null : readPermissions(deps, { gameId, divisionId }),
    boards.get(gameId, { frozenAt: frozenSince(game, at), live: false }),
    listOpenedChallenges(deps.database.sql, gameId),
  ]);
  const seen = challenges.filter(({ id }) => grants(division, id, 'ViewChallenge'));
  return {
    ...visibleChallenges(board, division, divisionId ?? null),
    statements: seen.map((challenge) => viewUnopened(challenge, board, divisionId ?? null)),
  };
}

async function readPermissions(deps: Deps, id: { gameId: number; divisionId: number }): Promise<DivisionPermissions> {
  const { division, masks } = await readDivision(deps, id);
  return {
    defaultPermissions: division.defaultPermissions,
    challengePermissions: new Map(masks.map(({ challengeId, permissions }) => [challengeId, permissions])),
  };
}
