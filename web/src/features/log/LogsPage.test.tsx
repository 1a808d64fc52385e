import { act, screen, waitFor } from '@testing-library/react';
import type { LogMessage } from '@vexil/contract/log';
import { logEndpoints } from '@vexil/contract/log.endpoints';
import { expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { renderPage } from '../../testing/render';

const line = (msg: string, level: LogMessage['level'] = 'Information'): LogMessage => ({
  time: 1_750_000_000_000,
  name: 'System',
  level,
  ip: null,
  msg,
  status: null,
});

it('shows new lines that fit the filters, and holds them back during a pause', async () => {
  signIn({ role: 'Admin' });
  answer(logEndpoints.list, [line('stored', 'Error')]);
  const { user } = renderPage('/admin/logs?level=Error');
  expect(await screen.findByText('stored')).toBeVisible();
  expect(screen.getByText(/writes the lines in English/)).toBeVisible();
  expect(callsOf(logEndpoints.list)[0]?.query.get('level')).toBe('Error');
  act(() => sayLive(0, 'ReceivedLog', line('first', 'Error')));
  act(() => sayLive(0, 'ReceivedLog', line('harmless')));
  expect(await screen.findByText('first')).toBeVisible();
  expect(screen.queryByText('harmless')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => sayLive(0, 'ReceivedLog', line('second', 'Error')));
  await user.click(await screen.findByRole('button', { name: 'Resume, 1 new line' }));
  await waitFor(() => expect(screen.getByText('second')).toBeVisible());
});

it('speaks of a search only where there is one', async () => {
  signIn({ role: 'Admin' });
  answer(logEndpoints.list, []);
  const { user } = renderPage('/admin/logs?level=Fatal');
  expect(await screen.findByText('No lines fit')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No lines yet')).toBeVisible();
});
