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

it('leaves the keys to a field, and to a switch only those that it uses', () => {
  const run = vi.fn();
  const Page = () => {
    useKeys(['j', ' ', 'ArrowRight'].map((keys) => ({ keys, label: keys, run: () => run(keys) })));
    return (
      <>
        <input type="checkbox" />
        <input />
        <select />
      </>
    );
  };
  const { container } = render(<Page />);
  for (const field of container.querySelectorAll('input, select')) {
    for (const key of ['j', ' ', 'ArrowRight']) fireEvent.keyDown(field, { key });
  }
  expect(run.mock.calls).toEqual([['j']]);
});
