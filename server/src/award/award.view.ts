import type { Award } from '@vexil/contract/award';
import type { ListedAward } from './award.queries';

export const viewAward = ({ award, teamId, teamName, userName, reversedBy, challengeTitle }: ListedAward): Award => ({
  id: award.id,
  teamId,
  teamName,
  points: award.points,
  reason: award.reason,
  label: award.label,
  challengeId: award.challengeId,
  challengeTitle,
  at: award.awardedAt.getTime(),
  externalId: award.externalId,
  createdAt: award.createdAt.getTime(),
  userName,
  reversedAt: award.reversedAt?.getTime() ?? null,
  reversedBy,
});
