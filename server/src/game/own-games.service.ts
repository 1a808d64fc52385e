import { DomainError } from '@vexil/contract/errors';
import type { OwnGame, OwnGames } from '@vexil/contract/game';
import type { Actor } from '@vexil/http/call/actor';
import { gameNow } from '@vexil/rules/pause.rules';
import { grants } from '@vexil/rules/permission.rules';
import { gamePhase } from '@vexil/rules/phase.rules';
import { isFrozen } from '@vexil/rules/scoreboard.freeze.rules';
import { seesBoardOf, seesGame, watchesAllGames } from '../play/sight.policy';
import type { Boards } from '../scoreboard-cache/boards';
import type { OwnGameRow, OwnGameRows } from './own-games.queries';

/** As the board and the details of the game say it: rank and score are those of the freeze, the team's solves are all. */
async function placeIn(
  boards: Boards,
  actor: Actor,
  { game, ranked }: { game: OwnGameRow; ranked: boolean },
  now: number,
): Promise<OwnGame['place']> {
  const clock = { start: game.startAt, end: game.endAt, practiceMode: game.practiceMode, pausedAt: game.pausedAt };
  if (game.teamId === null || game.status !== 'Accepted' || gamePhase(clock, now) !== 'Running') return null;
  const frozenAt = isFrozen(game.freezeAt, gameNow(game, now)) ? game.freezeAt : null;
  const live = watchesAllGames(actor);
  const board = await boards.get(game.id, { frozenAt, live }).catch((error: unknown) => {
    // Deleted since the caller's rows were read.
    if (error instanceof DomainError && error.code === 'game.notFound') return null;
    throw error;
  });
  if (!board) return null;
  const row = board.findRow(game.teamId);
  const division = game.division && {
    defaultPermissions: game.division.defaultPermissions,
    challengePermissions: new Map(game.division.masks),
  };
  const challenges = Object.values(board.challenges).flat();
  return {
    rank: (ranked && row?.rank) || 0,
    score: row?.score ?? 0,
    solvedCount: (row?.solvedCount ?? 0) + (frozenAt !== null && !live ? game.laterSolves : 0),
    challengeCount: challenges.filter(({ id }) => grants(division, id, 'ViewChallenge')).length,
  };
}

/** Without games that are hidden from the caller. */
export async function viewOwnGames(
  { boards }: { boards: Boards },
  actor: Actor,
  { hasTeam, games }: OwnGameRows,
  now: Date,
): Promise<OwnGames> {
  const seen = (games ?? []).filter((game) => seesGame(actor, game));
  const shown = seen.map(async (game): Promise<OwnGame> => {
    const { id, status, teamId, teamName, staffRole, practiceMode, freezeAt, writeupDeadline, hasWriteup } = game;
    const boardVisible = seesBoardOf(actor, game, {
      isInTeam: status === 'Accepted',
      isOfStaff: staffRole !== null,
    });
    return {
      id,
      status: status ?? 'Unsubmitted',
      teamId,
      teamName,
      staffRole,
      practiceMode,
      freezeTime: freezeAt,
      boardVisible,
      writeupDeadline,
      writeupSubmitted: hasWriteup,
      place: await placeIn(boards, actor, { game, ranked: boardVisible }, now.getTime()),
    };
  });
  return { hasTeam, games: await Promise.all(shown) };
}
