import type { ReviewedWriteup, WriteupList, WriteupReviewList } from '@vexil/contract/writeup';
import { assetUrl, avatarUrl } from '../asset/asset.view';
import type { MemberRow } from '../team/team.service';
import { viewTeam } from '../team/team.view';
import type { ListedWriteup, ReviewedRow } from './writeup.queries';

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

const viewReviewedTeam = ({ teamId, teamName, avatarHash }: ReviewedRow) => ({
  id: teamId,
  name: teamName,
  avatar: avatarUrl(avatarHash),
});

export const viewReviewed = (row: ReviewedRow): ReviewedWriteup => ({
  id: row.id,
  team: viewReviewedTeam(row),
  divisionId: row.divisionId,
  url: assetUrl(row.hash ?? '', row.name ?? `Writeup-${row.gameId}-${row.teamId}.pdf`),
  fileSize: row.sizeBytes ?? 0,
  uploadTimeUtc: row.at?.getTime() ?? 0,
  comment: row.comment,
  grade: row.grade,
});

export const viewReviewList = (rows: readonly ReviewedRow[]): WriteupReviewList => ({
  writeups: rows.filter(({ hash }) => hash !== null).map(viewReviewed),
  missing: rows
    .filter(({ hash }) => hash === null)
    .map((row) => ({ id: row.id, team: viewReviewedTeam(row), divisionId: row.divisionId })),
});
