import { shownBonus } from './score.rules';
import {
  type ChallengeValues,
  equalLooks,
  type Scoreboard,
  type ScoreboardAward,
  type ScoreboardChallenge,
  type ScoreboardRow,
  type ScoreboardSolve,
} from './scoreboard.board.rules';
import {
  type AddedSolve,
  changeGroups,
  changeRows,
  infoOf,
  noChanges,
  type ScoreboardChanges,
  type ScoreboardDelta,
} from './scoreboard.delta.rules';
import { groupOf, scoringAlone } from './scoreboard.group.rules';

/** Above this a client fetches the compressed board. */
export const deltaEntriesMax = 1000;

export function scoreboardDelta(previous: Scoreboard, next: Scoreboard): ScoreboardDelta {
  const changes = noChanges(next.updateTimeUtc);
  const bonus = shownBonus(next);
  if (JSON.stringify(bonus) !== JSON.stringify(shownBonus(previous))) Object.assign(changes, bonus);
  if (JSON.stringify(next.divisions) !== JSON.stringify(previous.divisions)) changes.divisions = next.divisions;
  diffChallenges(previous, next, changes);
  diffValues(previous, next, changes);
  diffRows(previous, next, changes);

  if (limitDelta(changes).full || !correct(previous, next, changes)) return fetchBoard(next.updateTimeUtc);
  return limitDelta(changes);
}

/** A full delta where there are too many changes. */
export function limitDelta(changes: ScoreboardChanges): ScoreboardDelta {
  return countEntries(changes) > deltaEntriesMax ? fetchBoard(changes.updateTimeUtc) : changes;
}

function fetchBoard(updateTimeUtc: number): ScoreboardDelta {
  return { full: true, updateTimeUtc };
}

function diffChallenges(previous: Scoreboard, next: Scoreboard, changes: ScoreboardChanges): void {
  const old = new Map(listChallenges(previous).map((one) => [one.id, one]));
  for (const challenge of listChallenges(next)) {
    const known = old.get(challenge.id);
    old.delete(challenge.id);
    const { id, score, solved, title, category, deadline, disableBloodBonus, position, customCategory } = challenge;
    const bloods = challenge.bloods.map((blood) => blood.id);
    const sameInfo =
      known?.title === title &&
      known.category === category &&
      known.deadline === deadline &&
      known.disableBloodBonus === disableBloodBonus &&
      known.position === position &&
      equalLooks(known.customCategory, customCategory);
    if (sameInfo && sameValues(known, challenge)) continue;
    const info = sameInfo ? null : infoOf(challenge);
    changes.challenges.push({ id, score, solved, bloods, info });
  }
  changes.removedChallenges = [...old.keys()];
}

const sameValues = (known: ChallengeValues | undefined, { score, solved, bloods }: ChallengeValues): boolean =>
  known?.score === score &&
  known.solved === solved &&
  known.bloods.length === bloods.length &&
  bloods.every(({ id }, at) => id === known.bloods[at]?.id);

function diffValues(previous: Scoreboard, next: Scoreboard, changes: ScoreboardChanges): void {
  const changed = (next.divisionValues ?? []).flatMap(({ divisionId, challenges }) => {
    const old = previous.divisionValues?.find((one) => one.divisionId === divisionId);
    const known = new Map(old?.challenges.map((one) => [one.id, one]));
    return challenges
      .filter((one) => !sameValues(known.get(one.id), one))
      .map(({ bloods, ...one }) => ({ divisionId, ...one, bloods: bloods.map(({ id }) => id) }));
  });
  if (changed.length > 0) changes.divisionValues = changed;
}

function diffRows(previous: Scoreboard, next: Scoreboard, changes: ScoreboardChanges): void {
  const removedChallenges = new Set(changes.removedChallenges);
  const old = new Map(previous.items.map((row) => [row.id, row]));
  const [were, are] = [scoringAlone(previous.divisions), scoringAlone(next.divisions)];
  for (const row of next.items) {
    const known = old.get(row.id);
    old.delete(row.id);
    const isRegrouped = groupOf(known?.divisionId ?? null, were) !== groupOf(row.divisionId, are);
    const added = known && !isRegrouped ? addedSolves(known, row, removedChallenges) : null;
    if (added === null || !known || !sameTeam(known, row)) {
      const { id, name, bio, avatar, divisionId } = row;
      changes.rows.push({ id, name, bio, avatar, divisionId, reset: added === null });
    }
    changes.solves.push(...(added ?? row.solvedChallenges).map((solve) => toAdded(row.id, solve)));
    diffAwards(row.id, known && added ? known.awards : [], row.awards, changes);
  }
  changes.removedRows = [...old.keys()];
}

function diffAwards(
  teamId: number,
  old: readonly ScoreboardAward[] = [],
  awards: readonly ScoreboardAward[] = [],
  changes: ScoreboardChanges,
): void {
  // By content, because a restored database may give a number again.
  const known = new Set(old.map((award) => JSON.stringify(award)));
  const ids = new Set(awards.map(({ id }) => id));
  const added = awards.filter((award) => !known.has(JSON.stringify(award))).map((award) => ({ teamId, ...award }));
  const removed = old.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ teamId, id }));
  if (added.length > 0) changes.awards = [...(changes.awards ?? []), ...added];
  if (removed.length > 0) changes.removedAwards = [...(changes.removedAwards ?? []), ...removed];
}

/** Null where inserting them would not give the new list. */
function addedSolves(
  old: ScoreboardRow,
  row: ScoreboardRow,
  removedChallenges: ReadonlySet<number>,
): ScoreboardSolve[] | null {
  const kept = removedChallenges.size
    ? old.solvedChallenges.filter(({ id }) => !removedChallenges.has(id))
    : old.solvedChallenges;
  const added: ScoreboardSolve[] = [];
  let position = 0;
  for (const solve of row.solvedChallenges) {
    const match = kept[position];
    if (match?.id !== solve.id) {
      added.push(solve);
      continue;
    }
    if (match.time !== solve.time || match.userName !== solve.userName) return null;
    position += 1;
  }
  return position === kept.length ? added : null;
}

/** Adds corrections; false where the delta does not apply. */
function correct(previous: Scoreboard, next: Scoreboard, changes: ScoreboardChanges): boolean {
  const groups = changeGroups(previous, changes);
  const rows = groups && changeRows(previous, changes, groups);
  if (!rows) return false;
  for (const { id: teamId, solvedChallenges, lastSubmissionTime } of next.items) {
    const row = rows.get(teamId);
    if (!row) return false;
    for (const [index, { id: challengeId, score: points }] of solvedChallenges.entries()) {
      if (row.solvedChallenges[index]?.score !== points) changes.points.push({ teamId, challengeId, points });
    }
    if (row.lastSubmissionTime !== lastSubmissionTime) changes.lastTimes.push({ teamId, time: lastSubmissionTime });
  }
  return true;
}

function countEntries(changes: ScoreboardChanges): number {
  const { challenges, removedChallenges, rows, removedRows, solves, points, lastTimes, divisions } = changes;
  const { awards = [], removedAwards = [], divisionValues = [] } = changes;
  const teams = [rows, removedRows, solves, points, lastTimes, awards, removedAwards];
  const lists = [challenges, removedChallenges, divisionValues, divisions ?? [], ...teams];
  const masks = divisions?.reduce((sum, one) => sum + Object.keys(one.challengeConfigs).length, 0) ?? 0;
  return lists.reduce((sum, list) => sum + list.length, masks);
}

function toAdded(teamId: number, { id, userName, time, score }: ScoreboardSolve): AddedSolve {
  return { teamId, challengeId: id, userName, time, scores: score !== 0 };
}

function sameTeam(a: ScoreboardRow, b: ScoreboardRow): boolean {
  return a.name === b.name && a.bio === b.bio && a.avatar === b.avatar && a.divisionId === b.divisionId;
}

function listChallenges(board: Scoreboard): ScoreboardChallenge[] {
  return Object.values(board.challenges).flat();
}
