import { challengeEditRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { postEditRoutes } from '@vexil/contract/post';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../testing/app';

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
    expect(refused).toMatchObject({ status: 409, body: { current: { version: 2, ...shown('Theirs') } } });
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
