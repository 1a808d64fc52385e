import type { InvitingTeam, Team, TeamMember } from '@vexil/contract/team';
import type { AdminTeam } from '@vexil/contract/team-admin';
import type { TeamRow } from '@vexil/db/schema/team';
import { avatarUrl } from '../asset/asset.view';
import { versionOf } from '../audit/outdated';
import { inviteCodeOf } from './invite';
import type { MemberRow } from './team.queries';

type ViewedMember = Omit<MemberRow, 'teamId'>;
type ViewedTeam = Pick<TeamRow, 'id' | 'name' | 'bio' | 'avatarHash' | 'locked' | 'captainId'>;

function viewMember(member: ViewedMember, captainId: string): TeamMember {
  const { id, userName, bio, avatarHash } = member;
  return { id, userName, bio, avatar: avatarUrl(avatarHash), captain: id === captainId };
}

export function viewTeam({ team, members }: { team: ViewedTeam; members: ViewedMember[] }): Team {
  const { id, name, bio, avatarHash, locked, captainId } = team;
  const viewed = members.map((member) => viewMember(member, captainId));
  const ordered = [...viewed.filter(({ captain }) => captain), ...viewed.filter(({ captain }) => !captain)];
  return { id, name, bio, avatar: avatarUrl(avatarHash), locked, members: ordered };
}

export const viewInvitingTeam = (one: { team: TeamRow; members: ViewedMember[] }): InvitingTeam => ({
  ...viewTeam(one),
  inviteCode: inviteCodeOf(one.team),
});

export const teamVersion = ({ name, bio, locked, captainId }: TeamRow): number =>
  versionOf([name, bio, locked, captainId]);

export const viewAdminTeam = (one: { team: TeamRow & { gameCount: number }; members: ViewedMember[] }): AdminTeam => ({
  ...viewTeam(one),
  gameCount: one.team.gameCount,
  version: teamVersion(one.team),
});
