import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useKeys } from './keys';

it('takes the key at the same place where the letters are others', () => {
  const run = vi.fn();
  const Page = () => {
    useKeys([{ keys: 'j', label: 'Next row', run }]);
    return null;
  };
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'о', code: 'KeyJ' });
  fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK' });
  expect(run).toHaveBeenCalledTimes(1);
});
