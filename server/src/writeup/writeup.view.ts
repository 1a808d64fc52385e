import type { WriteupList } from '@vexil/contract/writeup';
import { assetUrl } from '../asset/asset.view';
import type { MemberRow } from '../team/team.service';
import { viewTeam } from '../team/team.view';
import type { ListedWriteup } from './writeup.queries';

export const writeupFileName = ({ participation }: Pick<ListedWriteup, 'participation'>): string =>
  participation.writeupName ?? `Writeup-${participation.gameId}-${participation.teamId}.pdf`;

export function viewWriteup(writeup: ListedWriteup, members: MemberRow[]): WriteupList['writeups'][number] {
  const { participation, team } = writeup;
  return {
    id: participation.id,
    team: viewTeam({ team, members }),
    url: assetUrl(participation.writeupHash ?? '', writeupFileName(writeup)),
    uploadTimeUtc: (participation.writeupAt ?? participation.updatedAt).getTime(),
    divisionId: participation.divisionId,
  };
}
