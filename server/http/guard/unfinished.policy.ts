import {
  bodyMsMax,
  drainBytesMax,
  drainMsMax,
  refusedBytesMax,
  uploadBytesPerSecondMin,
  uploadWindowMs,
} from './limits';

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

/** Of a request that is answered: what it sends on is read and discarded for a while. */
function isDrained(progress: Progress, { now, bytesRead }: Sight): boolean {
  if (progress.answeredAt === null) {
    progress.answeredAt = now;
    progress.answeredBytes = bytesRead;
  }
  const isAllowed = progress.isUpload && progress.isRead;
  if (bytesRead - progress.answeredBytes > (isAllowed ? refusedBytesMax : drainBytesMax)) return true;
  return !isAllowed && now - progress.answeredAt >= drainMsMax;
}

function isUploadLate(progress: Progress, { now, bytesRead, isHeldUp }: Sight): boolean {
  const passedMs = now - progress.windowAt;
  if (passedMs < uploadWindowMs) return false;
  const isTooSlow = (bytesRead - progress.windowBytes) * 1000 < uploadBytesPerSecondMin * passedMs;
  // A slow storage is no fault of the sender.
  if (isTooSlow && !isHeldUp) return true;
  progress.windowAt = now;
  progress.windowBytes = bytesRead;
  return false;
}

/** `late`: refuse the request; `close`: end a connection that sends on after its reply. Updates `progress`. */
export function judgeProgress(progress: Progress, sight: Sight): 'wait' | 'late' | 'close' {
  if (sight.isAnswered) {
    if (isDrained(progress, sight)) return 'close';
    if (!(progress.isUpload && progress.isRead)) return 'wait';
  }
  const isLate = progress.isUpload ? isUploadLate(progress, sight) : sight.now - progress.startedAt >= bodyMsMax;
  return isLate ? 'late' : 'wait';
}
