import type { Locator, Page } from 'playwright-core';

export async function see(...things: Locator[]): Promise<void> {
  await Promise.all(things.map((thing) => thing.first().waitFor()));
}

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });
export const link = (within: Page | Locator, name: string | RegExp) => within.getByRole('link', { name, exact: true });
export const field = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('textbox', { name, exact: true });
export const heading = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('heading', { name, exact: true });

/** Exact, as "Saved" is also in "Unsaved changes". */
export const region = (within: Page | Locator, name: string) => within.getByRole('region', { name, exact: true });

export const toast = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });

/** `2026-05-01T18:00`, which fields of a moment take in any language; the test browsers use UTC. */
export const momentText = (at: number) => new Date(at).toISOString().slice(0, 16);

export const boardRow = (page: Page, team: string) =>
  page.getByRole('table', { name: 'Standings' }).locator('[data-team]').filter({ hasText: team });

export const ownTeam = (page: Page) => page.getByRole('main').locator('header');
