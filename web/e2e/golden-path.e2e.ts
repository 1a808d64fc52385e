import { expect, it } from 'vitest';
import { buildLobbyQuiz, describeWithEngine } from './support/engine';
import { addChallenge, addFlag, createGame, enable, publishNotice, save, signIn } from './support/organiser';
import type { Person } from './support/person';
import {
  askPorter,
  createTeam,
  goToTab,
  joinGame,
  openChallenge,
  register,
  startInstance,
  submitFlag,
} from './support/player';
import { boardRow, button, field, link, ownTeam, see, toast } from './support/see';
import { openStage } from './support/stage';

const game = 'Night Watch';
const timeoutMs = 60_000;

async function prepareGame(organiser: Person): Promise<number> {
  const { page } = organiser;
  const gameId = await createGame(organiser, game);
  await field(page, 'Rules and description').fill('## Rules\n\nBe kind. Share nothing.');
  await page.getByRole('switch', { name: 'Accept teams without review' }).setChecked(true);
  await page.getByRole('switch', { name: 'Visible to players' }).setChecked(true);
  await save(page);

  await addChallenge(organiser, gameId, {
    title: 'Left Luggage',
    category: 'Crypto',
    type: 'Same file, same flag',
    content: 'A note in the locker reads `synt{ybpxref}`.',
  });
  await addFlag(organiser, 'flag{lockers}');
  await enable(organiser, 'Left Luggage');

  await addChallenge(organiser, gameId, {
    title: 'Lobby Quiz',
    category: 'Misc',
    type: 'Own instance, own flag',
    content: 'The porter asks three questions.',
  });
  await field(page, 'Image').fill('vexil/lobby-quiz:1');
  await field(page, 'Container port').fill('9000');
  await button(page, 'Save and start').click();
  await see(page.getByText('Running', { exact: true }));
  await button(page, 'Stop').click();
  await button(page, 'Start').waitFor();
  await link(page, 'Flag template').click();
  await field(page, 'Template').fill('vexil{the_lift_remembers_[TEAM_HASH]}');
  await save(page);
  await enable(organiser, 'Lobby Quiz');
  return gameId;
}

async function takePart({ page, goto, ...rest }: Person, gameId: number, team: string): Promise<void> {
  const person = { page, goto, ...rest };
  await register(person, rest.name);
  await createTeam(person, team);
  await goto('/games');
  await page
    .getByRole('link', { name: new RegExp(game) })
    .first()
    .click();
  await page.waitForURL(`**/games/${gameId}`);
  await joinGame(person, team);
}

describeWithEngine('a competition from an empty platform to the first blood', () => {
  const stage = openStage();

  it('is prepared, joined, played with a real instance, judged and followed live', async () => {
    await buildLobbyQuiz();
    const { admin } = stage.platform;
    const organiser = await stage.person('Organiser');
    await signIn(organiser, admin.userName, admin.password);
    const gameId = await prepareGame(organiser);

    const [mira, tomas] = await Promise.all([stage.person('mira'), stage.person('tomas')]);
    await Promise.all([takePart(mira, gameId, 'Nightjars'), takePart(tomas, gameId, 'Night Owls')]);
    await goToTab(tomas.page, 'Scoreboard');
    await see(boardRow(tomas.page, 'Nightjars'), boardRow(tomas.page, 'Night Owls'));

    // Toasts disappear, so the wait begins before the action.
    await Promise.all([
      ...[mira, tomas].map(({ page }) => toast(page, 'The doors are open.').waitFor({ timeout: timeoutMs })),
      publishNotice(organiser, gameId, 'The doors are **open**. Good luck.'),
    ]);

    await link(mira.page, 'Go to the challenges').click();
    await openChallenge(mira.page, 'Lobby Quiz');
    const address = await startInstance(mira.page);
    const flag = await askPorter(address);
    expect(flag).toMatch(/^vexil\{the_lift_remembers_[0-9a-f]{12}\}$/);

    await submitFlag(mira.page, 'vexil{the_lift_forgets}');
    await mira.page.getByRole('alert').filter({ hasText: 'Wrong flag.' }).waitFor();
    expect(await field(mira.page, 'Flag').inputValue()).toBe('vexil{the_lift_forgets}');
    const blood = toast(tomas.page, /Nightjars was the first to solve Lobby Quiz/);
    await Promise.all([
      blood.waitFor({ timeout: timeoutMs }).then(async () => expect(await blood.count()).toBe(1)),
      submitFlag(mira.page, flag),
    ]);
    await see(mira.page.getByRole('status').filter({ hasText: 'Solved' }));
    await see(ownTeam(mira.page).getByText('#1'));

    await boardRow(tomas.page, 'Nightjars')
      .filter({ hasText: /^1.*[1-9]\d\d/ })
      .waitFor();
    expect(await toast(tomas.page, 'was the first to solve').count()).toBeLessThanOrEqual(1);

    await Promise.all([mira.page.reload(), tomas.page.reload()]);
    await see(mira.page.getByRole('status').filter({ hasText: 'Solved' }), ownTeam(mira.page).getByText('#1'));
    await boardRow(tomas.page, 'Nightjars')
      .filter({ hasText: /^1.*[1-9]\d\d/ })
      .waitFor();
  });
});
