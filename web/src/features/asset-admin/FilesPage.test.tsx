import { screen, waitFor, within } from '@testing-library/react';
import type { ListedFile } from '@vexil/contract/asset';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const file = (letter: string, name: string, isUsed: boolean): ListedFile => ({
  hash: letter.repeat(64),
  name,
  sizeBytes: 1024,
  contentType: 'text/plain',
  createdAt: 1_750_000_000_000,
  isUsed,
  uses: [],
  useCount: isUsed ? 1 : 0,
});

it('sorts by the heads, and deletes of the selected files those that nothing uses', async () => {
  signIn({ role: 'Admin' });
  const files = [file('a', 'arrivals.txt', true), file('b', 'forgotten.txt', false), file('c', 'old.txt', false)];
  answer(assetEndpoints.list, { data: files, length: 3, total: 3 });
  answer(assetEndpoints.delete, undefined);
  const { user } = renderPage('/admin/files');
  await user.click(await screen.findByRole('button', { name: 'Size' }));
  const asked = () => Object.fromEntries(callsOf(assetEndpoints.list).at(-1)?.query ?? []);
  await waitFor(() => expect(asked()).toMatchObject({ order: 'size', descending: 'false' }));
  expect(screen.queryByRole('button', { name: 'Delete: arrivals.txt' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
  const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Delete unused (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete unused files: 2?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(callsOf(assetEndpoints.delete).map(({ params }) => params.hash)).toEqual(['b'.repeat(64), 'c'.repeat(64)]),
  );
});

it('speaks of a search only where there is one, and keeps the order when the filters are cleared', async () => {
  signIn({ role: 'Admin' });
  answer(assetEndpoints.list, { data: [], length: 0, total: 0 });
  const { user, router } = renderPage('/admin/files?order=size');
  expect(await screen.findByText('No files yet')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Unused only' }));
  expect(await screen.findByText('No files found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No files yet')).toBeVisible();
  expect(router.state.location.search).toEqual({ order: 'size' });
});

it('says by what a file is used, and leads there', async () => {
  signIn({ role: 'Admin' });
  const uses = [
    { kind: 'challenge', id: '31', gameId: 7, name: 'Cookie jar' },
    { kind: 'account', id: 'x', gameId: null, name: 'mira' },
    { kind: 'platform', id: '', gameId: null, name: null },
  ] as const;
  const used = { ...file('a', 'jar.zip', true), uses: [...uses], useCount: 5 };
  answer(assetEndpoints.list, { data: [used], length: 1, total: 1 });
  renderPage('/admin/files');
  const row = within(await screen.findByRole('row', { name: /jar.zip/ }));
  const place = (name: string) => row.getByRole('link', { name }).getAttribute('href');
  expect(place('Cookie jar')).toBe('/admin/games/7/challenges/31');
  expect(place('mira')).toBe('/admin/users?q=mira');
  expect(place('Settings')).toBe('/admin/settings');
  expect(screen.getByText('and 2 more')).toBeVisible();
});
