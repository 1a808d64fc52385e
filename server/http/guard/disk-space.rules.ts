import { isDiskFull } from '@vexil/db/errors';
import { isApiPath } from '@vexil/rules/page-path.rules';
import { fullBelowBytes, lowBelowBytes } from './limits';

/** `low`: an operator should act; `full`: what would be stored is refused. */
export type DiskState = 'ok' | 'low' | 'full';

export function diskStateOf(freeBytes: number): DiskState {
  if (freeBytes < fullBelowBytes) return 'full';
  return freeBytes < lowBelowBytes ? 'low' : 'ok';
}

const storingMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a request adds to the disk. Administrators must be able to sign in and delete, to make room. */
export function addsToDisk(method: string, path: string): boolean {
  return storingMethods.has(method) && isApiPath(path) && !/^\/api\/account\/log(in|out)\/?(\?|$)/i.test(path);
}

export function isOutOfSpace(error: unknown): boolean {
  if (isDiskFull(error)) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'ReplyError' && /^(MISCONF|OOM) /.test(current.message)) return true;
  }
  return false;
}
