import { assetUrl, avatarUrl } from '../asset/asset.view';
import type { WriteupList } from '../contract/writeup';
import type { ListedWriteup } from './writeup.queries';

/** Name under which a writeup is stored and downloaded; older rows may have none. */
export const writeupFileName = ({ participation }: Pick<ListedWriteup, 'participation'>): string =>
  participation.writeupName ?? `Writeup-${participation.gameId}-${participation.teamId}.pdf`;

export function viewWriteup(writeup: ListedWriteup): WriteupList['writeups'][number] {
  const { participation, team } = writeup;
  const { id, name, bio, avatarHash, locked } = team;
  return {
    id: participation.id,
    team: { id, name, bio, avatar: avatarUrl(avatarHash), locked },
    url: assetUrl(participation.writeupHash ?? '', writeupFileName(writeup)),
    uploadTimeUtc: (participation.writeupAt ?? participation.updatedAt).getTime(),
    divisionId: participation.divisionId,
  };
}
