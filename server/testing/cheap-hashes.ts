import { vi } from 'vitest';
import { hasher } from '../src/account/password';

/**
 * Has the process of the hasher take less than a tenth of its work until mocks are restored: for tests of crowds, which
 * on a machine with other work wait minutes for what is not what they are about.
 */
export function hashCheaply(): void {
  const { hash } = hasher;
  vi.spyOn(hasher, 'hash').mockImplementation((password, cost) => hash(password, { ...cost, memoryCost: 1024 }));
}
