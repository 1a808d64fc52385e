import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setCommandQuery, showCommands, typeAhead, useCommandQuery } from './commands';

it('looks for nothing when opened again at once', () => {
  const { result } = renderHook(useCommandQuery);
  act(() => {
    showCommands(true);
    setCommandQuery('row');
    showCommands(false);
    showCommands(true);
    typeAhead('t');
    showCommands(true);
    typeAhead('i');
  });
  expect(result.current).toBe('ti');
});
