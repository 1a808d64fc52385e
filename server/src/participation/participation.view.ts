import type { Profile } from '@vexil/contract/account';
import type { ParticipationInfo } from '@vexil/contract/participation';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { TeamRow } from '@vexil/db/schema/team';
import { avatarUrl } from '../asset/asset.view';

export interface ReviewedParticipation {
  participation: ParticipationRow;
  team: TeamRow;
  members: Profile[];
  registeredMembers: ParticipationInfo['memberFields'];
}

export function viewParticipation(reviewed: ReviewedParticipation): ParticipationInfo {
  const { participation, team, registeredMembers } = reviewed;
  const { id, locked, captainId, name, bio, avatarHash } = team;
  return {
    id: participation.id,
    team: {
      id,
      locked,
      captainId,
      name,
      bio,
      avatar: avatarUrl(avatarHash),
      members: reviewed.members,
    },
    registeredMembers: registeredMembers.map(({ userId }) => userId),
    memberFields: registeredMembers.filter(({ fields }) => fields.length > 0),
    divisionId: participation.divisionId,
    status: participation.status,
  };
}
