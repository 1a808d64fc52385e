import { hash } from 'node:crypto';
import type { Random } from '@vexil/runtime/deps';

// Without letters that are taken for others.
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

export const makeRecoveryCode = (random: Pick<Random, 'bytes'>): string =>
  [...random.bytes(length)]
    .map((byte) => letters.charAt(byte % letters.length))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** Of a code as it was typed. */
export function hashRecoveryCode(accountId: string, code: string): string {
  const typed = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return hash('sha256', `${accountId}\n${typed}`);
}
