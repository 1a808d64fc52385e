// The archive of a game, downloaded by an organiser and opened from a disk, without network and without scripts.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { buildCompetition, flagOf } from './support/competition';
import { signIn } from './support/organiser';
import { button, heading, link, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vexil-archive-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function unpack(zip: string): Promise<string> {
  const file = await openPromise(zip);
  let text = '';
  for await (const entry of file.eachEntry()) {
    const bytes = await buffer(await file.openReadStreamPromise(entry));
    const path = join(directory, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    text += bytes.toString();
  }
  return text;
}

it('is downloaded once the game has ended, and is read from a disk', async () => {
  const game = await buildCompetition(stage.platform, stage.caller, { challenges: { 'Left Luggage': 'Crypto' } });
  const { caller } = await game.addTeam('Nightjars');
  await game.submit(caller, 'Left Luggage');
  await game.publish('Breakfast is at **seven**.');

  const organiser = await stage.person('Organiser');
  await signIn(organiser, stage.platform.admin.userName, stage.platform.admin.password);
  await organiser.goto(`/admin/games/${game.gameId}/info#exports`);
  await see(button(organiser.page, 'Download archive'));
  expect(await button(organiser.page, 'Download archive').isEnabled()).toBe(false);
  await game.move({ end: Date.now() - 1000 });
  await organiser.page.reload();
  const download = organiser.page.waitForEvent('download');
  await button(organiser.page, 'Download archive').click();
  const zip = join(directory, 'archive.zip');
  await (await download).saveAs(zip);
  expect(await unpack(zip)).not.toContain(flagOf('Left Luggage'));

  const reader = await stage.person('Reader', { scripts: false });
  const { page } = reader;
  await reader.context.setOffline(true);
  await page.goto(`file://${directory}/index.html`);
  await see(heading(page, game.title), page.getByText('Be kind. Share nothing.'));
  await link(page, 'Scoreboard').click();
  await see(page.getByRole('row', { name: /1 Nightjars/ }));
  await link(page, 'Nightjars').click();
  await see(heading(page, 'Nightjars'));
  await link(page, 'Left Luggage').click();
  await see(page.getByText('What does the porter of Left Luggage know?'));
  await link(page, 'Notices').click();
  await see(page.getByText('Breakfast is at seven.'));
});
