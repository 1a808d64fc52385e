import { screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { PlayerToken } from '@vexil/contract/token';
import { playerTokenEndpoints } from '@vexil/contract/token.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildOwnGame, signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const scopes = ['game:read', 'play:read', 'play:write', 'file:read', 'team:read'] as const;
const build = (given: Partial<PlayerToken> = {}): PlayerToken => ({
  id: '01890a5d-ac96-774b-bcce-000000000001',
  name: 'agent one',
  createdAt: 1_750_000_000_000,
  expiresAt: null,
  lastUsedAt: null,
  scopes: [...scopes],
  gameId: 3,
  game: 'Harbour',
  isUsable: true,
  ...given,
});

function open(tokens: PlayerToken[]) {
  signIn();
  answer(playerTokenEndpoints.list, tokens);
  answer(gameEndpoints.mine, {
    hasTeam: true,
    games: [buildOwnGame({ id: 3, status: 'Accepted', teamName: 'Nightjars' })],
  });
  answer(gameEndpoints.list, { data: [], length: 0, total: 0 });
  return renderPage('/account/profile');
}

describe('tokens to play in the profile', () => {
  it('are made for a game and shown once, with a configuration to copy', async () => {
    const { user } = open([]);
    answer(playerTokenEndpoints.create, { token: 'vexil_secret', info: build() });
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'agent one');
    await user.click(dialog.getByRole('checkbox', { name: 'Teams: Read' }));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('vexil_secret')).toBeVisible();
    expect(callsOf(playerTokenEndpoints.create)[0]?.body).toEqual({
      name: 'agent one',
      expiresIn: 7,
      gameId: 3,
      scopes: ['game:read', 'play:read', 'play:write', 'file:read'],
    });
    await user.click(screen.getByRole('button', { name: 'Copy: Configuration of an agent' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual({
      mcpServers: {
        vexil: {
          type: 'http',
          url: `${window.location.origin}/mcp`,
          headers: { Authorization: 'Bearer vexil_secret' },
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Copy: Command line' }));
    expect(await navigator.clipboard.readText()).toContain('--header "Authorization: Bearer vexil_secret"');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('vexil_secret')).not.toBeInTheDocument());
  });

  it('say at the game that its division is for people', async () => {
    const { user } = open([]);
    refuse(playerTokenEndpoints.create, 'division.peopleOnly');
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'agent one');
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await dialog.findByText(/for people only/)).toBeVisible();
  });

  it('say which ones are out of use, and ask before one is deleted', async () => {
    const { user } = open([build({ isUsable: false })]);
    answer(playerTokenEndpoints.remove, undefined);
    expect(await screen.findByText(/^Out of use/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete agent one' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete agent one?' }));
    expect(callsOf(playerTokenEndpoints.remove)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(callsOf(playerTokenEndpoints.remove).map(({ params }) => params.id)).toEqual([build().id]),
    );
  });
});
