import { expect, it } from 'vitest';
import { addChallenge, createGame, signIn } from './support/organiser';
import { createTeam, register } from './support/player';
import { button, field, see } from './support/see';
import { openStage } from './support/stage';

// Tests the built client, which contains only parts of the contract.
const stage = openStage();

const complaint = 'This field is required';

it('validates registration and team forms before sending', async () => {
  const { page, goto, ...person } = await stage.person('rosa');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() !== 'GET' && sent.push(request.url())));

  await goto('/account/login');
  await button(page, 'Sign in').click();
  await see(page.getByText(complaint).nth(1));

  await goto('/account/register');
  await field(page, 'Name').fill('ro');
  await field(page, 'E-mail').fill('rosa at home');
  await button(page, 'Create account').click();
  await see(page.getByText('At least 3 characters'), page.getByText(/e-mail address/i), page.getByText(complaint));
  expect(sent, 'nothing was sent').toEqual([]);

  await register({ page, goto, ...person }, 'rosa');
  await goto('/teams');
  await button(page, 'Create team').first().click();
  const dialog = page.getByRole('dialog', { name: 'Create a team' });
  await button(dialog, 'Create team').click();
  await see(dialog.getByText(complaint));
  await field(dialog, 'Name').fill('A team with a name beyond all bounds');
  await button(dialog, 'Create team').click();
  await see(dialog.getByText('At most 20 characters'));
  await page.keyboard.press('Escape');
  await page.reload();
  await createTeam({ page, goto, ...person }, 'Nightjars');
});

it('validates the challenge editor', async () => {
  const organiser = await stage.person('Organiser');
  const { page } = organiser;
  await signIn(organiser, stage.platform.admin.userName, stage.platform.admin.password);
  const gameId = await createGame(organiser, 'Night Watch');
  await addChallenge(organiser, gameId, {
    title: 'Left Luggage',
    category: 'Crypto',
    type: 'Same file, same flag',
    content: 'What does the porter know?',
  });
  await field(page, 'Title').fill('');
  await button(page.getByRole('region', { name: 'Unsaved changes' }), 'Save').click();
  await see(page.getByText(complaint));
});
