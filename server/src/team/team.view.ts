import type { Team, TeamMember } from '@vexil/contract/team';
import type { TeamRow } from '@vexil/db/schema/team';
import { avatarUrl } from '../asset/asset.view';
import type { MemberRow } from './team.queries';

function viewMember(member: MemberRow, captainId: string): TeamMember {
  const { id, userName, bio, avatarHash } = member;
  return { id, userName, bio, avatar: avatarUrl(avatarHash), captain: id === captainId };
}

export function viewTeam({ team, members }: { team: TeamRow; members: MemberRow[] }): Team {
  const { id, name, bio, avatarHash, locked, captainId } = team;
  const viewed = members.map((member) => viewMember(member, captainId));
  const ordered = [...viewed.filter(({ captain }) => captain), ...viewed.filter(({ captain }) => !captain)];
  return { id, name, bio, avatar: avatarUrl(avatarHash), locked, members: ordered };
}
