import type { CaptureFinding, CaptureMatch, CaptureSearch } from '@vexil/contract/capture-search';
import type { Sealing } from '@vexil/db/sealing';
import type { ListedFinding, ListedMatch, ListedSearch } from './capture.search.queries';

type Unsealer = Pick<Sealing, 'unseal'>;

export const viewSearch = (row: ListedSearch, sealing: Unsealer): CaptureSearch => ({
  id: row.id,
  kind: row.kind,
  pattern: row.patternSealed === null ? null : sealing.unseal(row.patternSealed),
  ignoreCase: row.ignoreCase,
  challengeId: row.challengeId,
  challenge: row.challenge,
  participationId: row.participationId,
  team: row.team,
  state: row.state,
  error: row.error,
  filesTotal: Math.max(row.filesTotal, row.filesDone),
  filesDone: row.filesDone,
  filesUnread: row.filesUnread,
  bytesRead: row.bytesRead,
  matchCount: row.matchCount,
  isTruncated: row.isTruncated,
  createdAt: row.createdAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  userName: row.userName,
});

const viewPlace = (row: ListedMatch | ListedFinding) => ({
  challengeId: row.challengeId,
  challenge: row.challenge,
  participationId: row.participationId,
  fileName: row.fileName,
  stream: row.stream,
  clientPort: row.clientPort,
  side: row.side,
  offset: row.offset,
  length: row.length,
  packet: row.packet,
  time: row.happenedAt.getTime(),
  filter: `tcp.stream eq ${row.stream}`,
});

/** Controls would break lines and tables; the file has the bytes. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '·');

export function viewMatch(row: ListedMatch, sealing: Unsealer): CaptureMatch {
  const excerpt: string[] = row.excerptSealed === null ? [] : JSON.parse(sealing.unseal(row.excerptSealed));
  const [before, content, after] = excerpt.map(printable);
  return {
    ...viewPlace(row),
    team: row.team,
    owner: row.owner,
    isForeign: row.ownerParticipationId !== null && row.ownerParticipationId !== row.participationId,
    before: before ?? null,
    content: content ?? null,
    after: after ?? null,
  };
}

type TeamInGame = CaptureFinding['ownedTeam'];

/** undefined when a team was deleted meanwhile. */
export function viewFinding(row: ListedFinding, teams: ReadonlyMap<number, TeamInGame>): CaptureFinding | undefined {
  const [ownedTeam, submitTeam] = [teams.get(row.sourceParticipationId), teams.get(row.participationId)];
  return ownedTeam && submitTeam
    ? { ...viewPlace(row), id: row.id, isStored: row.isStored, ownedTeam, submitTeam }
    : undefined;
}
