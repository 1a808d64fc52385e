export const bodyMsMax = 20_000;
/** An upload may take as long as it likes while each of these periods brings the least rate. */
export const uploadWindowMs = 15_000;
const uploadBytesPerSecondMin = 4096;
/** The rest of a body after an early reply is read and discarded, so that the sender sees the reply. */
export const drainMsMax = 5000;
const drainBytesMax = 64 * 1024 * 1024;
/** Of an upload that its sender may make: senders that write all of it before they read would lose the refusal. */
export const refusedBytesMax = 8 * 1024 ** 3;
/** A hall of players shares an address. Past the limit the oldest is dropped, never the newest. */
export const unfinishedMax = { address: 256, account: 32 } as const;

/** Times are milliseconds of a monotonic clock, bytes those of the whole connection. */
export interface Progress {
  startedAt: number;
  isUpload: boolean;
  /** A handler reads it, so the sender may upload. */
  isRead: boolean;
  windowAt: number;
  windowBytes: number;
  answeredAt: number | null;
  answeredBytes: number;
}

export interface Sight {
  now: number;
  bytesRead: number;
  isAnswered: boolean;
  isHeldUp: boolean;
}

export const startProgress = (isUpload: boolean, now: number, bytesRead: number): Progress => ({
  startedAt: now,
  isUpload,
  isRead: false,
  windowAt: now,
  windowBytes: bytesRead,
  answeredAt: null,
  answeredBytes: 0,
});

/** `late`: refuse the request; `close`: end a connection that sends on after its reply. Updates `progress`. */
export function judgeProgress(progress: Progress, sight: Sight): 'wait' | 'late' | 'close' {
  const { now, bytesRead } = sight;
  if (sight.isAnswered) {
    if (progress.answeredAt === null) {
      progress.answeredAt = now;
      progress.answeredBytes = bytesRead;
    }
    const drainedBytes = bytesRead - progress.answeredBytes;
    const isLong = progress.isUpload && progress.isRead;
    if (drainedBytes > (isLong ? refusedBytesMax : drainBytesMax)) return 'close';
    if (!isLong) return now - progress.answeredAt >= drainMsMax ? 'close' : 'wait';
  }
  if (!progress.isUpload) return now - progress.startedAt >= bodyMsMax ? 'late' : 'wait';
  const passedMs = now - progress.windowAt;
  if (passedMs < uploadWindowMs) return 'wait';
  const isTooSlow = (bytesRead - progress.windowBytes) * 1000 < uploadBytesPerSecondMin * passedMs;
  // A slow storage is no fault of the sender.
  if (isTooSlow && !sight.isHeldUp) return 'late';
  progress.windowAt = now;
  progress.windowBytes = bytesRead;
  return 'wait';
}
