import { captureJobs } from '@vexil/contract/capture-search';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { CaptureRow, NewCaptureFindingRow } from '@vexil/db/schema/capture';
import type { WorkerDeps } from '../deps';
import { type Handler, handle } from '../run-job';
import { findPart, insertFindings, listTeamFlags, listUnchecked, readNames, setChecked } from './capture.queries';
import { createFlagMatcher } from './flag-matcher.rules';
import type { Matcher } from './matcher';
import { scanCapture } from './read-capture';
import { type ScannedMatch, StreamScanner } from './scanner';

const filesAtOnce = 100;
/** Of one file; a team with more has been found out. */
const foundMax = 1000;

interface TeamFlags {
  challengeId: number;
  /** By participation: of its flag and of those of its earlier instances. */
  hashes: Map<number, Set<string>>;
  /** null where no team has a flag of its own. */
  matcher: Matcher | null;
}

async function readFlags(deps: WorkerDeps, challengeId: number): Promise<TeamFlags> {
  const rows = await listTeamFlags(deps.db, challengeId);
  const flags = rows.map(({ sealed, participationId }) => ({
    flag: deps.sealing.unseal(sealed ?? ''),
    owner: participationId,
  }));
  const hashes = new Map<number, Set<string>>(rows.map(({ participationId }) => [participationId, new Set()]));
  for (const { participationId, hash } of rows) if (hash) hashes.get(participationId)?.add(hash);
  return {
    challengeId,
    hashes,
    matcher: flags.length > 0 ? createFlagMatcher(flags) : null,
  };
}

/** Whether the owner is another team; teams may have equal flags. */
function isForeign({ hashes }: TeamFlags, participationId: number, owner: number): boolean {
  if (owner === participationId) return false;
  const own = hashes.get(participationId);
  return ![...(hashes.get(owner) ?? [])].some((hash) => own?.has(hash));
}

function findingOf(file: CaptureRow, match: ScannedMatch): NewCaptureFindingRow {
  const { gameId, challengeId, participationId, fileName } = file;
  const { stream, clientPort, side, offset, length, packet, timeUs, owner } = match;
  return {
    ...{ gameId, challengeId, participationId, fileName },
    ...{ stream, clientPort, side, offset, length, packet, happenedAt: new Date(timeUs / 1000) },
    sourceParticipationId: owner ?? 0,
  };
}

async function store(deps: WorkerDeps, file: CaptureRow, found: readonly ScannedMatch[]): Promise<void> {
  const { gameId, challengeId, participationId } = file;
  await deps.db.transaction(async (tx) => {
    const owners = await insertFindings(
      tx,
      found.map((match) => findingOf(file, match)),
    );
    await setChecked(tx, file.id, deps.clock.now());
    if (owners.length === 0) return;
    const names = await readNames(tx, challengeId, [participationId, ...owners]);
    await storeWebhookFacts(
      tx,
      owners.map((owner) => ({
        kind: 'Cheat' as const,
        gameId,
        isPublic: false,
        happenedAt: new Date((found.find((match) => match.owner === owner)?.timeUs ?? 0) / 1000),
        data: {
          ...{ team: names.teams.get(participationId) ?? '', participationId },
          ...{ challenge: names.challenge, challengeId },
          ...{ source: names.teams.get(owner) ?? '', capture: file.fileName },
        },
      })),
    );
  });
}

/** A captured flag of another team is evidence of cheating. Files whose teams have no flags of their own are not read. */
export const checkCaptures: Handler = handle(captureJobs.check, async (deps, _payload, { signal }) => {
  let flags: TeamFlags | undefined;
  let scanner: StreamScanner | undefined;
  let before: CaptureRow | undefined;
  let found: ScannedMatch[] = [];
  for (const file of await listUnchecked(deps.db, filesAtOnce)) {
    if (signal.aborted) return;
    if (flags?.challengeId !== file.challengeId) {
      flags = await readFlags(deps, file.challengeId);
      scanner = undefined;
    }
    const { matcher } = flags;
    // An instance that all teams share belongs to no team.
    if (!matcher || file.participationId === 0) {
      await setChecked(deps.db, file.id, deps.clock.now());
      continue;
    }
    const goesOn = before?.recording === file.recording && before.part === file.part - 1;
    if (!scanner || !goesOn) {
      scanner = new StreamScanner(matcher, (match) => found.push(match));
      const previous = file.part > 1 ? await findPart(deps.db, file, -1) : undefined;
      if (previous) await scanCapture(deps, previous, scanner, signal);
    }
    found = [];
    await scanCapture(deps, file, scanner, signal);
    const { participationId } = file;
    const known = flags;
    const foreign = found.filter(({ owner }) => owner !== null && isForeign(known, participationId, owner));
    await store(deps, file, foreign.slice(0, foundMax));
    before = file;
  }
});
