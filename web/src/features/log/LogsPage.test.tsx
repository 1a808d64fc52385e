import { act, screen, waitFor } from '@testing-library/react';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { LogMessage } from '@vexil/contract/log';
import { logEndpoints } from '@vexil/contract/log.endpoints';
import { beforeEach, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { buildGameInfo } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const line = (msg: string, level: LogMessage['level'] = 'Information'): LogMessage => ({
  time: 1_750_000_000_000,
  name: 'System',
  level,
  ip: null,
  msg,
  status: null,
  kind: 'platform',
  gameId: null,
});

beforeEach(() => answer(gameEditEndpoints.list, { data: [], length: 0, total: 0 }));

it('shows new lines that fit the filters, and holds them back during a pause', async () => {
  signIn({ role: 'Admin' });
  answer(logEndpoints.list, [line('stored', 'Error')]);
  const { user } = renderPage('/admin/logs?level=Error');
  expect(await screen.findByText('stored')).toBeVisible();
  expect(screen.getByText(/lines are in English/)).toBeVisible();
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

it('keeps submissions apart, and filters by kind and game, as do new lines', async () => {
  signIn({ role: 'Admin' });
  answer(logEndpoints.list, []);
  answer(gameEditEndpoints.list, { data: [buildGameInfo({ id: 7, title: 'Finals' })], length: 1, total: 1 });
  const { user, router } = renderPage('/admin/logs');
  const asked = () => Object.fromEntries(callsOf(logEndpoints.list).at(-1)?.query ?? []);
  await screen.findByText('No lines yet');
  expect(asked()).toMatchObject({ kind: 'operation' });
  const answered = { ...line('2 solves'), kind: 'submission', gameId: 7 } as const;
  act(() => sayLive(0, 'ReceivedLog', answered));
  act(() => sayLive(0, 'ReceivedLog', line('Worker started')));
  expect(await screen.findByText('Worker started')).toBeVisible();
  expect(screen.queryByText('2 solves')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Submissions' }));
  await user.click(screen.getByRole('combobox', { name: 'Game' }));
  await user.click(await screen.findByRole('option', { name: 'Finals' }));
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'submission', gameId: '7' }));
  expect(router.state.location.search).toEqual({ kind: 'submission', game: 7 });
  expect(await screen.findByText('2 solves')).toBeVisible();
  expect(screen.queryByText('Worker started')).not.toBeInTheDocument();
});

it('speaks of a search only where there is one', async () => {
  signIn({ role: 'Admin' });
  answer(logEndpoints.list, []);
  const { user } = renderPage('/admin/logs?level=Fatal');
  expect(await screen.findByText('No lines found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No lines yet')).toBeVisible();
});
