import { type Activity, endReasons } from '@vexil/contract/activity';
import type { CheatInfo, Submission } from '@vexil/contract/submission';
import type { Sealing } from '@vexil/db/sealing';
import { avatarUrl } from '../asset/asset.view';
import type { MonitoredActivity, MonitoredSubmission } from './activity.queries';
import type { MemberInGame, TeamInGame } from './cheat.queries';

type Unsealer = Pick<Sealing, 'unseal'>;

function valuesOf(row: MonitoredActivity, sealing: Unsealer): string[] {
  // The third one is `endReason`.
  if (row.type === 'ContainerDestroy') return row.values.slice(0, 2);
  if (row.type !== 'FlagSubmit' || row.answerSealed === null) return row.values;
  const answer = sealing.unseal(row.answerSealed);
  return [row.result ?? 'FlagSubmitted', answer, row.challengeTitle ?? '', String(row.challengeId ?? '')];
}

/** An event as monitors see it. A submitted text is decrypted here only; no activity row holds it in plain text. */
export function viewActivity(row: MonitoredActivity, sealing: Unsealer): Activity {
  return {
    type: row.type,
    values: valuesOf(row, sealing),
    time: row.happenedAt.getTime(),
    user: row.userName ?? '',
    team: row.teamName ?? '',
    id: row.id,
    participationId: row.participationId,
    teamId: row.teamId,
    ...challengeOf(row),
    endReason: endReasonOf(row),
  };
}

/** Ends that players asked for are stored without a reason. */
function endReasonOf({ type, values }: MonitoredActivity): Activity['endReason'] {
  if (type !== 'ContainerDestroy') return null;
  const [, , reason = 'player'] = values;
  return endReasons.find((one) => one === reason) ?? null;
}

function challengeOf(row: MonitoredActivity): Pick<Activity, 'challengeId' | 'challenge'> {
  if (row.challengeId !== null) return { challengeId: row.challengeId, challenge: row.challengeTitle };
  if (row.type !== 'ContainerStart' && row.type !== 'ContainerDestroy') return { challengeId: null, challenge: null };
  const [id, title] = row.values;
  return { challengeId: Number(id) || null, challenge: title ?? null };
}

export function viewSubmission(row: MonitoredSubmission, sealing: Unsealer): Submission {
  return {
    answer: sealing.unseal(row.answerSealed),
    status: row.status,
    time: row.submittedAt.getTime(),
    user: row.userName ?? '',
    team: row.teamName,
    challenge: row.challengeTitle,
    id: row.id,
    userId: row.accountId,
    participationId: row.participationId,
    teamId: row.teamId,
    challengeId: row.challengeId,
    via: row.via,
  };
}

export const viewTeamInGame = (row: TeamInGame, members: readonly MemberInGame[]): CheatInfo['ownedTeam'] => ({
  id: row.id,
  team: { id: row.teamId, name: row.teamName, avatar: avatarUrl(row.avatarHash) },
  status: row.status,
  division: row.division,
  divisionId: row.divisionId,
  members: members
    .filter(({ participationId }) => participationId === row.id)
    .map(({ id, name, avatarHash, role }) => ({ id, name, avatar: avatarUrl(avatarHash), banned: role === 'Banned' })),
});
