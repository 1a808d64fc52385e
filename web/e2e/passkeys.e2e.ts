import { accounts, sessions } from '@vexil/db/schema/account';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { plugAuthenticator } from './support/authenticator';
import { password } from './support/competition';
import { register } from './support/player';
import { button, field, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage({ CONTAINER_ENGINE: 'none' });

/** Once the page has its replies: one that comes later would be refused. */
async function signOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.request.post('/api/account/logout');
}

it('registers a passkey, signs in by it, proves a session and is removed', async () => {
  const person = await stage.person('mira', { host: 'localhost' });
  const { page, goto } = person;
  const { credentials, offer } = await plugAuthenticator(page);
  await register(person, 'mira');
  await goto('/account/profile');
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Name').fill('Laptop');
  await button(dialog, 'Add passkey').click();
  await see(dialog.getByText('Keep these codes in a safe place', { exact: false }));
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await button(dialog, 'I have kept them').click();
  await see(page.getByText('Laptop', { exact: true }));
  expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await signOut(page);
  await offer(false);
  await goto('/account/login');
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL((url) => url.pathname === '/');
  const profile = (await (await page.request.get('/api/account/profile')).json()) as { userName: string };
  expect(profile.userName).toBe('mira');

  await signOut(page);
  await offer(true);
  await goto('/account/login');
  await page.waitForURL((url) => url.pathname === '/');
  expect(((await (await page.request.get('/api/account/profile')).json()) as { userName: string }).userName).toBe(
    'mira',
  );

  const { db } = stage.platform.database;
  const [account] = await db.select().from(accounts).where(eq(accounts.userName, 'mira'));
  await db
    .update(sessions)
    .set({ provedAt: null })
    .where(eq(sessions.accountId, account?.id ?? ''));
  person.mayFail(/\/api\/account\/factors/);
  await goto('/account/profile');
  await button(page, 'New recovery codes').click();
  await button(page.getByRole('dialog', { name: 'Confirm that it is you' }), 'Use a passkey').click();
  await button(page.getByRole('dialog', { name: 'Recovery codes' }), 'I have kept them').click();

  await signOut(page);
  person.mayFail(/\/api\/account\/login/);
  await offer(false);
  await goto('/account/login');
  await field(page, 'Name or e-mail').fill('mira');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await button(page, 'Use a passkey').click();
  await page.waitForURL((url) => url.pathname === '/');

  await goto('/account/profile');
  await button(page, 'Remove Laptop').click();
  await button(page.getByRole('dialog'), 'Remove').click();
  await see(page.getByText('With a code from your phone', { exact: false }));

  await signOut(page);
  await offer(false);
  await goto('/account/login');
  await button(page, 'Sign in with a passkey').click();
  await see(page.getByText('This passkey was not accepted', { exact: false }));
});

it('says in a network without TLS why there are none', async () => {
  const person = await stage.person('lena', { host: '127.0.0.1' });
  await register(person, 'lena');
  await person.goto('/account/profile');
  await see(person.page.getByText('Passkeys need https and a host name', { exact: false }));
  expect(await button(person.page, 'Add passkey').count()).toBe(0);
});
