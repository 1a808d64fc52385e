// The ceremony as a pure function of the true board and of what was opened. Points are those of the end from the first
// step on, so a team that has nothing left to open keeps its place.

import type { Scoreboard } from '@vexil/contract/scoreboard';
import { assembleScoreboard, lastScoringTime, totalScore } from '@vexil/rules/scoreboard.board.rules';
import type { Row, Solve } from './board-rows';

/** One entry per opened solve: the team. Each team's solves open in order of time. */
export type RevealSteps = readonly number[];

/** Teams above this place open theirs by time, the others from the bottom by rank. */
export type RevealOrder = { lastTeams: number };

export type Reveal = {
  board: Scoreboard;
  /** By team, the solves that stay closed until they are opened; only teams that have some. */
  closed: ReadonlyMap<number, readonly Solve[]>;
  total: number;
  rows: Map<string, Row>;
};

/** What is not on the board that everyone saw, and was not solved in practice, which changes no place. */
export type RevealSpan = {
  shown: Pick<Scoreboard, 'items'>;
  /** Unix milliseconds. */
  end: number;
};

export function prepareReveal(board: Scoreboard, { shown, end }: RevealSpan): Reveal {
  const seen = new Map(shown.items.map((row) => [row.id, new Set(row.solvedChallenges.map((solve) => solve.id))]));
  const closed = new Map<number, readonly Solve[]>();
  let total = 0;
  for (const { id, solvedChallenges } of board.items) {
    const later = solvedChallenges.filter((solve) => solve.time <= end && !seen.get(id)?.has(solve.id));
    if (later.length > 0) closed.set(id, later);
    total += later.length;
  }
  return { board, closed, total, rows: new Map() };
}

const openedBy = (steps: RevealSteps): Map<number, number> => {
  const opened = new Map<number, number>();
  for (const teamId of steps) opened.set(teamId, (opened.get(teamId) ?? 0) + 1);
  return opened;
};

function rowWith({ closed, rows }: Reveal, row: Row, opened: number): Row {
  const later = closed.get(row.id);
  if (!later || opened >= later.length) return row;
  const key = `${row.id} ${opened}`;
  let made = rows.get(key);
  if (!made) {
    const hidden = new Set(later.slice(opened));
    const solvedChallenges = row.solvedChallenges.filter((solve) => !hidden.has(solve));
    made = {
      ...row,
      solvedChallenges,
      solvedCount: row.solvedCount - hidden.size,
      score: totalScore({ solvedChallenges, awardPoints: row.awardPoints }),
      lastSubmissionTime: lastScoringTime(solvedChallenges),
    };
    rows.set(key, made);
  }
  return made;
}

/** The standings after these steps, ranked by the server's rules. */
export function standingsAfter(reveal: Reveal, steps: RevealSteps): Row[] {
  if (steps.length >= reveal.total) return reveal.board.items;
  const opened = openedBy(steps);
  const { updateTimeUtc, bloodBonus, bloodBonusPoints, divisions } = reveal.board;
  const rows = reveal.board.items.map((row) => rowWith(reveal, row, opened.get(row.id) ?? 0));
  return assembleScoreboard({ updateTimeUtc, bloodBonus, bloodBonusPoints, divisions, challenges: [], rows }).items;
}

/** What is still closed of a team, earliest first. */
export const closedOf = ({ closed }: Reveal, steps: RevealSteps, teamId: number): readonly Solve[] =>
  closed.get(teamId)?.slice(openedBy(steps).get(teamId) ?? 0) ?? [];

/** The team whose solve opens next; undefined after the last step. */
export function nextTeam(
  reveal: Reveal,
  steps: RevealSteps,
  standings: readonly Row[],
  { lastTeams }: RevealOrder,
): number | undefined {
  const opened = openedBy(steps);
  const nextOf = (id: number) => reveal.closed.get(id)?.[opened.get(id) ?? 0];
  const lowest = standings.findLastIndex(({ id }) => nextOf(id) !== undefined);
  if (lowest < 0) return undefined;
  if (lowest >= lastTeams) return standings[lowest]?.id;
  let earliest: { id: number; time: number } | undefined;
  for (const { id } of standings) {
    const time = nextOf(id)?.time;
    const isEarlier = time !== undefined && (!earliest || time < earliest.time);
    if (isEarlier || (time === earliest?.time && earliest && id < earliest.id)) earliest = { id, time: time as number };
  }
  return earliest?.id;
}

/** The steps and one more; the same when all is open. */
export function stepForward(reveal: Reveal, steps: RevealSteps, order: RevealOrder): RevealSteps {
  const team = nextTeam(reveal, steps, standingsAfter(reveal, steps), order);
  return team === undefined ? steps : [...steps, team];
}

export const stepBack = (steps: RevealSteps): RevealSteps => steps.slice(0, -1);

/** Steps that were kept by an earlier page; those that do not fit this board are dropped. */
export function keptSteps({ closed }: Reveal, steps: unknown): RevealSteps {
  if (!Array.isArray(steps)) return [];
  const opened = new Map<number, number>();
  for (const teamId of steps) {
    const count = (opened.get(teamId) ?? 0) + 1;
    if (count > (closed.get(teamId)?.length ?? 0)) return [];
    opened.set(teamId, count);
  }
  return steps;
}
