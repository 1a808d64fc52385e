import type { FileRecord, TeamTraffic } from '@vexil/contract/capture';
import type { StoredObject } from '@vexil/runtime/storage/storage';
import { avatarUrl } from '../asset/asset.view';
import type { listTeamsOf } from './capture.queries';

export const viewCapture = ({ key, sizeBytes, updatedAt }: StoredObject): FileRecord => ({
  fileName: key.slice(key.lastIndexOf('/') + 1),
  size: sizeBytes,
  updateTime: updatedAt.getTime(),
});

type ListedTeam = Awaited<ReturnType<typeof listTeamsOf>>[number];

export const viewTeamTraffic = ({ avatarHash, ...team }: ListedTeam, count: number): TeamTraffic => ({
  ...team,
  avatar: avatarUrl(avatarHash),
  count,
});
