import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { toastFailure, toastNews, toastSuccess } from './toast';

it('one toast stands at a time: what was done last, before news, after what failed', async () => {
  const { user } = renderUi(null);
  const shown = () => screen.queryAllByRole('alert').map((toast) => toast.textContent);
  toastNews('Owls were first');
  await waitFor(() => expect(shown()).toEqual(['Owls were first']));
  toastSuccess('Copied');
  await waitFor(() => expect(shown()).toEqual(['Copied']));
  toastSuccess('Copied again');
  await waitFor(() => expect(shown()).toEqual(['Copied again']));
  toastFailure('Not stored');
  await waitFor(() => expect(shown()).toEqual(['Not stored']));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(shown()).toEqual(['Copied again']));
});
