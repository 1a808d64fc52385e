import { sumCaptureBytes } from '@vexil/data/capture/size.queries';
import type { DiskSpace } from '@vexil/http/guard/free-space';
import type { BaseDeps } from '@vexil/runtime/deps';

/** After a failed write nothing is tried for so long. */
const retryMs = 60_000;

type Reason = 'disk' | 'quota' | 'failure';

export interface Room {
  isFull(): boolean;
  check(): Promise<void>;
  /** A write failed, though there seemed to be room. */
  fail(error: unknown): void;
}

export interface RoomLimits {
  /** On the disk. */
  freeBytesMin: number;
  /** Of all captures of the deployment. */
  captureBytesMax: number;
}

const texts: Record<Reason, string> = {
  disk: 'Traffic is not recorded: the disk is nearly full',
  quota: 'Traffic is not recorded: CONTAINER_CAPTURE_DISK_MAX is reached',
  failure: 'Traffic is not recorded: a capture could not be written',
};

/** Whether captures may grow. Full until the first check. */
export function createRoom(
  { db, log, clock }: Pick<BaseDeps, 'db' | 'log' | 'clock'>,
  diskSpace: DiskSpace,
  { freeBytesMin, captureBytesMax }: RoomLimits,
): Room {
  let reason: Reason | null = 'disk';
  let isChecked = false;
  let failedUntil = 0;

  function enter(next: Reason | null, err?: unknown): void {
    if (next !== null && (next !== reason || !isChecked)) {
      log.warn({ event: 'capture.stopped', reason: next, err }, texts[next]);
    }
    if (next === null && reason !== null && isChecked)
      log.info({ event: 'capture.resumed' }, 'Traffic is recorded again');
    reason = next;
    isChecked = true;
  }

  async function read(): Promise<Reason | null> {
    if (clock.now().getTime() < failedUntil) return 'failure';
    const free = await diskSpace.freeBytes();
    if (free !== null && free < freeBytesMin) return 'disk';
    return (await sumCaptureBytes(db)) >= captureBytesMax ? 'quota' : null;
  }

  return {
    isFull: () => reason !== null,
    async check() {
      enter(await read());
    },
    fail(error) {
      failedUntil = clock.now().getTime() + retryMs;
      enter('failure', error);
    },
  };
}
