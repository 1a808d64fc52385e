import { type BoardVisibility, boardVisibilities } from '@vexil/db/enums/game';
import { expect, it } from 'vitest';
import { isBoardVisible, isGameVisible } from './visibility.rules';

it.each([
  { hidden: false, isStaff: false, isInAcceptedTeam: false, visible: true },
  { hidden: false, isStaff: true, isInAcceptedTeam: true, visible: true },
  { hidden: true, isStaff: false, isInAcceptedTeam: false, visible: false },
  { hidden: true, isStaff: true, isInAcceptedTeam: false, visible: true },
  { hidden: true, isStaff: false, isInAcceptedTeam: true, visible: true },
])('is $visible when hidden $hidden, staff $isStaff, accepted $isInAcceptedTeam', ({ hidden, visible, ...caller }) => {
  expect(isGameVisible({ hidden }, caller)).toBe(visible);
});

const visitor = { isSignedIn: false, isInAcceptedTeam: false, isStaff: false };

it.each<[string, typeof visitor, BoardVisibility[]]>([
  ['a visitor', visitor, ['Everyone']],
  ['an account', { ...visitor, isSignedIn: true }, ['Everyone', 'SignedIn']],
  ['a player', { isSignedIn: true, isInAcceptedTeam: true, isStaff: false }, ['Everyone', 'SignedIn', 'Participants']],
  ['staff', { ...visitor, isSignedIn: true, isStaff: true }, [...boardVisibilities]],
])('the board is seen by %s where the game says so', (_who, caller, seen) => {
  expect(boardVisibilities.filter((visibility) => isBoardVisible(visibility, caller))).toEqual(seen);
});
