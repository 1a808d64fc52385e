import { vi } from 'vitest';
import { hasher } from '../src/account/password';

/**
 * Reduces the work of password hashing to less than a tenth until mocks are restored: for load tests, which would take
 * minutes on a busy machine.
 */
export function hashCheaply(): void {
  const { hash } = hasher;
  vi.spyOn(hasher, 'hash').mockImplementation((password, cost) => hash(password, { ...cost, memoryCost: 1024 }));
}
