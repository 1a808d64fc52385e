import { captureMatchesMax } from '@vexil/contract/capture.limits';
import { captureJobs } from '@vexil/contract/capture-search';
import type { CaptureCursor, CaptureRow, CaptureSearchRow, NewCaptureMatchRow } from '@vexil/db/schema/capture';
import { UnrecoverableError } from 'bullmq';
import type { WorkerDeps } from '../deps';
import { type Handler, handle } from '../run-job';
import {
  countFiles,
  findNextFile,
  insertMatches,
  type SearchProgress,
  saveProgress,
  startSearch,
} from './capture.queries';
import { createExpressionMatcher } from './expression-matcher';
import { SlowPatternError } from './matcher';
import { CaptureReader, type ScannedCapture } from './read-capture';
import type { ScannedMatch } from './scanner';
import { createFlagReader } from './team-flags';
import { createTextMatcher } from './text-matcher.rules';

/** Flags are those of the challenge, and other things the same for all. */
function matcherOf(deps: WorkerDeps, { kind, patternSealed, ignoreCase }: CaptureSearchRow) {
  if (kind === 'flag') return createFlagReader(deps);
  const pattern = patternSealed === null ? '' : deps.sealing.unseal(patternSealed);
  const create = kind === 'text' ? createTextMatcher : createExpressionMatcher;
  const matcher = create(pattern, { ignoreCase });
  return async () => ({ matcher });
}

function rowOf(deps: WorkerDeps, search: CaptureSearchRow, file: CaptureRow, match: ScannedMatch): NewCaptureMatchRow {
  const { stream, clientPort, side, offset, length, packet, timeUs, owner, before, content, after } = match;
  const { challengeId, participationId, fileName } = file;
  const excerpt = [before, content, after].map((bytes) => bytes.toString('latin1'));
  return {
    ...{ searchId: search.id, challengeId, participationId, fileName },
    ...{ stream, clientPort, side, offset, length, packet, happenedAt: new Date(timeUs / 1000) },
    ownerParticipationId: owner,
    excerptSealed: search.kind === 'flag' ? null : deps.sealing.seal(JSON.stringify(excerpt)),
  };
}

const cursorOf = ({ challengeId, participationId, recording, part }: CaptureRow): CaptureCursor => ({
  challengeId,
  participationId,
  recording,
  part,
});

async function saveFile(
  deps: WorkerDeps,
  search: CaptureSearchRow,
  file: CaptureRow,
  { bytes, found }: ScannedCapture,
): Promise<CaptureSearchRow | undefined> {
  const kept = found.slice(0, captureMatchesMax - search.matchCount);
  const matchCount = search.matchCount + kept.length;
  const isFull = matchCount >= captureMatchesMax;
  const now = deps.clock.now();
  const progress: SearchProgress = {
    cursor: cursorOf(file),
    filesDone: search.filesDone + 1,
    filesUnread: search.filesUnread + (bytes === null ? 1 : 0),
    bytesRead: search.bytesRead + (bytes ?? 0),
    matchCount,
    ...(isFull ? { state: 'done', isTruncated: true, endedAt: now } : {}),
  };
  return deps.db.transaction(async (tx) => {
    const saved = await saveProgress(tx, search, progress, now);
    if (saved) {
      await insertMatches(
        tx,
        kept.map((match) => rowOf(deps, search, file, match)),
      );
    }
    return saved;
  });
}

async function searchAll(deps: WorkerDeps, started: CaptureSearchRow, reader: CaptureReader, signal: AbortSignal) {
  let search: CaptureSearchRow | undefined = started;
  while (search?.state === 'running') {
    if (signal.aborted) throw new Error('The worker ends; the search goes on elsewhere');
    const file = await findNextFile(deps.db, search);
    if (!file) {
      await saveProgress(deps.db, search, { state: 'done', endedAt: deps.clock.now() }, deps.clock.now());
      return;
    }
    search = await saveFile(deps, search, file, await reader.scan(file));
  }
}

/** One file after the other, each with its matches in one transaction; another run goes on behind the last one. */
export const searchCaptures: Handler = handle(captureJobs.search, async (deps, { searchId }, { signal, repeated }) => {
  const found = await startSearch(deps.db, searchId, deps.clock.now());
  if (!found) return;
  const filesTotal = await countFiles(deps.db, found);
  const search = await saveProgress(deps.db, found, { filesTotal }, deps.clock.now());
  if (!search) return;
  try {
    await searchAll(deps, search, new CaptureReader(deps, signal, matcherOf(deps, search)), signal);
  } catch (error) {
    const isSlow = error instanceof SlowPatternError;
    // Another try may help once.
    if (!isSlow && (signal.aborted || !repeated)) throw error;
    await failSearch(deps, searchId, isSlow ? 'patternTooSlow' : 'failed');
    throw new UnrecoverableError(error instanceof Error ? error.message : 'The search failed');
  }
});

async function failSearch(deps: WorkerDeps, searchId: string, error: string): Promise<void> {
  const now = deps.clock.now();
  const search = await startSearch(deps.db, searchId, now);
  if (search) await saveProgress(deps.db, search, { state: 'failed', error, endedAt: now }, now);
}
