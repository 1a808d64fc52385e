import { describe, expect, it } from 'vitest';
import { type SupplyCounts, supplyOf } from './flag-supply.rules';

const counts = (given: Partial<SupplyCounts>): SupplyCounts => ({
  flags: 0,
  used: 0,
  usedByAccepted: 0,
  accepted: 0,
  pending: 0,
  ...given,
});

describe('the supply of flags', () => {
  it.each([
    [{ flags: 39, accepted: 40 }, 39, 40, 'short'],
    [{ flags: 40, accepted: 40 }, 40, 40, 'tight'],
    [{ flags: 43, accepted: 40 }, 43, 40, 'tight'],
    [{ flags: 44, accepted: 40 }, 44, 40, 'ample'],
    [{ flags: 54, accepted: 40, pending: 10 }, 54, 40, 'tight'],
    [{ flags: 55, accepted: 40, pending: 10 }, 55, 40, 'ample'],
    [{ flags: 50, used: 40, usedByAccepted: 40, accepted: 40 }, 10, 0, 'ample'],
    [{ flags: 41, used: 40, usedByAccepted: 40, accepted: 40 }, 1, 0, 'tight'],
    // Teams that are suspended keep theirs.
    [{ flags: 40, used: 10, usedByAccepted: 5, accepted: 36 }, 30, 31, 'short'],
    [{ flags: 0 }, 0, 0, 'tight'],
    [{ flags: 2 }, 2, 0, 'ample'],
  ] as const)('of %j leaves %i for %i teams and is %s', (given, left, waiting, state) => {
    expect(supplyOf(counts(given))).toEqual({ used: counts(given).used, left, waiting, state });
  });
});
