import { captureSearchesMax } from '@vexil/contract/capture.limits';
import {
  type CaptureFinding,
  type CaptureSearch,
  type CaptureSearchDetail,
  captureJobs,
  type captureSearchRoutes,
} from '@vexil/contract/capture-search';
import { DomainError } from '@vexil/contract/errors';
import type { BodyOf } from '@vexil/contract/route';
import type { CaptureSearchKind } from '@vexil/db/enums/capture';
import type { Deps } from '@vexil/http/deps';
import { compileExpression } from '@vexil/runtime/capture-expression';
import { inTransaction } from '@vexil/runtime/transaction';
import { readTeamsInGame } from '../activity/cheat.service';
import { getGame } from '../game/game.service';
import {
  deleteSearch,
  findSearch,
  insertSearch,
  listFindings,
  listMatches,
  listSearches,
} from './capture.search.queries';
import { viewFinding, viewMatch, viewSearch } from './capture.search.view';

export type NewSearch = BodyOf<typeof captureSearchRoutes.create>;

/** Throws `capture.patternInvalid`. */
function checkPattern(kind: CaptureSearchKind, pattern: string | null | undefined): string | null {
  if (kind === 'flag') return null;
  if (!pattern?.trim()) throw new DomainError('capture.patternInvalid', { field: 'pattern', params: { position: 1 } });
  if (kind === 'regex') compileExpression(pattern, false);
  return pattern;
}

/** Throws `game.notFound`. */
export async function readSearches(deps: Deps, gameId: number): Promise<CaptureSearch[]> {
  await getGame(deps.db, gameId);
  return (await listSearches(deps.db, gameId)).map((row) => viewSearch(row, deps.sealing));
}

/** Throws `capture.searchNotFound`. */
async function getSearch(deps: Deps, gameId: number, id: string) {
  const row = await findSearch(deps.db, gameId, id);
  if (!row) throw new DomainError('capture.searchNotFound');
  return row;
}

/** Throws `capture.searchNotFound`. */
export async function readSearch(deps: Deps, gameId: number, id: string): Promise<CaptureSearchDetail> {
  const row = await getSearch(deps, gameId, id);
  const matches = await listMatches(deps.db, id);
  return {
    ...viewSearch(row, deps.sealing),
    matches: matches.map((match) => viewMatch(match, deps.sealing)),
  };
}

/** Throws `game.notFound`, `capture.patternInvalid` or `capture.searchLimit`. */
export async function createSearch(
  deps: Deps,
  gameId: number,
  accountId: string | null,
  { kind, pattern, ignoreCase, challengeId, participationId }: NewSearch,
): Promise<CaptureSearch> {
  await getGame(deps.db, gameId);
  const checked = checkPattern(kind, pattern);
  const now = deps.clock.now();
  const search = {
    ...{ gameId, accountId, kind, ignoreCase, createdAt: now, updatedAt: now },
    challengeId: challengeId ?? null,
    participationId: participationId ?? null,
    patternSealed: checked === null ? null : deps.sealing.seal(checked),
  };
  const id = await inTransaction(deps, async (work) => {
    const created = await insertSearch(work.tx, search, captureSearchesMax);
    if (created === undefined) throw new DomainError('capture.searchLimit', { params: { limit: captureSearchesMax } });
    work.job(captureJobs.search, { searchId: created });
    return created;
  });
  return viewSearch(await getSearch(deps, gameId, id), deps.sealing);
}

/** A search that runs ends at its next file. Throws `capture.searchNotFound`. */
export async function removeSearch(deps: Deps, gameId: number, id: string): Promise<void> {
  if (!(await deleteSearch(deps.db, gameId, id))) throw new DomainError('capture.searchNotFound');
}

/** Newest first. Throws `game.notFound`. */
export async function readFindings(deps: Deps, gameId: number): Promise<CaptureFinding[]> {
  await getGame(deps.db, gameId);
  const rows = await listFindings(deps.db, gameId);
  const teams = await readTeamsInGame(
    deps,
    rows.flatMap(({ participationId, sourceParticipationId }) => [participationId, sourceParticipationId]),
  );
  return rows.flatMap((row) => viewFinding(row, teams) ?? []);
}
