import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { password } from './competition';
import type { Person } from './person';
import { button, field, link, region, see } from './see';

const solver = fileURLToPath(new URL('../../../docker/challenges/lobby-quiz/solve.mjs', import.meta.url));

export async function register({ page, goto }: Person, userName: string): Promise<void> {
  await goto('/account/register');
  await field(page, 'Name').fill(userName);
  await field(page, 'E-mail').fill(`${userName}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await button(page, 'Create account').click();
  await button(page, 'Create account').waitFor({ state: 'detached' });
}

/** @param division whose rule is accepted */
export async function joinGame({ page }: Person, team: string, division?: string): Promise<void> {
  await button(page, 'Join the game').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: team, exact: true }).click();
  if (division !== undefined) {
    await dialog.getByRole('combobox', { name: 'Division' }).click();
    await page.getByRole('option', { name: new RegExp(`^${division}`) }).click();
    await dialog.getByRole('checkbox', { name: 'I accept the rule of this division' }).check();
  }
  await button(dialog, 'Join').click();
  await see(page.getByText(`${team} is accepted`, { exact: false }));
  await see(page.locator('a:focus', { hasText: 'Go to the challenges' }));
}

export async function openChallenge(page: Page, title: string): Promise<void> {
  // A notice links the title alone; the list adds the number of solves.
  await page.getByRole('link', { name: new RegExp(`^${title}.*solve`) }).click();
  await see(page.getByRole('article', { name: title }), field(page, 'Flag'));
}

export async function submitFlag(page: Page, flag: string): Promise<void> {
  await field(page, 'Flag').fill(flag);
  await button(page, 'Submit').click();
}

/** Starts the instance of the open challenge; returns `host:port`. */
export async function startInstance(page: Page): Promise<string> {
  const block = region(page, 'Instance');
  await button(block, 'Start instance').click();
  await block.getByText('Running', { exact: true }).waitFor({ timeout: 60_000 });
  return (await block.getByText(/^127\.0\.0\.1:\d+$/).textContent()) ?? '';
}

/** Plays the lobby quiz over TCP; returns the flag. */
export async function askPorter(address: string): Promise<string> {
  const [host = '', port = ''] = address.split(':');
  // The program says on its standard output why it got no flag.
  const solving = promisify(execFile)(process.execPath, [solver, host, port]);
  const { stdout } = await solving.catch((error) => {
    throw new Error(`${error.message} ${error.stdout}`);
  });
  return stdout.trim();
}

export const goToTab = (page: Page, name: string) =>
  link(page.getByRole('navigation', { name: 'Pages of this game' }), name).click();

export async function createTeam({ page, goto }: Person, name: string): Promise<void> {
  await goto('/teams');
  await button(page, 'Create team').first().click();
  const dialog = page.getByRole('dialog', { name: 'Create a team' });
  await field(dialog, 'Name').fill(name);
  await button(dialog, 'Create team').click();
  await dialog.waitFor({ state: 'detached' });
}
