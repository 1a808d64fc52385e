/** After a failure. */
const retryMs = 5 * 60_000;
/** The clock may be set meanwhile, and another process may take a backup. */
const waitMsMax = 60_000;

export interface Schedule {
  everyMs: number;
  /** Moment of the last backup of this database; null before the first. Unix milliseconds. */
  readLast(): Promise<number | null>;
  take(): Promise<void>;
  onFailure(error: unknown): void;
  /** Once for each backup that has to be waited for. Unix milliseconds. */
  onWait(dueAt: number): void;
  now(): number;
  /** Ends early when the schedule is to end. */
  wait(ms: number): Promise<void>;
  hasEnded(): boolean;
}

/** Takes backups until the end. A failure ends nothing: it is tried again five minutes later. */
export async function runSchedule(schedule: Schedule): Promise<void> {
  const { everyMs, readLast, take, onFailure, onWait, now, wait, hasEnded } = schedule;
  let waitsFor: number | null = null;
  while (!hasEnded()) {
    try {
      const lastAt = await readLast();
      const dueAt = lastAt === null ? now() : lastAt + everyMs;
      const dueInMs = dueAt - now();
      if (dueInMs > 0 && waitsFor !== dueAt) onWait(dueAt);
      waitsFor = dueAt;
      if (dueInMs > 0) await wait(Math.min(dueInMs, waitMsMax));
      else await take();
    } catch (error) {
      onFailure(error);
      await wait(Math.min(retryMs, everyMs));
    }
  }
}
