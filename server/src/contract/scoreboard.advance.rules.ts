import { challengePermissions } from './permission.rules';
import { bloodPlaces, challengeScore } from './score.rules';
import type { Scoreboard } from './scoreboard.board.rules';
import { type ChallengeChange, noChanges, type ScoreboardChanges } from './scoreboard.delta.rules';
import { divisionPermissions, type ScoreboardFacts, type SolveFacts, solveEligibility } from './scoreboard.rules';

/**
 * What new solves change on a board, found without computing another: applying the result gives what `computeScoreboard`
 * gives for the facts with these solves. The board must come from the same facts, and its solves must have come before
 * these. Solves that the board already has are left out, so a batch may come twice. What is sent to clients goes through
 * `limitDelta` first.
 */
export function advanceScoreboard(
  board: Scoreboard,
  facts: Omit<ScoreboardFacts, 'solves'>,
  solves: readonly SolveFacts[],
  asOf: number,
): ScoreboardChanges {
  const changes = noChanges(asOf);
  const divisions = divisionPermissions(facts.divisions);
  const challenges = new Map(facts.challenges.filter((one) => one.enabled).map((one) => [one.id, one]));
  const teams = findTeams(facts, solves);
  const known = knownSolves(board, new Set([...teams.values()].map(({ teamId }) => teamId)));
  const touched = new Map<number, ChallengeChange>();

  for (const { participationId, challengeId, userName, time } of inArrivalOrder(solves)) {
    const team = teams.get(participationId);
    const challenge = challenges.get(challengeId);
    const change = touched.get(challengeId) ?? unchanged(board, challengeId);
    if (!team || !challenge || !change || time > asOf) continue;
    const { teamId, divisionId } = team;
    const key = `${teamId}:${challengeId}`;
    if (known.has(key)) continue;
    known.add(key);

    const mask = challengePermissions(divisionId === null ? null : divisions.get(divisionId), challengeId);
    const { scores, takesBlood, counts } = solveEligibility(facts.game, challenge, mask, time);
    if (counts) change.solved += 1;
    if (takesBlood && change.bloods.length < bloodPlaces) change.bloods.push(teamId);
    change.score = challengeScore(challenge, change.solved);
    touched.set(challengeId, change);
    changes.solves.push({ teamId, challengeId, userName, time, scores });
  }
  changes.challenges = [...touched.values()];
  return changes;
}

function findTeams({ participations }: Pick<ScoreboardFacts, 'participations'>, solves: readonly SolveFacts[]) {
  const wanted = new Set(solves.map(({ participationId }) => participationId));
  const accepted = participations.filter(({ id, status }) => status === 'Accepted' && wanted.has(id));
  return new Map(accepted.map((one) => [one.id, one]));
}

function knownSolves(board: Scoreboard, teamIds: ReadonlySet<number>): Set<string> {
  const rows = board.items.filter(({ id }) => teamIds.has(id));
  return new Set(rows.flatMap((row) => row.solvedChallenges.map(({ id }) => `${row.id}:${id}`)));
}

function unchanged(board: Scoreboard, challengeId: number): ChallengeChange | null {
  const challenge = Object.values(board.challenges)
    .flat()
    .find(({ id }) => id === challengeId);
  if (!challenge) return null;
  const { id, score, solved, bloods } = challenge;
  return { id, score, solved, bloods: bloods.map((blood) => blood.id), info: null };
}

function inArrivalOrder(solves: readonly SolveFacts[]): SolveFacts[] {
  return [...solves].sort((a, b) => a.submissionId - b.submissionId);
}
