import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../src/testing/boards';
import { buildCompetition, flagOf } from './support/competition';
import { createTeam, goToTab, joinGame, openChallenge, register, submitFlag } from './support/player';
import { boardRow, button, field, heading, link, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();
const phone = { width: 360, height: 740 };

it('takes two people on phones from an invite link to a solve', async () => {
  const competition = await buildCompetition(stage.platform, () => stage.caller(), {
    title: 'Pocket Watch',
    challenges: { 'Left Luggage': 'Crypto', 'Night Shift': 'Web' },
  });
  const [captain, mate] = await Promise.all([stage.person('lena', phone), stage.person('jonas', phone)]);
  await register(captain, 'lena');
  await createTeam(captain, 'Pocket Owls');
  await button(captain.page, 'Show invite code').click();
  const code = await captain.page.getByText(/^Pocket Owls:\d+:[0-9a-f]+$/).textContent();

  await mate.goto(`/teams?code=${encodeURIComponent(JSON.stringify(code))}`);
  await link(mate.page.getByRole('main'), 'Register').click();
  await see(heading(mate.page, 'Register'));
  await register({ ...mate, goto: async () => {} }, 'jonas');
  const dialog = mate.page.getByRole('dialog', { name: 'Join Pocket Owls' });
  expect(await field(dialog, 'Invite code or join link').inputValue()).toBe(code);
  await button(dialog, 'Join').click();
  await dialog.waitFor({ state: 'detached' });
  await see(heading(mate.page, 'Pocket Owls'));

  const places = mate.page.getByRole('navigation', { name: 'Main navigation' });
  await mate.page.keyboard.press('Escape');
  await link(places, 'Games').click();
  await mate.page
    .getByRole('link', { name: /Pocket Watch/ })
    .first()
    .click();
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box && box.y + box.height;
  };
  const fold = phone.height - 57;
  expect(await bottomOf(button(mate.page, 'Join the game'))).toBeLessThanOrEqual(fold);
  await joinGame(mate, 'Pocket Owls');
  await link(places, 'Home').click();
  expect(await bottomOf(link(mate.page, 'Continue to the challenges'))).toBeLessThanOrEqual(fold);
  await link(mate.page, 'Continue to the challenges').click();
  const first = mate.page.getByRole('link', { name: /^Left Luggage/ });
  await first.waitFor();
  expect((await first.boundingBox())?.y).toBeLessThan(220);
  await see(mate.page.getByText('Live', { exact: true }));
  await openChallenge(mate.page, 'Left Luggage');
  await submitFlag(mate.page, 'flag{wrong}');
  await mate.page.getByRole('alert').filter({ hasText: 'Wrong flag.' }).waitFor();
  await submitFlag(mate.page, flagOf('Left Luggage'));
  await see(mate.page.getByRole('status').filter({ hasText: 'Solved' }));
  await mate.page.goBack();
  await see(mate.page.getByRole('link', { name: /^Night Shift/ }));
  await competition.publish('Tea is served in the lobby.');
  const bell = await link(mate.page, /^Notices.*unread/).boundingBox();
  expect(bell && bell.x + bell.width).toBeLessThanOrEqual(phone.width);
  await goToTab(mate.page, 'Scoreboard');
  await boardRow(mate.page, 'Pocket Owls').getByRole('button').first().click();
  await see(mate.page.getByText('Left Luggage'));
  await link(mate.page, /^Notices/).click();
  await see(mate.page.getByText(/was the first to solve/));

  await button(places, 'More').click();
  await see(mate.page.getByRole('dialog').getByText('Sign out'));
});

it('shows six teams of a board at 200 % on a small laptop', async () => {
  const competition = await buildCompetition(stage.platform, () => stage.caller(), { title: 'Half Moon' });
  const { page, goto } = await stage.person('nora', { width: 683, height: 384 });
  const teams = buildFacts({ teams: 300, solves: Array.from({ length: 99 }, (_, index) => [index + 1, 31]) });
  await page.route('**/api/game/*/scoreboard', (route) => route.fulfill({ json: buildBoard(teams) }));
  await goto(`/games/${competition.gameId}/scoreboard`);
  const row = page.getByRole('row').nth(5);
  await row.waitFor();
  const bar = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  const sixth = await row.boundingBox();
  expect(sixth && sixth.y + sixth.height).toBeLessThanOrEqual(bar?.y ?? 0);
});

it('lets an organiser manage a running game on a phone', async () => {
  const competition = await buildCompetition(stage.platform, () => stage.caller(), { title: 'Small Hours' });
  const organiser = await stage.person('Organiser', phone);
  const { page } = organiser;
  await page.request.post('/api/account/login', { data: stage.platform.admin });
  await organiser.goto(`/admin/games/${competition.gameId}/notices`);
  await field(page, 'Text').fill('A short break: the kitchen floods.');
  await button(page, 'Publish now').click();
  await see(page.getByRole('listitem').filter({ hasText: 'the kitchen floods' }));
  await link(page, 'Challenges').first().click();
  await button(page, 'Actions for Left Luggage').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await button(page.getByRole('dialog'), 'Disable').click();
  await see(page.getByText('Disabled', { exact: true }));
  await link(page, /Left Luggage/)
    .first()
    .click();
  await see(heading(page, 'Left Luggage'), field(page, 'Description'));
});
