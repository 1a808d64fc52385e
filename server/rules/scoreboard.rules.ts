import type { ChallengeCategory, CustomCategory, Requirement } from '@vexil/db/enums/challenge';
import type { DivisionKind } from '@vexil/db/enums/division';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { challengePermissions, type DivisionPermissions, hasPermission } from './permission.rules';
import { type ChallengeDeadline, type GameTimes, isInScoringWindow } from './phase.rules';
import { type BonusFacts, bloodPlaces, shownBonus, solvePoints, typeOfPlace } from './score.rules';
import { challengeScore, type ScoreCurve } from './score-curve.rules';
import {
  assembleScoreboard,
  emptyRow,
  insertSolve,
  lookOf,
  positionOf,
  type Scoreboard,
  type ScoreboardAward,
  type ScoreboardChallenge,
  type ScoreboardDivision,
  type ScoreboardRow,
  withAwards,
} from './scoreboard.board.rules';
import { groupOf, mainGroup, scoringAlone } from './scoreboard.group.rules';

export interface DivisionFacts {
  id: number;
  name: string;
  kind?: DivisionKind | null;
  scoresAlone?: boolean;
  defaultPermissions: number;
  challengeConfigs: readonly { challengeId: number; permissions: number }[];
}

export interface ParticipationFacts {
  id: number;
  teamId: number;
  teamName: string;
  bio: string | null;
  avatar: string | null;
  divisionId: number | null;
  status: StoredParticipationStatus;
}

export interface ChallengeFacts extends ScoreCurve, ChallengeDeadline {
  id: number;
  title: string;
  category: ChallengeCategory;
  enabled: boolean;
  disableBloodBonus: boolean;
  position?: number | null;
  customCategory?: CustomCategory | null;
  /** Null on boards of the past. */
  tags?: readonly string[] | null;
  requires?: Requirement | null;
}

/** At most one that stands per participation and challenge. */
export interface SolveFacts {
  participationId: number;
  challengeId: number;
  /** Ids ascend by arrival. */
  submissionId: number;
  /** Empty for a deleted account. */
  userName: string;
  /** Arrival of the submission. */
  time: number;
  /** When a re-judging made it; absent where it was known from its arrival. */
  givenAt?: number | null;
  /** When a re-judging took it back: from then on it never was. */
  reversedAt?: number | null;
}

export const stands = ({ reversedAt = null }: Pick<SolveFacts, 'reversedAt'>): boolean => reversedAt === null;

export interface AwardFacts extends ScoreboardAward {
  participationId: number;
  /** When staff gave it, never before `time`. */
  givenAt: number;
  /** When staff took it back: from then on it never was. */
  reversedAt: number | null;
}

/** Unix milliseconds, lists in any order. */
export interface ScoreboardFacts {
  game: GameTimes & BonusFacts & { id: number };
  divisions: readonly DivisionFacts[];
  participations: readonly ParticipationFacts[];
  challenges: readonly ChallengeFacts[];
  solves: readonly SolveFacts[];
  awards: readonly AwardFacts[];
}

export interface SolveEligibility {
  scores: boolean;
  takesBlood: boolean;
  /** Whether it lowers the challenge's value. */
  counts: boolean;
}

interface Team {
  row: ScoreboardRow;
  division: DivisionPermissions | undefined;
  /** Of those who score together. */
  tasks: Tasks;
}

interface Task {
  facts: ChallengeFacts;
  board: ScoreboardChallenge;
}

type Tasks = ReadonlyMap<number, Task>;

interface ListedSolve extends SolveEligibility {
  team: Team;
  task: Task;
  solve: SolveFacts;
}

/**
 * A challenge with prerequisites is listed once a team has solved it or taken a hint of it. Solves and awards after `asOf` (Unix milliseconds) are left out. For the current board `asOf` must not precede any stored solve,
 * whatever other clocks say.
 */
export function computeScoreboard(facts: ScoreboardFacts, asOf: number): Scoreboard {
  const bonus = shownBonus(facts.game);
  const enabled = facts.challenges.filter((one) => one.enabled);
  const groups = listGroups(facts.divisions, () => new Map(enabled.map((one) => [one.id, startTask(one)])));
  const divisions = divisionPermissions(facts.divisions);
  const teams = startTeams(facts.participations, divisions, groups);
  const listed = listSolves(facts, asOf, teams);

  for (const { counts, task } of listed) if (counts) task.board.solved += 1;
  for (const tasks of groups.values()) {
    for (const { facts: curve, board } of tasks.values()) board.score = challengeScore(curve, board.solved);
  }
  for (const one of listed) creditSolve(one, bonus);
  const awards = keptAwards(facts.awards, asOf).filter(({ participationId }) => teams.has(participationId));
  const known = new Set([
    ...listed.map(({ solve }) => solve.challengeId),
    ...awards.map(({ challengeId }) => challengeId),
  ]);
  const shown = new Set(enabled.filter((one) => !one.requires || known.has(one.id)).map(({ id }) => id));
  const boardsOf = (tasks: Tasks) => [...tasks.values()].map(({ board }) => board).filter(({ id }) => shown.has(id));

  return assembleScoreboard({
    updateTimeUtc: asOf,
    ...bonus,
    divisions: viewDivisions(facts.divisions, shown),
    ...partsOf(groups, boardsOf),
    rows: creditAwards(teams, awards),
  });
}

/** Of all who score together, and of each division that scores alone. */
export const listGroups = <Group>(
  divisions: readonly DivisionFacts[],
  start: (divisionId: number) => Group,
): Map<number, Group> =>
  new Map([mainGroup, ...[...scoringAlone(divisions)].sort((a, b) => a - b)].map((id) => [id, start(id)]));

export function partsOf<Group>(groups: ReadonlyMap<number, Group>, boardsOf: (group: Group) => ScoreboardChallenge[]) {
  const [main, ...alone] = [...groups].map(([divisionId, group]) => ({ divisionId, challenges: boardsOf(group) }));
  return { challenges: main?.challenges ?? [], divisionValues: alone };
}

/** Shared by the board and blood notices. */
export function solveEligibility(
  game: GameTimes,
  challenge: ChallengeDeadline & { disableBloodBonus: boolean },
  mask: number,
  time: number,
): SolveEligibility {
  const inWindow = isInScoringWindow(game, challenge, time);
  return {
    scores: inWindow && hasPermission(mask, 'GetScore'),
    takesBlood: inWindow && !challenge.disableBloodBonus && hasPermission(mask, 'GetBlood'),
    counts: inWindow && hasPermission(mask, 'AffectDynamicScore'),
  };
}

/** What bloods and values of a division's teams follow from. */
export interface ScoringDivision extends DivisionPermissions {
  name: string;
  scoresAlone: boolean;
}

export function divisionPermissions(divisions: readonly DivisionFacts[]): Map<number, ScoringDivision> {
  return new Map(
    divisions.map(({ id, name, scoresAlone = false, defaultPermissions, challengeConfigs }) => [
      id,
      {
        name,
        scoresAlone,
        defaultPermissions,
        challengePermissions: new Map(challengeConfigs.map((one) => [one.challengeId, one.permissions])),
      },
    ]),
  );
}

export function startTask(facts: ChallengeFacts): Task {
  const { id, title, category, deadline, disableBloodBonus, position, customCategory } = facts;
  const board = { id, title, category, score: 0, solved: 0, deadline, bloods: [], disableBloodBonus };
  return { facts, board: { ...board, ...positionOf(position), ...lookOf(customCategory) } };
}

function startTeams(
  participations: readonly ParticipationFacts[],
  divisions: ReadonlyMap<number, DivisionPermissions>,
  groups: ReadonlyMap<number, Tasks>,
): Map<number, Team> {
  const teams = new Map<number, Team>();
  for (const { id, teamId, teamName: name, bio, avatar, divisionId, status } of participations) {
    if (status !== 'Accepted') continue;
    const division = divisionId === null ? undefined : divisions.get(divisionId);
    const tasks = groups.get(groupOf(divisionId, groups)) ?? new Map();
    teams.set(id, { row: emptyRow({ id: teamId, name, bio, avatar, divisionId }), division, tasks });
  }
  return teams;
}

/** Ordered by arrival, which decides bloods. */
function listSolves({ game, solves }: ScoreboardFacts, asOf: number, teams: ReadonlyMap<number, Team>): ListedSolve[] {
  const listed: ListedSolve[] = [];
  for (const solve of solves) {
    const team = teams.get(solve.participationId);
    const task = team?.tasks.get(solve.challengeId);
    if (solve.time > asOf || !stands(solve) || !team || !task) continue;
    const mask = challengePermissions(team.division, solve.challengeId);
    const { scores, takesBlood, counts } = solveEligibility(game, task.facts, mask, solve.time);
    listed.push({ team, task, solve, scores, takesBlood, counts });
  }
  return listed.sort((a, b) => a.solve.submissionId - b.solve.submissionId);
}

function creditSolve({ team, task, solve, scores, takesBlood }: ListedSolve, bonus: BonusFacts): void {
  const { row } = team;
  const { bloods, score } = task.board;
  const place = takesBlood && bloods.length < bloodPlaces ? bloods.length : -1;
  if (place >= 0) bloods.push({ id: row.id, name: row.name, avatar: row.avatar, submitTimeUtc: solve.time });

  const type = typeOfPlace(place);
  const points = scores ? solvePoints(score, type, bonus) : 0;
  insertSolve(row.solvedChallenges, {
    id: solve.challengeId,
    score: points,
    type,
    userName: solve.userName,
    time: solve.time,
  });
  row.solvedCount += 1;
  row.score += points;
  if (points > 0 && solve.time > row.lastSubmissionTime) row.lastSubmissionTime = solve.time;
}

const keptAwards = (awards: readonly AwardFacts[], asOf: number) =>
  awards.filter(({ reversedAt, time }) => reversedAt === null && time <= asOf);

/** Whatever the division may: staff decided it for this team. */
function creditAwards(teams: ReadonlyMap<number, Team>, awards: readonly AwardFacts[]): ScoreboardRow[] {
  const byTeam = new Map<number, ScoreboardAward[]>();
  for (const { participationId, givenAt: _, reversedAt: __, ...award } of awards) {
    byTeam.set(participationId, [...(byTeam.get(participationId) ?? []), award]);
  }
  return [...teams].map(([id, { row }]) => withAwards(row, byTeam.get(id) ?? []));
}

export const viewDivisions = (divisions: readonly DivisionFacts[], shown: ReadonlySet<number>): ScoreboardDivision[] =>
  [...divisions].sort((a, b) => a.id - b.id).map((one) => viewDivision(one, shown));

/** Without masks of hidden challenges, which would reveal them. */
function viewDivision(facts: DivisionFacts, shown: ReadonlySet<number>): ScoreboardDivision {
  const { id, name, kind, scoresAlone, defaultPermissions } = facts;
  const configs = facts.challengeConfigs.filter(({ challengeId }) => shown.has(challengeId));
  return {
    id,
    name,
    ...(kind ? { kind } : {}),
    ...(scoresAlone ? { scoresAlone } : {}),
    defaultPermissions,
    challengeConfigs: Object.fromEntries(
      configs.map(({ challengeId, permissions }) => [challengeId, { challengeId, permissions }]),
    ),
  };
}
