import { expect, it } from 'vitest';
import { buildCompetition, flagOf, password } from './support/competition';
import { addChallenge, createGame, save, signIn } from './support/organiser';
import { createTeam, openChallenge, register } from './support/player';
import { button, field, link, region, see } from './support/see';
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
  // Within the page: Back to another document is not the page's to refuse.
  await goto('/');
  await link(page, 'Teams').first().click();
  await button(page, 'Create team').first().click();
  const dialog = page.getByRole('dialog', { name: 'Create a team' });
  await button(dialog, 'Create team').click();
  await see(dialog.getByText(complaint));
  await field(dialog, 'Name').fill('A team with a name beyond all bounds');
  await button(dialog, 'Create team').click();
  await see(dialog.getByText('At most 20 characters'));
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await button(question, 'Leave').click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname, 'Back closed the dialog and left the page alone').toBe('/teams');
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
  await button(region(page, 'Unsaved changes'), 'Save').click();
  await see(page.getByText(complaint));
});

it('keeps what an organiser typed when the session ends before it is saved', async () => {
  const { admin, gameId, challenges } = await buildCompetition(stage.platform, () => stage.caller());
  const organiser = await stage.person('Organiser');
  const { page } = organiser;
  await signIn(organiser, stage.platform.admin.userName, stage.platform.admin.password);
  await organiser.goto(`/admin/games/${gameId}/challenges/${challenges.get('Left Luggage')}`);
  await field(page, 'Description').fill('The porter sleeps at three.');
  organiser.mayFail(/\/(api|hub)\//);
  await admin.account.endOtherSessions();
  const bar = region(page, 'Unsaved changes');
  await button(bar, 'Save').click();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const word = dialog.getByLabel('Password', { exact: true });
  await word.fill('not it');
  await button(dialog, 'Sign in').click();
  await see(dialog.getByRole('alert'));
  await word.fill(stage.platform.admin.password);
  await button(dialog, 'Sign in').click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => button(bar, 'Save').evaluate((save) => save === document.activeElement)).toBe(true);
  expect(await field(page, 'Description').inputValue()).toBe('The porter sleeps at three.');
  await save(page);
  await page.reload();
  await expect.poll(() => field(page, 'Description').inputValue()).toBe('The porter sleeps at three.');

  // Who goes away instead comes to the login page, without a second question.
  await field(page, 'Description').fill('Nothing of it.');
  await admin.account.endOtherSessions();
  await button(bar, 'Save').click();
  await button(dialog, 'Leave without saving').click();
  await see(field(page, 'Name or e-mail'));
});

it('keeps the flag that a player typed when the session ends', async () => {
  const competition = await buildCompetition(stage.platform, () => stage.caller());
  const team = await competition.addTeam('Nightcaps');
  const player = await stage.person('player');
  const { page } = player;
  await signIn(player, team.userName, password);
  await player.goto(`/games/${competition.gameId}/challenges`);
  await openChallenge(page, 'Left Luggage');
  await field(page, 'Flag').fill(flagOf('Left Luggage'));
  player.mayFail(/\/(api|hub)\//);
  await team.caller.account.endOtherSessions();
  // By then the page may have learned it by a live message, and have no button any more.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('button')) if (each.textContent === 'Submit') each.click();
  });

  await link(page, 'Sign in to join').click();
  await field(page, 'Name or e-mail').fill(team.userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await see(page.getByRole('article', { name: 'Left Luggage' }));
  await expect.poll(() => field(page, 'Flag').inputValue()).toBe(flagOf('Left Luggage'));
  await button(page, 'Submit').click();
  await see(page.getByRole('article', { name: 'Left Luggage' }).getByText(/^Solved/));
});
