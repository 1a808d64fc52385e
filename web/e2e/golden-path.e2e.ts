import { expect, it } from 'vitest';
import { addChallenge, addFlag, enable, makeGame, publishNotice, save, signIn } from './support/organiser';
import { button, field, link, see, toast } from './support/see';
import { useStage } from './support/stage';

const stage = useStage();

it('an organiser prepares a game', async () => {
  const { admin } = stage.platform;
  const organiser = await stage.person('Organiser');
  const { page } = organiser;
  await signIn(organiser, admin.userName, admin.password);
  const gameId = await makeGame(organiser, 'Night Watch');

  await field(page, 'Rules and description').fill('## Rules\n\nBe kind. Share nothing.');
  await page.getByRole('switch', { name: 'Accept teams without review' }).click();
  await page.getByRole('switch', { name: 'Hidden from players' }).click();
  await save(page, 'Game saved');

  await addChallenge(organiser, gameId, {
    title: 'Left Luggage',
    category: 'Crypto',
    type: 'Shared attachment',
    content: 'A note in the locker reads `synt{ybpxref}`.',
  });
  await addFlag(organiser, 'flag{lockers}');
  await enable(organiser, 'Left Luggage');

  await addChallenge(organiser, gameId, {
    title: 'Lobby Quiz',
    category: 'Misc',
    type: 'Container per team',
    content: 'The porter asks three questions.',
  });
  await field(page, 'Image').fill('vexil/lobby-quiz:1');
  await field(page, 'Port inside').fill('9000');
  await button(page, 'Save and start test instance').click();
  await toast(page, 'The test instance runs').waitFor();
  await see(page.getByText('Running', { exact: true }));
  await button(page, 'Stop').click();
  await toast(page, 'The test instance is stopped').waitFor();
  await link(page, 'Flag template').click();
  await field(page, 'Template').fill('vexil{the_lift_remembers_[TEAM_HASH]}');
  await save(page, 'Template saved');
  await enable(organiser, 'Lobby Quiz');
  await publishNotice(organiser, gameId, 'The doors are **open**. Good luck.');
  expect(gameId).toBeGreaterThan(0);
});
