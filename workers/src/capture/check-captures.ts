import { captureJobs } from '@vexil/contract/capture-search';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { CaptureRow, NewCaptureFindingRow } from '@vexil/db/schema/capture';
import type { WorkerDeps } from '../deps';
import { type Handler, handle } from '../run-job';
import { insertFindings, listUnchecked, readNames, setChecked } from './capture.queries';
import { CaptureReader } from './read-capture';
import type { ScannedMatch } from './scanner';
import { createFlagReader, type TeamFlags } from './team-flags';

const filesAtOnce = 100;

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
  const flagsOf = createFlagReader(deps);
  const reader = new CaptureReader(deps, signal, flagsOf);
  for (const file of await listUnchecked(deps.db, filesAtOnce)) {
    if (signal.aborted) return;
    const { challengeId, participationId } = file;
    const flags = await flagsOf(challengeId);
    // An instance that all teams share belongs to no team.
    const isRead = flags.hashes.size > 0 && participationId !== 0;
    const isWanted = ({ owner }: ScannedMatch) => owner !== null && isForeign(flags, participationId, owner);
    await store(deps, file, isRead ? (await reader.scan(file, isWanted)).found : []);
  }
});
