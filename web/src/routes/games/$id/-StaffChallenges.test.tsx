import { screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { DetailedGame } from '@vexil/contract/game';
import { expect, it } from 'vitest';
import { answer, callsOf } from '../../../testing/api';
import { signIn } from '../../../testing/builders';
import { buildBoardChallenge, buildChallenge, play } from '../../../testing/play';
import { renderPage } from '../../../testing/render';

const door = { id: 31, title: 'Door', category: 'Web' } as const;
const vault = { id: 32, title: 'Vault', category: 'Pwn' } as const;
const divisions = [
  {
    id: 4,
    name: 'Guests',
    inviteCodeRequired: false,
    reviewRequired: false,
    kind: null,
    ruleText: '',
    scoresAlone: false,
    ruleHash: null,
  },
];

function open(address: string, game: Partial<DetailedGame> = {}, role: 'User' | 'Monitor' = 'User') {
  play({ game: { status: 'Unsubmitted', teamName: null, staffRole: 'observer', divisions, ...game } });
  signIn({ role });
  answer(challengeEndpoints.preview, ({ query }) => {
    const seen = query.get('division') === '4' ? [door] : [door, vault];
    return {
      challenges: Object.fromEntries(seen.map((one) => [one.category, [buildBoardChallenge(one)]])),
      challengeCount: seen.length,
      statements: seen.map((one) =>
        buildChallenge({ ...one, content: `Open the ${one.title}.`, type: 'DynamicContainer' }),
      ),
    };
  });
  return renderPage(address);
}

it('reads as a team of a chosen division does, and offers nothing to submit or start', async () => {
  const { user, router } = open('/games/1/challenges');
  await user.click(await screen.findByRole('link', { name: /Vault/ }));
  expect(screen.queryByText(/solved$/)).not.toBeInTheDocument();
  expect(screen.queryByRole('switch', { name: 'Hide solved' })).not.toBeInTheDocument();
  const vaultPage = within(await screen.findByRole('article', { name: 'Vault' }));
  expect(vaultPage.getByText('Open the Vault.')).toBeVisible();
  expect(vaultPage.getByText('Teams start an instance here.')).toBeVisible();
  expect(vaultPage.queryByRole('textbox')).not.toBeInTheDocument();
  expect(vaultPage.queryByRole('button', { name: /Start|Submit/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'As a team of' }));
  await user.click(await screen.findByRole('option', { name: 'Guests' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Vault/ })).not.toBeInTheDocument());
  expect(await screen.findByText('Not visible')).toBeVisible();
  expect(router.state.location.search).toEqual({ challenge: 32, division: 4 });
  expect(callsOf(challengeEndpoints.details)).toEqual([]);
  expect(callsOf(challengeEndpoints.get)).toEqual([]);
});

it('is reached by monitors without a role in the game, from the tabs', async () => {
  const { user, router } = open('/games/1', { staffRole: null }, 'Monitor');
  await user.click(await screen.findByRole('link', { name: 'Challenges' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/games/1/challenges'));
  expect(await screen.findByRole('link', { name: /Door/ })).toBeVisible();
});

it('waits for the start with observers', async () => {
  const soon = { start: Date.now() + 60_000, end: Date.now() + 600_000 };
  open('/games/1/challenges', soon);
  expect(await screen.findByText(/You can read the challenges once the game starts/)).toBeVisible();
  expect(callsOf(challengeEndpoints.preview)).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Challenges' })).not.toBeInTheDocument();
});
