import { sharedNow } from './clock';

/** What one player received over the live hub. */
export interface Received {
  notices: Set<number>;
  /** By submission, on the shared clock. */
  verdictAt: Map<number, number>;
  boardVersion: number;
}

export const nothingReceived = (): Received => ({ notices: new Set(), verdictAt: new Map(), boardVersion: 0 });

/** Counts over all players. */
export class ReceivedCounts {
  readonly notices = { received: 0, doubled: 0 };
  readonly deltas = { received: 0, lost: 0, last: 0 };
  doubledVerdicts = 0;

  /** @param onDelta is called with the milliseconds from the change to its delta */
  constructor(private readonly onDelta: (ms: number) => void) {}

  add(player: Received, target: string, record: string, at: number): void {
    const { notices, deltas } = this;
    if (target === 'SubmissionJudged') {
      const { id } = firstArgument<{ id: number }>(record);
      if (player.verdictAt.has(id)) this.doubledVerdicts += 1;
      player.verdictAt.set(id, at);
    } else if (target === 'ReceivedGameNotice') {
      const { id } = firstArgument<{ id: number }>(record);
      notices.received += 1;
      if (player.notices.has(id)) notices.doubled += 1;
      player.notices.add(id);
    } else if (target === 'ScoreboardChanged') {
      // Parsing a delta for each of five thousand sockets would measure the generator; the versions come first.
      const head = record.slice(0, 120);
      const from = Number(/"from":(\d+)/.exec(head)?.[1]);
      const next = Number(/"version":(\d+)/.exec(head)?.[1]);
      const version = player.boardVersion;
      deltas.received += 1;
      if (version > 0 && from > version) deltas.lost += from - version;
      player.boardVersion = Math.max(version, next);
      deltas.last = Math.max(deltas.last, next);
      this.onDelta(at - deltaTime(record));
    }
  }
}

function firstArgument<T>(record: string): T {
  return (JSON.parse(record) as { arguments: [T] }).arguments[0];
}

const timeOffset = () => Date.now() - sharedNow();

/** When the delta was made, on the shared clock. */
function deltaTime(record: string): number {
  return Number(/"updateTimeUtc":(\d+)/.exec(record)?.[1] ?? 0) - timeOffset();
}
