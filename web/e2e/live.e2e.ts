import { expect, it } from 'vitest';
import { buildCompetition, flagOf, password } from './support/competition';
import { signIn } from './support/organiser';
import { openChallenge, submitFlag } from './support/player';
import { boardRow, button, field, heading, link, ownTeam, see, toast } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();
const build = (values = {}) => buildCompetition(stage.platform, () => stage.caller(), values);

it('catches up after a server restart, and keeps the input', async () => {
  const competition = await build({ challenges: { 'Left Luggage': 'Crypto', 'Night Shift': 'Web' } });
  const [own, rival] = [await competition.addTeam('Nightjars'), await competition.addTeam('Night Owls')];
  const [player, watcher] = await Promise.all([stage.person('player'), stage.person('watcher')]);
  await Promise.all([signIn(player, own.userName, password), watcher.goto(`/games/${competition.gameId}/scoreboard`)]);
  await player.goto(`/games/${competition.gameId}/challenges`);
  await openChallenge(player.page, 'Left Luggage');
  await field(player.page, 'Flag').fill('flag{half');
  await Promise.all([player, watcher].map(({ page }) => see(page.getByText('Live', { exact: true }))));

  for (const person of [player, watcher]) person.mayFail(/./);
  await stage.platform.stopServer();
  await Promise.all([player, watcher].map(({ page }) => see(page.getByText(/^(Reconnecting|Not live)$/))));
  await stage.platform.startServer();
  await competition.submit(rival.caller, 'Night Shift');
  await competition.publish('The lift works again.');
  await Promise.all(
    [player, watcher].map(({ page }) => page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })),
  );

  await boardRow(watcher.page, 'Night Owls')
    .filter({ hasText: /[1-9]\d\d/ })
    .waitFor();
  await see(player.page.getByRole('link', { name: /^Night Shift 1 solve/ }));
  expect(await field(player.page, 'Flag').inputValue()).toBe('flag{half');
  await button(player.page, /^Notices/).click();
  await see(player.page.getByText('The lift works again.'));
  await player.page.keyboard.press('Escape');
  await submitFlag(player.page, flagOf('Left Luggage'));
  await see(player.page.getByRole('status').filter({ hasText: 'Solved' }), ownTeam(player.page).getByText('#2'));
});

it('opens a game when its countdown reaches zero', async () => {
  const competition = await build({ startsIn: 3_600_000 });
  const own = await competition.addTeam('Early Birds');
  const [player, visitor] = await Promise.all([stage.person('player'), stage.person('visitor')]);
  await signIn(player, own.userName, password);
  // Set now, so that only the two pages have to load in time.
  await competition.move({ start: Date.now() + 20_000 });
  await Promise.all([
    player.goto(`/games/${competition.gameId}`),
    visitor.goto(`/games/${competition.gameId}/scoreboard`),
  ]);
  await see(player.page.getByText('Upcoming'), heading(visitor.page, 'The scoreboard opens when the game starts'));
  await link(player.page, 'Go to the challenges').waitFor({ timeout: 60_000 });
  await boardRow(visitor.page, 'Early Birds').waitFor({ timeout: 60_000 });
  await link(player.page, 'Go to the challenges').click();
  await openChallenge(player.page, 'Left Luggage');
});

it('closes a game at its end', async () => {
  const competition = await build({ practiceMode: false });
  const own = await competition.addTeam('Latecomers');
  const player = await stage.person('player');
  await signIn(player, own.userName, password);
  // Set now, so that only the page has to load in time.
  await competition.move({ end: Date.now() + 15_000 });
  await player.goto(`/games/${competition.gameId}/challenges`);
  await openChallenge(player.page, 'Left Luggage');
  await field(player.page, 'Flag').fill('flag{too_late}');
  player.mayFail(/\/api\/game\//);
  await player.page
    .getByText(/^(Ended|Practice)/)
    .first()
    .waitFor({ timeout: 60_000 });
  await button(player.page, 'Submit').waitFor({ state: 'detached' });
});

it('ends other sessions when the password changes', async () => {
  const competition = await build();
  const own = await competition.addTeam('Doormen');
  const [here, there] = await Promise.all([stage.person('here'), stage.person('there')]);
  await Promise.all([signIn(here, own.userName, password), signIn(there, own.userName, password)]);
  await here.goto(`/games/${competition.gameId}/challenges`);
  await openChallenge(here.page, 'Left Luggage');

  // The page may learn of it by a live message at any time from now on.
  here.mayFail(/./);
  const signedOut = toast(here.page, 'Your session has ended').waitFor({ timeout: 60_000 });
  await there.goto('/account/profile');
  await button(there.page, 'Change password').click();
  await there.page.getByLabel('Current password', { exact: true }).fill(password);
  await there.page.getByLabel('New password', { exact: true }).fill('Passw0rd2');
  await there.page.getByLabel('Confirm new password', { exact: true }).fill('Passw0rd2');
  await button(there.page, 'Change password').click();
  await toast(there.page, 'Password changed.').waitFor();

  const submitted = submitFlag(here.page, 'flag{mine}').catch((error: Error) => error);
  await Promise.race([signedOut, submitted]);
  await signedOut;
  await link(here.page, 'Sign in to join').click();
  await field(here.page, 'Name or e-mail').fill(own.userName);
  await here.page.getByLabel('Password', { exact: true }).fill('Passw0rd2');
  await button(here.page, 'Sign in').click();
  await see(here.page.getByRole('article', { name: 'Left Luggage' }));
});

it('switches to Chinese and stays on the page', async () => {
  const competition = await build();
  const own = await competition.addTeam('Porters');
  const player = await stage.person('player');
  const { page } = player;
  await signIn(player, own.userName, password);
  await player.goto(`/games/${competition.gameId}/challenges`);
  await openChallenge(page, 'Left Luggage');
  await field(page, 'Flag').fill('flag{half');
  await button(page, 'Language').click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).first().click();
  await see(button(page, '提交'));
  expect(await page.getByRole('article').getByRole('textbox').inputValue()).toBe('flag{half');
  await page.getByRole('article').getByRole('textbox').fill('flag{no}');
  await button(page, '提交').click();
  await see(page.getByRole('alert').filter({ hasText: '错误' }));
  await page.reload();
  await see(button(page, '提交'));
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
});
