import { isDiskFull } from '@vexil/db/errors';

/** `low`: an operator should act; `full`: what would be stored is refused. */
export type DiskState = 'ok' | 'low' | 'full';

/** What PostgreSQL, Redis and the logs need to go on for a while, so that the database never meets a full disk first. */
export const fullBelowBytes = 64 * 1024 * 1024;
const lowBelowBytes = 1024 * 1024 * 1024;

export function diskStateOf(freeBytes: number): DiskState {
  if (freeBytes < fullBelowBytes) return 'full';
  return freeBytes < lowBelowBytes ? 'low' : 'ok';
}

const storingMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a request adds to the disk. Administrators must be able to sign in and delete, to make room. */
export function addsToDisk(method: string, path: string): boolean {
  return storingMethods.has(method) && /^\/api\//i.test(path) && !/^\/api\/account\/log(in|out)\/?(\?|$)/i.test(path);
}

export function isOutOfSpace(error: unknown): boolean {
  if (isDiskFull(error)) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'ReplyError' && /^(MISCONF|OOM) /.test(current.message)) return true;
  }
  return false;
}
