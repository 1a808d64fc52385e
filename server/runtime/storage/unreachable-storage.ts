import type { Storage } from './storage';

const waitMs = 5_000;

interface ErrorLog {
  error(details: { err: unknown }, message: string): void;
}

/** Logs one error within five seconds. Only uploads and files wait; `/readyz` reports recovery. */
export async function reportUnreachableStorage(
  { storage, log }: { storage: Pick<Storage, 'check'>; log: ErrorLog },
  timeoutMs = waitMs,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    await Promise.race([storage.check(), late]);
  } catch (error) {
    log.error({ err: error }, 'STORAGE_URL: the storage cannot be used; uploads and files wait for it');
  } finally {
    clearTimeout(timer);
  }
}
