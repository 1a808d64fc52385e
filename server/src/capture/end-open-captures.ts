import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import { type CaptureFolder, countCuts, requestCuts } from './capture.queries';

const pollMs = 250;
/** A server looks for requests every second, then compresses and stores. */
const waitMs = 20_000;

/**
 * Has open files stored, whichever servers write them, and waits for that. @returns whether none is left open; a server
 * that was killed leaves its files open until another one takes over
 */
export async function endOpenCaptures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  folder: CaptureFolder,
  fileName?: string,
): Promise<boolean> {
  if ((await requestCuts(db, folder, clock.now(), fileName)) === 0) return true;
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    if ((await countCuts(db, folder, fileName)) === 0) return true;
    await delay(pollMs);
  }
  return false;
}
