import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeEditRoutes } from '@vexil/contract/notice';
import { postEditRoutes } from '@vexil/contract/post';
import type { Scope } from '@vexil/contract/scope.rules';
import { teamAdminRoutes } from '@vexil/contract/team-admin';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { buildToken } from '../../testing/token';

let test: TestApp;
let admin: AccountRow;
let gameId: number;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  gameId = (await buildGame(test.db)).id;
});
afterAll(() => test.close());

type Saved = { status: number; body: { version: number; current?: unknown } };
type Save = (change: { text?: string; version?: number | null }) => Promise<Saved>;

const textOf: Record<string, string> = { game: 'title', challenge: 'title', division: 'name', post: 'title' };

async function build(kind: string): Promise<Save> {
  const as = admin;
  const name = textOf[kind] as string;
  const body = ({ text, version }: { text?: string; version?: number | null }) =>
    ({ ...(text && { [name]: text }), ...(version !== undefined && { version }) }) as never;
  switch (kind) {
    case 'game': {
      const { id } = await buildGame(test.db);
      return async (change) => test.call(gameEditRoutes.update, { as, params: { id }, body: body(change) });
    }
    case 'challenge': {
      const { challenge } = await buildChallenge(test.db, { gameId });
      const params = { id: gameId, challengeId: challenge.id };
      return async (change) => test.call(challengeEditRoutes.update, { as, params, body: body(change) });
    }
    case 'division': {
      const made = await test.call(divisionRoutes.create, { as, params: { id: gameId }, body: { name: 'Open' } });
      const params = { id: gameId, divisionId: made.body.id };
      return async (change) => test.call(divisionRoutes.update, { as, params, body: body(change) });
    }
    default: {
      const { body: id } = await test.call(postEditRoutes.create, { as, body: { title: 'News' } });
      return async (change) => test.call(postEditRoutes.update, { as, params: { id }, body: body(change) });
    }
  }
}

describe.each(Object.keys(textOf))('a save of a %s', (kind) => {
  const shown = (text: string) => ({ [textOf[kind] as string]: text });

  it('counts its version up', async () => {
    const save = await build(kind);
    expect(await save({ text: 'One', version: 1 })).toMatchObject({
      status: 200,
      body: { version: 2, ...shown('One') },
    });
    expect(await save({ text: 'Two', version: 2 })).toMatchObject({
      status: 200,
      body: { version: 3, ...shown('Two') },
    });
  });

  it('is refused on an old version, with what is stored', async () => {
    const save = await build(kind);
    await save({ text: 'Theirs', version: 1 });
    const refused = await save({ text: 'Mine', version: 1 });
    expectError(refused as never, 'request.outdated');
    const lastSave = { userName: admin.userName, time: expect.any(Number) };
    expect(refused).toMatchObject({ status: 409, body: { current: { version: 2, ...shown('Theirs') }, lastSave } });
    expect(await save({ text: 'Mine', version: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
  });

  it('is not checked without a version', async () => {
    const save = await build(kind);
    await save({ text: 'Theirs', version: 1 });
    expect(await save({ text: 'Mine' })).toMatchObject({ status: 200, body: { version: 3 } });
    expect(await save({ text: 'Mine again', version: null })).toMatchObject({ status: 200, body: { version: 4 } });
  });

  it('wins alone among fifty on the same version', async () => {
    const save = await build(kind);
    const saves = await Promise.all(Array.from({ length: 50 }, (_, at) => save({ text: `Text ${at}`, version: 1 })));
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(saves.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await save({ version: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
  });
});

it('leaves the version out of the audit log', async () => {
  const { id } = await buildGame(test.db);
  await test.call(gameEditRoutes.update, { as: admin, params: { id }, body: { title: 'Spring', version: 1 } });
  const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, id));
  expect(Object.keys(entry?.after ?? {})).toEqual(['title']);
});

describe('a token that may write', () => {
  const refusals: Record<string, (headers: { authorization: string }) => Promise<TestReply<unknown>>> = {
    game: async (headers) =>
      test.call(gameEditRoutes.update, { headers, params: { id: (await buildGame(test.db)).id }, body: outdated }),
    challenge: async (headers) => {
      const { challenge } = await buildChallenge(test.db, { gameId });
      const params = { id: gameId, challengeId: challenge.id };
      return test.call(challengeEditRoutes.update, { headers, params, body: outdated });
    },
    division: async (headers) => {
      const body = { name: 'Open' };
      const made = await test.call(divisionRoutes.create, { as: admin, params: { id: gameId }, body });
      const params = { id: gameId, divisionId: made.body.id };
      return test.call(divisionRoutes.update, { headers, params, body: outdated });
    },
    post: async (headers) => {
      const { body: id } = await test.call(postEditRoutes.create, { as: admin, body: { title: 'News' } });
      return test.call(postEditRoutes.update, { headers, params: { id }, body: outdated });
    },
    notice: async (headers) => {
      const body = { content: 'Lunch.' };
      const made = await test.call(noticeEditRoutes.create, { as: admin, params: { id: gameId }, body });
      const params = { id: gameId, noticeId: made.body.id };
      return test.call(noticeEditRoutes.update, { headers, params, body: { ...body, ...outdated } });
    },
    account: async (headers) => {
      const { id: userId } = await buildAccount(test.db);
      return test.call(accountAdminRoutes.update, { headers, params: { userId }, body: outdated });
    },
    team: async (headers) => {
      const { team } = await buildTeam(test.db);
      return test.call(teamAdminRoutes.update, { headers, params: { id: team.id }, body: outdated });
    },
    settings: (headers) => test.call(configAdminRoutes.update, { headers, body: outdated }),
    'mail text': (headers) =>
      test.call(configAdminRoutes.setMailText, {
        headers,
        body: { kind: 'ResetPassword', language: 'en-US', subject: 'New', text: null, ...outdated },
      }),
  };
  const outdated = { version: 77 };

  it.each(Object.keys(refusals))('learns what is stored of a %s only where it may read it', async (kind) => {
    const area = ['account', 'team', 'settings', 'mail text'].includes(kind) ? 'admin' : 'edit';
    const refused = async (scopes: Scope[]) =>
      refusals[kind]?.((await buildToken(test, admin, scopes)).headers) as Promise<TestReply<unknown>>;
    const without = await refused([`${area}:write`, area === 'admin' ? 'edit:read' : 'admin:read']);
    expectError(without, 'request.outdated');
    expect(without.body).not.toHaveProperty('current');
    expect(without.body).not.toHaveProperty('lastSave');
    const both = await refused([`${area}:write`, `${area}:read`]);
    expectError(both, 'request.outdated');
    expect(both.body).toHaveProperty('current');
  });
});
