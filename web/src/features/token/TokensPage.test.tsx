import { screen, waitFor, within } from '@testing-library/react';
import type { ApiToken } from '@vexil/contract/token';
import { tokenEndpoints } from '@vexil/contract/token.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const build = (given: Partial<ApiToken> = {}): ApiToken => ({
  id: '01890a5d-ac96-774b-bcce-000000000001',
  name: 'scoreboard bot',
  creatorId: null,
  createdAt: 1_750_000_000_000,
  expiresAt: null,
  lastUsedAt: null,
  isRevoked: false,
  creator: 'Admin',
  gameId: null,
  scopes: ['monitor:read'],
  ...given,
});

function open(tokens: ApiToken[]) {
  signIn({ role: 'Admin' });
  answer(tokenEndpoints.list, tokens);
  return renderPage('/admin/tokens');
}

describe('the page of API tokens', () => {
  it('is for administrators only', async () => {
    signIn({ role: 'Monitor' });
    renderPage('/admin/tokens');
    await screen.findByRole('heading', { name: 'Access denied' });
    expect(screen.queryByRole('heading', { name: 'API tokens' })).not.toBeInTheDocument();
    expect(callsOf(tokenEndpoints.list)).toHaveLength(0);
    // React logs the error that this page is shown for.
    vi.spyOn(console, 'error').mockClear();
  });

  it('shows valid, expired and revoked tokens', async () => {
    open([
      build(),
      build({ id: '01890a5d-ac96-774b-bcce-000000000002', name: 'old', expiresAt: 1 }),
      build({ id: '01890a5d-ac96-774b-bcce-000000000003', name: 'lost', isRevoked: true }),
    ]);
    await screen.findByText('lost');
    const states = screen.getAllByText(/^(Valid|Expired|Revoked)$/).map((element) => element.textContent);
    expect(states).toEqual(['Revoked', 'Expired', 'Valid']);
  });

  it('creates a token with the chosen permissions and shows it once', async () => {
    const { user } = open([]);
    answer(tokenEndpoints.create, { token: 'vexil_secret', info: build() });
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Monitoring: Read' }));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(dialog.getByText('Choose at least one permission')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await user.keyboard('scoreboard bot');
    await user.click(dialog.getByRole('checkbox', { name: 'Public pages: Read' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Administration: Write' }));
    expect(dialog.getByText(/can change accounts and settings, but not passwords/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('vexil_secret')).toBeVisible();
    expect(callsOf(tokenEndpoints.create)[0]?.body).toEqual({
      name: 'scoreboard bot',
      expiresIn: 30,
      scopes: ['game:read', 'admin:write'],
    });
    await user.click(screen.getByRole('button', { name: 'Copy token' }));
    expect(await navigator.clipboard.readText()).toBe('vexil_secret');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('vexil_secret')).not.toBeInTheDocument());
  });

  it.each([
    ['Revoke', false, tokenEndpoints.remove, null],
    ['Delete', false, tokenEndpoints.remove, 'true'],
    ['Restore', true, tokenEndpoints.restore, null],
  ] as const)('asks for confirmation before: %s', async (verb, isRevoked, route, deletes) => {
    const { user } = open([build({ isRevoked })]);
    answer(route, undefined);
    await user.click(await screen.findByRole('button', { name: `${verb}: scoreboard bot` }));
    const dialog = within(await screen.findByRole('dialog', { name: `${verb} scoreboard bot?` }));
    expect(callsOf(route)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() => expect(callsOf(route)).toHaveLength(1));
    expect(callsOf(route)[0]?.query.get('delete')).toBe(deletes);
    await waitFor(() => expect(callsOf(tokenEndpoints.list).length).toBeGreaterThan(1));
  });

  it('revokes the selected ones, and sorts by their heads', async () => {
    const [bot, lost] = [
      build({ lastUsedAt: 1 }),
      build({ id: '01890a5d-ac96-774b-bcce-000000000003', name: 'lost', isRevoked: true }),
    ];
    const { user } = open([bot, lost]);
    answer(tokenEndpoints.remove, undefined);
    await user.click(await screen.findByRole('button', { name: 'Last used' }));
    const names = () => screen.getAllByText(/^(lost|scoreboard bot)$/).map(({ textContent }) => textContent);
    expect(names()).toEqual(['lost', 'scoreboard bot']);
    await user.click(screen.getByRole('button', { name: 'Last used' }));
    expect(names()).toEqual(['scoreboard bot', 'lost']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await user.click(bar.getByRole('button', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke tokens: 1?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(callsOf(tokenEndpoints.remove).map(({ params }) => params.id)).toEqual([bot.id]));
  });
});
