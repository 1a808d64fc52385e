/** A JSON body has to be there this long after its headers. */
export const bodyMsMax = 20_000;
/** An upload may take as long as it likes while each of these periods brings the least rate. */
export const uploadWindowMs = 15_000;
const uploadBytesPerSecondMin = 4096;
/** What follows a reply that came before the body's end is read and thrown away, so that the sender sees the reply. */
export const drainMsMax = 5000;
const drainBytesMax = 64 * 1024 * 1024;
/**
 * Requests whose body is still arriving, at one time. A hall of players shares an address: theirs arrive within
 * milliseconds, and uploads count for the account. Past the limit the oldest one is given up, never the newest.
 */
export const unfinishedMax = { address: 256, account: 32 } as const;

/** Times are milliseconds of a clock that never goes back, bytes those of the whole connection. */
export interface Progress {
  startedAt: number;
  isUpload: boolean;
  windowAt: number;
  windowBytes: number;
  /** When the reply was complete; null before. */
  answeredAt: number | null;
  answeredBytes: number;
}

export interface Sight {
  now: number;
  bytesRead: number;
  isAnswered: boolean;
  /** Bytes have arrived that this server has not read yet. */
  isHeldUp: boolean;
}

export const startProgress = (isUpload: boolean, now: number, bytesRead: number): Progress => ({
  startedAt: now,
  isUpload,
  windowAt: now,
  windowBytes: bytesRead,
  answeredAt: null,
  answeredBytes: 0,
});

/**
 * What is to be done with a request whose body has not ended: `late` refuses it, `close` ends a connection that goes on
 * sending after its reply. Notes in `progress` what the next look needs.
 */
export function judgeProgress(progress: Progress, sight: Sight): 'wait' | 'late' | 'close' {
  const { now, bytesRead } = sight;
  if (sight.isAnswered) {
    if (progress.answeredAt === null) {
      progress.answeredAt = now;
      progress.answeredBytes = bytesRead;
    }
    const isOver = now - progress.answeredAt >= drainMsMax || bytesRead - progress.answeredBytes > drainBytesMax;
    return isOver ? 'close' : 'wait';
  }
  if (!progress.isUpload) return now - progress.startedAt >= bodyMsMax ? 'late' : 'wait';
  const passedMs = now - progress.windowAt;
  if (passedMs < uploadWindowMs) return 'wait';
  const isTooSlow = (bytesRead - progress.windowBytes) * 1000 < uploadBytesPerSecondMin * passedMs;
  // A storage that takes its time is no fault of the sender.
  if (isTooSlow && !sight.isHeldUp) return 'late';
  progress.windowAt = now;
  progress.windowBytes = bytesRead;
  return 'wait';
}
