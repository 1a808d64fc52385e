import type { FileRecord, TeamTraffic } from '@vexil/contract/capture';
import type { CaptureRow } from '@vexil/db/schema/capture';
import type { StoredObject } from '@vexil/runtime/storage/storage';
import { avatarUrl } from '../asset/asset.view';
import type { listTeamsOf } from './capture.queries';

const viewRow = ({ startedAt, connections, clients, missingBytes }: CaptureRow) => ({
  startTime: startedAt.getTime(),
  connections,
  clients,
  missingBytes,
});

const unknown = { startTime: null, connections: null, clients: [], missingBytes: 0 };

/** `row` is undefined for a file that was put into the storage by hand. */
export const viewCapture = ({ key, sizeBytes, updatedAt }: StoredObject, row: CaptureRow | undefined): FileRecord => ({
  fileName: key.slice(key.lastIndexOf('/') + 1),
  size: sizeBytes,
  writtenBytes: null,
  updateTime: updatedAt.getTime(),
  isOpen: false,
  ...(row ? viewRow(row) : unknown),
});

export const viewOpenCapture = (row: CaptureRow): FileRecord => ({
  fileName: row.fileName,
  size: null,
  writtenBytes: row.sizeBytes,
  updateTime: row.updatedAt.getTime(),
  isOpen: true,
  ...viewRow(row),
});

type ListedTeam = Awaited<ReturnType<typeof listTeamsOf>>[number];

/** Captures of an instance that all teams share. */
export const allTeams = 0;

const shared = { id: allTeams, teamId: allTeams, name: null, division: null, avatar: null };

export const viewSharedTraffic = (count: number): TeamTraffic => ({ ...shared, count });

export const viewTeamTraffic = ({ avatarHash, ...team }: ListedTeam, count: number): TeamTraffic => ({
  ...team,
  avatar: avatarUrl(avatarHash),
  count,
});
