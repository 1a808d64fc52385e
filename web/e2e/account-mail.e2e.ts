import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSmtp } from '../../workers/testing/smtp';
import type { Person } from './support/person';
import { button, field, heading, link, see, toast } from './support/see';
import { openStage } from './support/stage';

const smtp = await startSmtp();
const stage = openStage({ SMTP_URL: smtp.url, CAPTCHA_PROVIDER: 'HashPow' });

beforeAll(async () => {
  const organiser = stage.caller();
  await organiser.account.login({ body: stage.platform.admin });
  await organiser.configAdmin.update({
    body: { accountPolicy: { activeOnRegister: false, emailConfirmationRequired: true, useCaptcha: true } },
  });
});
afterAll(() => smtp.close());

async function linkIn(number: number, to: string): Promise<string> {
  const mail = (await smtp.until(number))[number - 1];
  expect(mail?.to).toMatchObject([{ address: to }]);
  const address = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(address).toMatch(new RegExp(`^${stage.platform.url}/account/`));
  return address;
}

async function register({ page, goto }: Person, userName: string, email: string, password: string) {
  await goto('/account/register');
  await field(page, 'Name').fill(userName);
  await field(page, 'E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await button(page, 'Create account').click();
  await see(heading(page, 'Check your e-mail'));
}

async function signIn({ page }: Person, userName: string, password: string) {
  await field(page, 'Name or e-mail').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

it('is registered, confirmed, recovered and moved by mail, with a captcha in each form', async () => {
  const mira = await stage.person('mira');
  const { page } = mira;
  await register(mira, 'mira', 'mira@example.test', 'Correct4Horse');
  const welcome = await linkIn(1, 'mira@example.test');

  await link(page, 'Go to sign in').click();
  mira.mayFail(/\/api\/account\/login$/);
  await signIn(mira, 'mira', 'Correct4Horse');
  await see(page.getByText(/Open the link in our e-mail first/));

  // The specification's URLs capitalise each word.
  await mira.goto(welcome.replace('/account/verify', '/account/Verify').replace(stage.platform.url, ''));
  await button(page, 'Confirm address').click();
  await see(heading(page, 'Address confirmed'), page.getByText('you are signed in as mira', { exact: false }));
  mira.mayFail(/\/api\/account\/verify$/);
  await page.reload();
  await button(page, 'Confirm address').click();
  await see(heading(page, 'Already confirmed'));

  await mira.context.clearCookies();
  await mira.goto('/account/login');
  await link(page, 'Forgot password?').click();
  await field(page, 'E-mail of your account').fill('mira@example.test');
  await button(page, 'Send link').click();
  await see(page.getByText('If there is an account for mira@example.test', { exact: false }));

  await mira.goto(await linkIn(2, 'mira@example.test'));
  await page.getByLabel('New password', { exact: true }).fill('Battery5Staple');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Battery5Staple');
  await button(page, 'Set password').click();
  await toast(page, 'Password changed').waitFor();
  await page.waitForURL('**/account/login');
  await signIn(mira, 'mira', 'Battery5Staple');
  await page.waitForURL(`${stage.platform.url}/`);

  await mira.goto('/account/profile');
  await button(page, 'Change').click();
  await field(page.getByRole('dialog'), 'New e-mail').fill('mira@uni.test');
  await button(page.getByRole('dialog'), 'Send link').click();
  await see(page.getByText('We sent a link to mira@uni.test', { exact: false }));
  const move = await linkIn(3, 'mira@uni.test');
  await mira.context.clearCookies();
  await mira.goto(move);
  await signIn(mira, 'mira', 'Battery5Staple');
  await button(page, 'Change address').click();
  await see(heading(page, 'Address changed'));
  await link(page, 'Go to your profile').click();
  await see(field(page, 'E-mail'));
  expect(await field(page, 'E-mail').inputValue()).toBe('mira@uni.test');
  expect(smtp.mails).toHaveLength(3);
});

it('gives no account with a password that a stranger chose', async () => {
  const before = smtp.mails.length;
  const [stranger, owner] = await Promise.all([stage.person('stranger'), stage.person('owner')]);
  await register(stranger, 'stranger', 'tomas@example.test', 'Strange4Word');
  const old = await linkIn(before + 1, 'tomas@example.test');
  await register(owner, 'tomas', 'tomas@example.test', 'Correct4Horse');
  const fresh = await linkIn(before + 2, 'tomas@example.test');

  owner.mayFail(/\/api\/account\/verify$/);
  await owner.goto(old);
  await button(owner.page, 'Confirm address').click();
  await see(heading(owner.page, 'This link did not work'));
  await owner.goto(fresh);
  await button(owner.page, 'Confirm address').click();
  await see(owner.page.getByText('you are signed in as tomas', { exact: false }));
  stranger.mayFail(/\/api\/account\/login$/);
  await stranger.goto('/account/login');
  await signIn(stranger, 'tomas@example.test', 'Strange4Word');
  await see(stranger.page.getByText('The name or the password is wrong.', { exact: false }));
});
