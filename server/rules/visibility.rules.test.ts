import { expect, it } from 'vitest';
import { isGameVisible } from './visibility.rules';

it.each([
  { hidden: false, isStaff: false, isInAcceptedTeam: false, visible: true },
  { hidden: false, isStaff: true, isInAcceptedTeam: true, visible: true },
  { hidden: true, isStaff: false, isInAcceptedTeam: false, visible: false },
  { hidden: true, isStaff: true, isInAcceptedTeam: false, visible: true },
  { hidden: true, isStaff: false, isInAcceptedTeam: true, visible: true },
])('is $visible when hidden $hidden, staff $isStaff, accepted $isInAcceptedTeam', ({ hidden, visible, ...caller }) => {
  expect(isGameVisible({ hidden }, caller)).toBe(visible);
});
