// What a re-judging does to verdicts, solves and the board.

import type { BloodEffect, TeamEffect } from '@vexil/db/enums/rejudging';
import type { AnswerResult } from '@vexil/db/enums/submission';
import type { Verdict } from './judge.rules';
import type { ScoreboardRow } from './scoreboard.board.rules';
import type { SolveFacts } from './scoreboard.rules';

/** Of a pair of team and challenge: the solve that stands, and the submission that is to be the solve. */
export interface SolveChange {
  participationId: number;
  challengeId: number;
  lostId: number | null;
  made: Pick<SolveFacts, 'submissionId' | 'userName' | 'time'> | null;
}

export interface VerdictChange {
  submissionId: number;
  before: AnswerResult;
  after: AnswerResult;
  ownerId: number | null;
  isCanary: boolean;
}

/** `kept` stays right though the rules of today say otherwise; null where nothing changes. */
export function changeOf(
  { submission, result, owner, isCanary }: Verdict,
  takesBack: boolean,
): VerdictChange | 'kept' | null {
  const { id: submissionId, status: before } = submission;
  if (before === result) return null;
  if (before === 'Accepted' && !takesBack) return 'kept';
  return { submissionId, before, after: result, ownerId: owner?.participationId ?? null, isCanary };
}

/** The solves that would stand after the changes, in any order. */
export function changeSolves<Solve extends SolveFacts>(
  solves: readonly Solve[],
  changes: readonly SolveChange[],
): (Solve | SolveFacts)[] {
  const lost = new Set(changes.map(({ lostId }) => lostId));
  const made = changes.flatMap(({ participationId, challengeId, made }) =>
    made ? [{ participationId, challengeId, ...made }] : [],
  );
  return [...solves.filter(({ submissionId }) => !lost.has(submissionId)), ...made];
}

/** What of a scoreboard is compared. */
interface ComparedBoard {
  items: readonly Pick<ScoreboardRow, 'id' | 'name' | 'score' | 'rank'>[];
  challenges: Record<string, readonly { id: number; title: string; bloods: readonly { id: number; name: string }[] }[]>;
}

/** The teams whose points or rank differ, those that gain or lose most first, and the challenges whose bloods do. */
export function compareBoards(
  before: ComparedBoard,
  after: ComparedBoard,
): { teams: TeamEffect[]; bloods: BloodEffect[] } {
  const rows = new Map(before.items.map((row) => [row.id, row]));
  const teams = after.items.flatMap(({ id: teamId, name, score: scoreAfter, rank: rankAfter }): TeamEffect[] => {
    const { score: scoreBefore = 0, rank: rankBefore = 0 } = rows.get(teamId) ?? {};
    if (scoreBefore === scoreAfter && rankBefore === rankAfter) return [];
    return [{ teamId, name, scoreBefore, scoreAfter, rankBefore, rankAfter }];
  });
  const gain = ({ scoreBefore, scoreAfter }: TeamEffect) => Math.abs(scoreAfter - scoreBefore);
  return {
    teams: teams.sort((a, b) => gain(b) - gain(a) || a.rankAfter - b.rankAfter || a.teamId - b.teamId),
    bloods: compareBloods(before, after),
  };
}

const challengesOf = (board: ComparedBoard) => Object.values(board.challenges).flat();

function compareBloods(before: ComparedBoard, after: ComparedBoard): BloodEffect[] {
  const known = new Map(challengesOf(before).map(({ id, bloods }) => [id, bloods]));
  return challengesOf(after).flatMap(({ id: challengeId, title, bloods }): BloodEffect[] => {
    const old = known.get(challengeId) ?? [];
    if (old.map(({ id }) => id).join() === bloods.map(({ id }) => id).join()) return [];
    return [{ challengeId, title, before: old.map(({ name }) => name), after: bloods.map(({ name }) => name) }];
  });
}
