import { expect, it } from 'vitest';
import { isCaptain } from './team.policy';

it('knows the captain of a team by the id', () => {
  expect(isCaptain({ id: 'a' }, { captainId: 'a' })).toBe(true);
  expect(isCaptain({ id: 'b' }, { captainId: 'a' })).toBe(false);
});
