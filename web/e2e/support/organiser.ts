import type { Page } from 'playwright-core';
import type { Person } from './person';
import { button, field, heading, momentText, region, see } from './see';

export interface NewChallenge {
  title: string;
  category: string;
  type: string;
  content: string;
}

const minute = 60_000;

export async function signIn({ page, goto }: Person, userName: string, password: string): Promise<void> {
  await goto('/account/login');
  await field(page, 'Name or e-mail').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await button(page, 'Sign in').waitFor({ state: 'detached' });
}

/** Creates a game that started some minutes ago; returns its id. */
export async function createGame({ page, goto }: Person, title: string): Promise<number> {
  await goto('/admin/games');
  await button(page, 'New game').first().click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await field(dialog, 'Title').fill(title);
  await dialog.getByLabel('Start', { exact: true }).fill(momentText(Date.now() - 5 * minute));
  await dialog.getByLabel('End', { exact: true }).fill(momentText(Date.now() + 180 * minute));
  await button(dialog, 'Create game').click();
  await see(heading(page, title));
  return Number(/\/admin\/games\/(\d+)/.exec(page.url())?.[1]);
}

/** Saves, and waits until the bar has said so and gone. */
export async function save(page: Page): Promise<void> {
  const bar = region(page, 'Unsaved changes');
  await button(bar, 'Save').click();
  await region(page, 'Saved').waitFor();
  await bar.waitFor({ state: 'detached' });
}

/** Creates a challenge with a description; the editor stays open. */
export async function addChallenge({ page, goto }: Person, gameId: number, challenge: NewChallenge): Promise<void> {
  await goto(`/admin/games/${gameId}/challenges`);
  await button(page, 'New challenge').first().click();
  const dialog = page.getByRole('dialog', { name: 'New challenge' });
  await field(dialog, 'Title').fill(challenge.title);
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: challenge.category, exact: true }).click();
  await dialog.getByRole('radio', { name: challenge.type }).check();
  await button(dialog, 'Create challenge').click();
  await see(heading(page, challenge.title));
  await field(page, 'Description').fill(challenge.content);
  await save(page);
}

export async function addFlag({ page }: Person, flag: string): Promise<void> {
  await field(page, 'Flag').fill(flag);
  await save(page);
}

export async function enable({ page }: Person, title: string): Promise<void> {
  await page.getByRole('switch', { name: `Enable ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: `Enable ${title}?` });
  await button(dialog, 'Enable and announce').click();
  await see(page.getByRole('switch', { name: `Enable ${title}`, checked: true }));
}

export async function publishNotice({ page, goto }: Person, gameId: number, words: string): Promise<void> {
  await goto(`/admin/games/${gameId}/notices`);
  await field(page, 'Text').fill(words);
  await button(page, 'Publish now').click();
  await see(page.getByRole('listitem').filter({ hasText: words.replaceAll('*', '') }));
}
