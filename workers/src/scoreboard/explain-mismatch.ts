import { createHash } from 'node:crypto';
import type { StoredScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { applySolves, type HeldScoreboard, heldCursors } from '@vexil/rules/scoreboard.advance.rules';
import type { Scoreboard } from '@vexil/rules/scoreboard.board.rules';
import { writeBoard } from './board-writer';

/**
 * Why a held board is not what all facts give: a solve was not found, though a later one of its challenge was; the facts
 * are the same and computing went wrong; or stored facts were changed and nobody said so, or not yet.
 */
export type MismatchCause = 'missed' | 'computed' | 'edited';

/** Of all facts but the solves. */
export function digestFacts({ game, divisions, participations, challenges }: StoredScoreboardFacts): string {
  const text = JSON.stringify([game, divisions, participations, challenges]);
  return createHash('sha1').update(text).digest('base64');
}

/**
 * Why the held board, advanced by what it does not have yet, is not `board`, which all facts give; null when it is. What
 * is held is used up by this. `sameFacts` says that all but the solves are as they were.
 */
export function explainMismatch(
  held: HeldScoreboard,
  facts: StoredScoreboardFacts,
  board: Scoreboard,
  sameFacts: boolean,
): MismatchCause | null {
  const cursors = new Map(heldCursors(held).map((one) => [one.challengeId, one.submissionId]));
  const isNew = (one: { challengeId: number; submissionId: number }) =>
    one.submissionId > (cursors.get(one.challengeId) ?? Number.POSITIVE_INFINITY);
  applySolves(held, facts.solves.filter(isNew), board.updateTimeUtc);
  if (writeBoard(held.board, null).equals(writeBoard(board, null))) return null;
  return sameFacts ? explainSolves(held, facts) : 'edited';
}

function explainSolves(held: HeldScoreboard, { solves }: StoredScoreboardFacts): MismatchCause {
  const rows = new Map(held.board.items.map((row) => [row.id, row.solvedChallenges]));
  let left = [...held.tasks.values()].reduce((sum, { solvers }) => sum + solvers.size, 0);
  for (const { participationId, challengeId, userName, time } of solves) {
    const teamId = held.entrants.get(participationId)?.teamId;
    const task = held.tasks.get(challengeId);
    if (teamId === undefined || !task) continue;
    if (!task.solvers.has(teamId)) return 'missed';
    left -= 1;
    const shown = rows.get(teamId)?.find(({ id }) => id === challengeId);
    if (shown?.userName !== userName || shown.time !== time) return 'edited';
  }
  return left > 0 ? 'edited' : 'computed';
}
