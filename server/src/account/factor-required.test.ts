import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { configAdminRoutes, configRoutes } from '@vexil/contract/config-info';
import { factorRoutes } from '@vexil/contract/factor';
import { gameRoutes } from '@vexil/contract/game';
import type { AccountPolicy } from '@vexil/contract/settings';
import { submissionMonitorRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildFactor, codeOfText } from '../../testing/factor';
import { freshToken } from '../../testing/requests';
import { deleteAllFactors } from './factor.service';

let test: TestApp;
let admin: AccountRow;
let monitor: AccountRow;
let organiser: AccountRow;
let player: AccountRow;
let gameId: number;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  admin = await buildAccount(test.db, { role: 'Admin' });
  monitor = await buildAccount(test.db, { role: 'Monitor' });
  organiser = await buildAccount(test.db);
  player = await buildAccount(test.db);
  gameId = (await buildGame(test.db, { hidden: true })).id;
  await test.db.insert(gameStaff).values({ gameId, accountId: organiser.id, role: 'organiser' });
});

async function setRequired(factorRequiredOf: AccountPolicy['factorRequiredOf'], factorRequiredFrom = 0): Promise<void> {
  await test.db.delete(configEntries);
  const values = Object.entries({ factorRequiredOf, factorRequiredFrom });
  await test.db
    .insert(configEntries)
    .values(values.map(([name, value]) => ({ key: `accountPolicy.${name}`, value: JSON.stringify(value) })));
}

const users = (as: AccountRow) => test.call(accountAdminRoutes.list, { as });
const submissionsOf = (as: AccountRow) => test.call(submissionMonitorRoutes.list, { as, params: { id: gameId } });
const dueOf = async (as: AccountRow) => (await test.call(accountRoutes.profile, { as })).body.factorDue;

it('is asked for until the day, and required from then on', async () => {
  const day = test.clock.now().getTime() + 60_000;
  await setRequired('Admins', day);
  expect(await dueOf(admin)).toBe(day);
  expect((await users(admin)).status).toBe(200);
  test.clock.advance(60_000);
  expectError(await users(admin), 'account.factorMissing');
  expect(await dueOf(admin)).toBe(day);
});

it('concerns those whom the setting names, and no others', async () => {
  await setRequired('Admins');
  for (const as of [monitor, organiser, player]) expect(await dueOf(as)).toBeNull();
  expect((await submissionsOf(monitor)).status).toBe(200);
  expect((await submissionsOf(organiser)).status).toBe(200);
  await setRequired('Staff');
  for (const as of [admin, monitor, organiser]) {
    expect(await dueOf(as)).toBe(0);
    expectError(await submissionsOf(as), 'account.factorMissing');
  }
  expect(await dueOf(player)).toBeNull();
  expectError(await submissionsOf(player), 'account.forbidden');
});

it('leaves a session what a visitor has, and no right of its account', async () => {
  const seen = () => test.call(gameRoutes.get, { as: admin, params: { id: gameId } });
  expect((await seen()).status).toBe(200);
  await setRequired('Admins');
  expectError(await seen(), 'game.notFound');
  expect((await test.call(configRoutes.client, { as: admin })).status).toBe(200);
});

it('opens everything as soon as one is set up, and closes it when the operator resets it', async () => {
  await setRequired('Admins');
  expectError(await users(admin), 'account.factorMissing');
  await test.call(factorRoutes.stepUp, { as: admin, body: { password: testPassword } });
  const { body: setup } = await test.call(factorRoutes.beginTotp, { as: admin });
  const code = codeOfText(setup.secret, test.clock.now());
  const body = { name: 'Phone', setup: setup.setup, code };
  expect((await test.call(factorRoutes.confirmTotp, { as: admin, body })).status).toBe(200);
  expect(await dueOf(admin)).toBeNull();
  expect((await users(admin)).status).toBe(200);
  await test.db.transaction((tx) => deleteAllFactors(tx, admin.id));
  expectError(await users(admin), 'account.factorMissing');
});

it('asks no token, and an account that has a factor is not asked again', async () => {
  await setRequired('Staff');
  const { text } = await freshToken(test, admin.id, { scopes: ['admin:read'] });
  const byToken = await test.app.inject({ url: '/api/admin/users', headers: { authorization: `Bearer ${text}` } });
  expect(byToken.statusCode).toBe(200);
  await buildFactor(test, organiser);
  expect((await submissionsOf(organiser)).status).toBe(200);
});

it('reaches who becomes staff within a minute, and may be set by an administrator without one', async () => {
  const version = (await test.call(configAdminRoutes.get, { as: admin })).body.version;
  const body = { accountPolicy: { factorRequiredOf: 'Staff' as const, factorRequiredFrom: 0 }, version };
  expect((await test.call(configAdminRoutes.update, { as: admin, body })).status).toBe(200);
  expectError(await test.call(configAdminRoutes.get, { as: admin }), 'account.factorMissing');
  expectError(await submissionsOf(player), 'account.forbidden');
  await test.db.insert(gameStaff).values({ gameId, accountId: player.id, role: 'observer' });
  expect(await dueOf(player)).toBe(0);
});
