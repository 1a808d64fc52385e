import { screen, waitFor, within } from '@testing-library/react';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { standardSettings } from '@vexil/contract/settings';
import type { StoredProvider } from '@vexil/contract/sign-in';
import { beforeEach, expect, it } from 'vitest';
import { buildOverview } from '../../testing/admin';
import { answer, callsOf, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { buildGameInfo } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const uni: StoredProvider = {
  ...{
    id: 'uni',
    name: 'University',
    kind: 'oidc',
    icon: 'school',
    issuer: 'https://idp.example.edu',
    clientId: 'ctf',
  },
  ...{ scopes: 'openid', groupsClaim: 'groups', domains: [], groups: [], rules: [], hasSecret: true },
  ...{ makesAccounts: true, linksByEmail: false, takesTeam: false, isEnabled: false },
};
const bodies = () => callsOf(configAdminEndpoints.update).map(({ body }) => body);

beforeEach(() => {
  signIn({ role: 'Admin' });
  answer(configAdminEndpoints.get, { ...standardSettings, signInProviders: [uni], version: 11 });
  answer(configAdminEndpoints.update, undefined);
  const games = [buildGameInfo({ id: 7, title: 'Spring CTF' })];
  answer(gameEditEndpoints.list, { data: games, length: 1, total: 1 });
  answer(divisionEndpoints.list, [
    {
      ...{ id: 3, name: 'Students', inviteCode: null },
      defaultPermissions: 0,
      challengeConfigs: [],
      kind: null,
      ruleText: '',
      scoresAlone: false,
      version: 1,
    },
  ]);
  answer(overviewEndpoints.get, buildOverview());
  answer(configAdminEndpoints.mailTexts, { placeholders: [], texts: [] });
});

it('adds a provider of a kind whose address is known, beside the others', async () => {
  const { user } = renderPage('/admin/settings');
  await user.click(await screen.findByRole('button', { name: 'Add provider' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'GitHub' }));
  await user.type(within(dialog).getByLabelText('Client id'), 'abc');
  await user.type(within(dialog).getByLabelText('Client secret'), 'top');
  await user.click(within(dialog).getByRole('button', { name: 'Add right' }));
  await user.type(within(dialog).getByLabelText('Group'), 'staff');
  for (const [name, option] of [
    ['Game', 'Spring CTF'],
    ['Division', 'Students'],
  ] as const) {
    await user.click(within(dialog).getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.click(within(dialog).getByRole('button', { name: 'Save provider' }));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({
    version: 11,
    signInProviders: [
      { id: 'uni' },
      {
        ...{ id: 'github', kind: 'github', issuer: 'https://github.com', scopes: 'user:email', clientSecret: 'top' },
        rules: [{ group: 'staff', gameId: 7, divisionId: 3, staffRole: null }],
      },
    ],
  });
});

it('keeps the secret that is not typed anew, and what was typed where it is refused', async () => {
  refuse(configAdminEndpoints.update, 'config.issuerPrivate');
  const { user } = renderPage('/admin/settings');
  expect(await screen.findByText(/turned off/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit University' }));
  const dialog = await screen.findByRole('dialog');
  const issuer = within(dialog).getByLabelText('Issuer');
  await user.clear(issuer);
  await user.type(issuer, 'https://10.0.0.1');
  await user.click(within(dialog).getByRole('button', { name: 'Save provider' }));
  expect(await within(dialog).findByText(/must be public/)).toBeVisible();
  expect(issuer).toHaveValue('https://10.0.0.1');
  expect(bodies()[0]).toMatchObject({ signInProviders: [{ id: 'uni', clientSecret: null }] });
});

it('removes a provider after asking', async () => {
  const { user } = renderPage('/admin/settings');
  await user.click(await screen.findByRole('button', { name: 'Remove University' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(bodies()).toEqual([{ signInProviders: [], version: 11 }]));
});
