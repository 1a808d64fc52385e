// The evening of a university: its directory says who may enter, who plays in which division and who is staff; staff need a
// passkey, one loses it, and a student wants to be forgotten.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { divisions } from '@vexil/db/schema/division';
import { accountErasures } from '@vexil/db/schema/own-data';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { programWords } from '@vexil/db/testing/program';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OidcProvider, startOidcProvider } from '../../server/testing/provider';
import { startWorkerProcess } from '../../workers/testing/process';
import { plugAuthenticator } from './support/authenticator';
import { buildCompetition, type Competition, flagOf } from './support/competition';
import type { Person } from './support/person';
import { goToTab, submitFlag } from './support/player';
import { boardRow, button, field, heading, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage({ CONTAINER_ENGINE: 'none', OIDC_PRIVATE_ISSUERS: 'on' });
let directory: OidcProvider;
let competition: Competition;
let origin: string;

beforeAll(async () => {
  // Passkeys need a name.
  origin = stage.platform.url.replace('127.0.0.1', 'localhost');
  directory = await startOidcProvider([`${origin}/api/account/callback/uni`]);
  competition = await buildCompetition(stage.platform, () => stage.caller(), {});
  const { admin, gameId } = competition;
  const params = { id: gameId };
  await admin.gameEdit.update({ params, body: { individual: true } });
  const defaultPermissions = allPermissions & ~gamePermissions.RequireReview;
  const division = async (name: string) =>
    admin.division.create({ params, body: { name, inviteCode: `only-${name}`.toLowerCase(), defaultPermissions } });
  const [first, second] = [await division('Freshers'), await division('Graduates')];
  const rule = { gameId, divisionId: null, staffRole: null };
  const now = Date.now();
  await admin.configAdmin.update({
    body: {
      accountPolicy: { factorRequiredOf: 'Staff', factorRequiredFrom: now - 1000 },
      signInProviders: [
        {
          ...{ id: 'uni', name: 'University', kind: 'oidc', issuer: directory.issuer, icon: 'school' },
          ...{ clientId: 'vexil', clientSecret: 'secret-of-the-client', scopes: 'openid profile email groups' },
          groups: ['freshers', 'graduates', 'tutors'],
          rules: [
            { ...rule, group: 'freshers', divisionId: first.id },
            { ...rule, group: 'graduates', divisionId: second.id },
            { ...rule, group: 'tutors', staffRole: 'organiser' },
          ],
        },
      ],
    },
  });
});
afterAll(() => directory.close());

/** Each part goes on from the one before. */
const once = { retry: 0 };
const openAs = (name: string) => stage.person(name, { host: 'localhost' });

/** Leads through the directory; where it ends depends on who it is. */
async function enter({ page, goto, name }: Person, groups: string[]): Promise<void> {
  directory.state.person = {
    ...{ sub: `id of ${name}`, preferred_username: name, email: `${name}@uni.test`, email_verified: true, groups },
  };
  // On a busy machine the directory may take longer than the second that it has.
  const begun = async () => (await fetch(`${origin}/api/account/signin/uni`)).status;
  await expect.poll(begun, { timeout: 30_000 }).toBe(200);
  await goto(`/account/login?from=/games/${competition.gameId}`);
  await button(page, 'Sign in with University').click();
}

async function enterFirst(person: Person, groups: string[]): Promise<void> {
  await enter(person, groups);
  await see(field(person.page, 'Name'));
  expect(await field(person.page, 'Name').inputValue()).toBe(person.name);
  await button(person.page, 'Create account').click();
}

const signOut = ({ page }: Person) => page.request.post('/api/account/logout');

/** On the page that stands in place of every other. */
async function addPasskey({ page }: Person): Promise<string> {
  await see(heading(page, 'Set up a second factor'));
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Name').fill('Key');
  await button(dialog, 'Add passkey').click();
  const code = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await button(dialog, 'I have kept them').click();
  await button(page, 'Continue').click();
  await see(heading(page, competition.title));
  return code;
}

/** Not through the administrator, who has no second factor. */
async function divisionOf(name: string): Promise<string | undefined> {
  const [row] = await stage.platform.database.db
    .select({ division: divisions.name })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(eq(teams.name, name));
  return row?.division;
}

it('gives each group its place, and refuses who is in none', once, async () => {
  const [ada, grace, guest] = [await openAs('ada'), await openAs('grace'), await openAs('guest')];
  for (const [person, group, division] of [
    [ada, 'freshers', 'Freshers'],
    [grace, 'graduates', 'Graduates'],
  ] as const) {
    await enterFirst(person, [group]);
    const { page } = person;
    await button(page, 'Join the game').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Division' }).click();
    await page.getByRole('option', { name: division }).click();
    await button(dialog, 'Join').click();
    await see(page.getByText(`${person.name} is accepted`, { exact: false }));
    expect(await page.getByRole('main').textContent()).not.toMatch(/\bteams?\b/i);
    expect(await divisionOf(person.name)).toBe(division);
  }
  await goToTab(ada.page, 'Challenges');
  await ada.page
    .getByRole('link', { name: /^Left Luggage/ })
    .first()
    .click();
  await submitFlag(ada.page, flagOf('Left Luggage'));
  await see(ada.page.getByRole('status').filter({ hasText: 'Solved' }));
  await enter(guest, ['visitors']);
  await see(guest.page.getByText('The provider did not list you among those who may enter.'));
});

it(
  'asks staff for a passkey, takes a recovery code for a lost one, and starts anew after the operator',
  once,
  async () => {
    const tutor = await openAs('tutor');
    tutor.mayFail(/\/api\//);
    const { page } = tutor;
    const key = await plugAuthenticator(page);
    await enterFirst(tutor, ['tutors']);
    const code = await addPasskey(tutor);
    await tutor.goto(`/admin/games/${competition.gameId}/info`);
    await see(heading(page, competition.title));

    await signOut(tutor);
    await key.offer(false);
    await enter(tutor, ['tutors']);
    await see(page.getByText('The provider has signed you in. Now prove your second factor.'));
    await button(page, 'Use a passkey').click();
    await see(heading(page, competition.title));

    await signOut(tutor);
    await key.lose();
    await enter(tutor, ['tutors']);
    await field(page, 'Code').fill(code);
    await button(page, 'Sign in').click();
    await see(heading(page, competition.title));
    await signOut(tutor);
    await enter(tutor, ['tutors']);
    await field(page, 'Code').fill(code);
    await button(page, 'Sign in').click();
    await see(page.getByText('This code is wrong', { exact: false }));

    const env = { ...process.env, ...stage.platform.environment };
    await promisify(execFile)(process.execPath, [...programWords('server/operate'), 'user', 'reset-factors', 'tutor'], {
      env,
    });
    const again = await plugAuthenticator(page);
    await enter(tutor, ['tutors']);
    await addPasskey(tutor);
    expect(await again.credentials()).toHaveLength(1);
    const entries = await stage.platform.database.db.select().from(auditEntries);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.resetFactors', 'game.setStaff']),
    );
  },
);

it('forgets a student who asks for it, and keeps the place without a name', once, async () => {
  const ada = await openAs('ada');
  const { page } = ada;
  await enter(ada, ['freshers']);
  await see(heading(page, competition.title));
  await ada.goto('/account/profile');
  await button(page, 'Erase account').click();
  await button(page.getByRole('dialog'), 'Erase account').click();
  await see(page.getByText('Your account is erased on', { exact: false }));
  const { db } = stage.platform.database;
  const [account] = await db.select().from(accounts).where(eq(accounts.userName, 'ada'));
  await db
    .update(accountErasures)
    .set({ dueAt: new Date(0) })
    .where(eq(accountErasures.accountId, account?.id ?? ''));
  // A worker that starts looks for what is due.
  const worker = await startWorkerProcess(stage.platform.environment as Record<string, string>);
  await expect.poll(() => db.$count(accounts, eq(accounts.userName, 'ada')), { timeout: 30_000 }).toBe(0);
  await worker.stop();
  ada.mayFail(/\/api\//);
  const guest = await openAs('guest');
  await guest.goto(`/games/${competition.gameId}/scoreboard`);
  await see(boardRow(guest.page, 'grace'));
  expect(await boardRow(guest.page, 'ada').count()).toBe(0);
  expect(await guest.page.locator('[data-team]').count()).toBe(2);
});
