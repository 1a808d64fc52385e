import { MantineProvider, Portal } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

type Props = { removed?: boolean; asks?: boolean };

function Place({ removed = false, asks = false }: Props) {
  const own = useRef<HTMLDivElement>(null);
  useKeptFocus(own, String(removed));
  return (
    <>
      <div ref={own}>
        {!removed && <button type="button">Remove</button>}
        <button type="button">Next</button>
      </div>
      {asks && (
        <div role="dialog">
          <button type="button">Confirm</button>
        </div>
      )}
      {asks && (
        <Portal>
          <p>An option</p>
        </Portal>
      )}
      <p>Elsewhere</p>
    </>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function askAndRemove() {
  const { rerender } = render(<Place />, { wrapper: MantineProvider });
  focus('Remove');
  rerender(<Place asks />);
  // The lists of a dialog's fields are beside it, and take no focus.
  fireEvent.pointerDown(screen.getByText('An option'));
  focus('Confirm');
  rerender(<Place asks removed />);
  return { close: () => rerender(<Place removed />) };
}

it.each([0, 300, 1500])('gives the focus on when the dialog closes %i ms after the control has gone', async (ms) => {
  const { close } = askAndRemove();
  await pass(ms);
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveFocus();
  close();
  expect(document.body).toHaveFocus();
  await pass(100);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

it('leaves the focus where the user has pressed since', async () => {
  const { close } = askAndRemove();
  close();
  fireEvent.pointerDown(screen.getByText('Elsewhere'));
  await pass(3000);
  expect(document.body).toHaveFocus();
});

it('leaves the focus alone where it was elsewhere', async () => {
  const { rerender } = render(<Place />, { wrapper: MantineProvider });
  rerender(<Place removed />);
  await pass(3000);
  expect(document.body).toHaveFocus();
});
