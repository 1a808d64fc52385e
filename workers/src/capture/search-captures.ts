import { captureMatchesMax } from '@vexil/contract/capture.limits';
import { captureJobs } from '@vexil/contract/capture-search';
import type { CaptureCursor, CaptureRow, CaptureSearchRow, NewCaptureMatchRow } from '@vexil/db/schema/capture';
import { UnrecoverableError } from 'bullmq';
import type { WorkerDeps } from '../deps';
import { type Handler, handle } from '../run-job';
import {
  countFiles,
  findNextFile,
  findPart,
  insertMatches,
  listTeamFlags,
  type SearchProgress,
  saveProgress,
  startSearch,
} from './capture.queries';
import { createFlagMatcher } from './flag-matcher.rules';
import { type Matcher, SlowPatternError } from './matcher';
import { scanCapture } from './read-capture';
import { createRegexMatcher } from './regex-matcher';
import { type ScannedMatch, StreamScanner } from './scanner';
import { createTextMatcher } from './text-matcher.rules';

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

async function createMatcher(deps: WorkerDeps, search: CaptureSearchRow, challengeId: number): Promise<Matcher> {
  const pattern = search.patternSealed === null ? '' : deps.sealing.unseal(search.patternSealed);
  const { kind, ignoreCase } = search;
  if (kind === 'flag') {
    const flags = await listTeamFlags(deps.db, challengeId);
    return createFlagMatcher(
      flags.map(({ sealed, participationId }) => ({ flag: deps.sealing.unseal(sealed ?? ''), owner: participationId })),
    );
  }
  if (kind === 'text' && !ignoreCase) return createTextMatcher(pattern);
  // Windows are Latin-1, so the text is taken by its bytes.
  const source = kind === 'text' ? escapePattern(Buffer.from(pattern).toString('latin1')) : pattern;
  return createRegexMatcher(source, { ignoreCase });
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1');

function rowOf(deps: WorkerDeps, search: CaptureSearchRow, file: CaptureRow, match: ScannedMatch): NewCaptureMatchRow {
  const { stream, clientPort, side, offset, length, packet, timeUs, owner, before, content, after } = match;
  const { challengeId, participationId, fileName } = file;
  const excerpt = [before, content, after].map(latin1);
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

/** What is kept from one file to the next. */
class SearchRun {
  private matcher: Matcher | undefined;
  private scanner: StreamScanner | undefined;
  private before: CaptureRow | undefined;
  private found: ScannedMatch[] = [];

  constructor(
    private readonly deps: WorkerDeps,
    private readonly search: CaptureSearchRow,
    private readonly signal: AbortSignal,
  ) {}

  /** @returns matches of the file and its bytes, null for one that cannot be read */
  async scan(file: CaptureRow): Promise<{ bytes: number | null; found: ScannedMatch[] }> {
    const scanner = await this.scannerFor(file);
    this.found = [];
    const bytes = await scanCapture(this.deps, file, scanner, this.signal);
    this.before = file;
    // Sides are looked through one after the other.
    return { bytes, found: this.found.sort((a, b) => a.packet - b.packet || a.offset - b.offset) };
  }

  async close(): Promise<void> {
    await this.matcher?.close();
  }

  /** The same for the parts of a recording, so that a match across two is found. */
  private async scannerFor(file: CaptureRow): Promise<StreamScanner> {
    const { before } = this;
    const goesOn = before?.recording === file.recording && before.part === file.part - 1;
    if (this.scanner && goesOn) return this.scanner;
    const isSame = this.matcher && (this.search.kind !== 'flag' || before?.challengeId === file.challengeId);
    if (!isSame) {
      await this.matcher?.close();
      this.matcher = await createMatcher(this.deps, this.search, file.challengeId);
    }
    this.scanner = new StreamScanner(this.matcher as Matcher, (match) => {
      if (this.found.length < captureMatchesMax) this.found.push(match);
    });
    // After an interruption the bytes at the end of the part before are needed again.
    const previous = file.part > 1 ? await findPart(this.deps.db, file, -1) : undefined;
    if (previous) await scanCapture(this.deps, previous, this.scanner, this.signal);
    return this.scanner;
  }
}

async function saveFile(
  deps: WorkerDeps,
  search: CaptureSearchRow,
  file: CaptureRow,
  { bytes, found }: Awaited<ReturnType<SearchRun['scan']>>,
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

async function searchAll(deps: WorkerDeps, started: CaptureSearchRow, run: SearchRun, signal: AbortSignal) {
  let search: CaptureSearchRow | undefined = started;
  while (search?.state === 'running') {
    if (signal.aborted) throw new Error('The worker ends; the search goes on elsewhere');
    const file = await findNextFile(deps.db, search);
    if (!file) {
      await saveProgress(deps.db, search, { state: 'done', endedAt: deps.clock.now() }, deps.clock.now());
      return;
    }
    search = await saveFile(deps, search, file, await run.scan(file));
  }
}

/** One file after the other, each with its matches in one transaction; another run goes on behind the last one. */
export const searchCaptures: Handler = handle(captureJobs.search, async (deps, { searchId }, { signal, repeated }) => {
  const found = await startSearch(deps.db, searchId, deps.clock.now());
  if (!found) return;
  const filesTotal = await countFiles(deps.db, found);
  const search = await saveProgress(deps.db, found, { filesTotal }, deps.clock.now());
  if (!search) return;
  const run = new SearchRun(deps, search, signal);
  try {
    await searchAll(deps, search, run, signal);
  } catch (error) {
    const isSlow = error instanceof SlowPatternError;
    // Another try may help once.
    if (!isSlow && (signal.aborted || !repeated)) throw error;
    await failSearch(deps, searchId, isSlow ? 'patternTooSlow' : 'failed');
    throw new UnrecoverableError(error instanceof Error ? error.message : 'The search failed');
  } finally {
    await run.close();
  }
});

async function failSearch(deps: WorkerDeps, searchId: string, error: string): Promise<void> {
  const now = deps.clock.now();
  const search = await startSearch(deps.db, searchId, now);
  if (search) await saveProgress(deps.db, search, { state: 'failed', error, endedAt: now }, now);
}
