// A repository of challenges as a zip archive, read in the browser.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { it, onTestFinished } from 'vitest';
import { buildCompetition } from './support/competition';
import { signIn } from './support/organiser';
import { button, link, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();

it('is planned and applied, with a large file that is packed well', async () => {
  const game = await buildCompetition(stage.platform, stage.caller, { challenges: {} });
  const directory = await mkdtemp(join(tmpdir(), 'vexil-folder-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const descriptor = 'name: Kettle\ncategory: web\nvalue: 100\nflags: ["flag{steam}"]\nfiles: [steam.bin]\n';
  const entries = {
    'web/kettle/challenge.yml': strToU8(descriptor),
    'web/kettle/steam.bin': new Uint8Array(5_000_000),
  };
  await writeFile(join(directory, 'game.zip'), zipSync(entries));

  const organiser = await stage.person('Organiser');
  const { page } = organiser;
  await signIn(organiser, stage.platform.admin.userName, stage.platform.admin.password);
  await organiser.goto(`/admin/games/${game.gameId}/folder`);
  await page.getByLabel('Choose zip archive').setInputFiles(join(directory, 'game.zip'));
  await see(page.getByText('1 to add, 0 to change, 0 to delete'));
  await button(page, 'Apply').click();
  await see(button(page, 'Choose folder'));
  await organiser.goto(`/admin/games/${game.gameId}/challenges`);
  await link(page, 'Kettle').click();
  await see(page.getByText('From web/kettle/challenge.yml in a folder'), link(page, 'steam.bin'));
  await see(page.getByText(/^4\.\d+ MiB$/));
});
