import type { BaseDeps } from '@vexil/runtime/deps';
import { findRecordedContainer } from './recorder.queries';
import type { RelayPeer, RelayTarget } from './relay-tap';

type RecordedContainer = NonNullable<Awaited<ReturnType<typeof findRecordedContainer>>>;

/** What a file says about its container and connections. */
export interface RecordingFacts {
  /** JSON with the members that existing tools look for. */
  comment: string;
  /** Port within the container; undefined where only the published one is known. */
  portOf(name: string): number | undefined;
  describe(connection: number, target: RelayTarget, peer: RelayPeer): string;
}

function factsOf(target: RelayTarget, row: RecordedContainer | undefined, flag: string | null): RecordingFacts {
  const about = {
    Challenge: row?.challenge ?? null,
    ChallengeId: target.challengeId,
    Team: row?.team ?? null,
    TeamId: row?.teamId ?? null,
    ContainerId: row?.engineId ?? null,
    Flag: flag,
  };
  const team = row?.team ? `, team ${row.team} (${row.teamId})` : '';
  return {
    comment: JSON.stringify(about, null, 2),
    portOf: (name) => row?.ports.find((each) => each.name === name)?.port ?? (name === 'main' ? row?.port : undefined),
    describe(connection, { portName }, { address, port, accountId }) {
      const account = accountId === null ? '' : `, account ${accountId}`;
      return `Connection ${connection} to port ${portName} from ${address} port ${port}${team}${account}`;
    },
  };
}

/** Does not fail: without the database a file has the numbers that the relay knows. */
export async function readRecordingFacts(
  deps: Pick<BaseDeps, 'db' | 'sealing' | 'log'>,
  target: RelayTarget,
): Promise<RecordingFacts> {
  try {
    const row = await findRecordedContainer(deps.db, target.containerId);
    return factsOf(target, row, row?.flagSealed ? deps.sealing.unseal(row.flagSealed) : null);
  } catch (error) {
    deps.log.warn({ event: 'capture.facts_failed', err: error }, 'Reading what a capture is of failed');
    return factsOf(target, undefined, null);
  }
}
