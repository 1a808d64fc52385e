import type { WorkerDeps } from '../deps';
import { listTeamFlags } from './capture.queries';
import { createFlagMatcher } from './flag-matcher.rules';
import type { Matcher } from './matcher';

export interface TeamFlags {
  /** By participation: of its flag and of those of its earlier instances. */
  hashes: Map<number, Set<string>>;
  matcher: Matcher;
}

async function readTeamFlags({ db, sealing }: WorkerDeps, challengeId: number): Promise<TeamFlags> {
  const rows = await listTeamFlags(db, challengeId);
  const hashes = new Map<number, Set<string>>(rows.map(({ participationId }) => [participationId, new Set()]));
  for (const { participationId, hash } of rows) if (hash) hashes.get(participationId)?.add(hash);
  const flags = rows.map(({ sealed, participationId: owner }) => ({ flag: sealing.unseal(sealed ?? ''), owner }));
  return { hashes, matcher: createFlagMatcher(flags) };
}

/** Files are read challenge by challenge, so the flags of the last one are kept. */
export function createFlagReader(deps: WorkerDeps): (challengeId: number) => Promise<TeamFlags> {
  let last: { challengeId: number; flags: TeamFlags } | undefined;
  return async (challengeId) => {
    if (last?.challengeId !== challengeId) last = { challengeId, flags: await readTeamFlags(deps, challengeId) };
    return last.flags;
  };
}
