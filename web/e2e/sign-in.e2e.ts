import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../server/testing/provider';
import { button, field, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage({ CONTAINER_ENGINE: 'none', OIDC_PRIVATE_ISSUERS: 'on' });
let university: OidcProvider;

beforeAll(async () => {
  university = await startOidcProvider([`${stage.platform.url}/api/account/callback/uni`]);
  university.state.person = { sub: '77', preferred_username: 'lena', email: 'lena@uni.test', email_verified: true };
  const admin = stage.caller();
  await admin.account.login({ body: stage.platform.admin });
  const { issuer } = university;
  await admin.configAdmin.update({
    body: {
      signInProviders: [
        {
          ...{ id: 'uni', name: 'University', kind: 'oidc', issuer },
          ...{ clientId: 'vexil', clientSecret: 'secret-of-the-client' },
        },
      ],
    },
  });
});
afterAll(() => university.close());

it('leads through a provider to an account, and back into it, also where the service worker runs', async () => {
  const { page, goto } = await stage.person('student');
  await goto('/account/login');
  // It sees the return from the provider, which counts once.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await button(page, 'Sign in with University').click();
  await see(field(page, 'Name'));
  expect(await field(page, 'Name').inputValue()).toBe('lena');
  await button(page, 'Create account').click();
  await page.waitForURL(`${stage.platform.url}/`);
  await page.request.post('/api/account/logout');
  await goto('/account/login');
  await button(page, 'Sign in with University').click();
  await page.waitForURL(`${stage.platform.url}/`);
  const profile = (await (await page.request.get('/api/account/profile')).json()) as { userName: string };
  expect(profile.userName).toBe('lena');
});
