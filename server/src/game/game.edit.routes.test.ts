import { createPublicKey } from 'node:crypto';
import { gameEditRoutes as routes } from '@vexil/contract/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { gameStaff, games } from '@vexil/db/schema/game';
import { createSealing } from '@vexil/db/sealing';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, jobsIn, messagesIn } from '../../testing/outbox';
import { multipartOf } from '../../testing/upload';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const start = Date.UTC(2030, 0, 1);
const end = Date.UTC(2030, 0, 2);
const storedGame = async (id: number) => (await test.db.select().from(games).where(eq(games.id, id)))[0];
const entriesOf = (gameId: number) =>
  test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId)).orderBy(auditEntries.id);

describe('POST /api/edit/games', () => {
  it('creates a game from title and times, with its own key pair', async () => {
    const reply = await test.call(routes.create, { as: admin, body: { title: 'Spring', start, end } });
    expect(reply.body).toMatchObject({
      title: 'Spring',
      start,
      end,
      writeupDeadline: end,
      practiceMode: true,
      hidden: false,
      containerCountLimit: 3,
      teamMemberCountLimit: 0,
      bloodBonus: 52459530,
      inviteCode: null,
      poster: null,
    });
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(reply.body.publicKey, 'base64'),
    ]);
    expect(createPublicKey({ key: spki, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ed25519');
    const sealed = (await storedGame(reply.body.id))?.privateKeySealed ?? '';
    const seed = createSealing(testSecretKey).unseal(sealed);
    expect(Buffer.from(seed, 'base64')).toHaveLength(32);
    expect(JSON.stringify(reply.body)).not.toContain(sealed);
  });

  it.each([-62_135_596_800_000, -1, 0, 999, '0001-01-01T00:00:00Z'])('reads the time %j as unset', async (unset) => {
    const time = unset as number;
    const body = { title: 'Synchronised', start, end, writeupDeadline: time, freezeTime: time };
    const created = await test.call(routes.create, { as: admin, body });
    expect(created).toMatchObject({ status: 200, body: { writeupDeadline: end, freezeTime: null } });
    const params = { id: created.body.id };
    const set = { writeupDeadline: 1000, freezeTime: start };
    await test.call(routes.update, { as: admin, params, body: set });
    const updated = await test.call(routes.update, { as: admin, params, body });
    expect(updated).toMatchObject({ status: 200, body: { writeupDeadline: 1000, freezeTime: null } });
  });

  it('audits without secrets', async () => {
    const body = { title: 'Summer', start, end, inviteCode: 'sesame' };
    const { id } = (await test.call(routes.create, { as: admin, body })).body;
    const entries = await entriesOf(id);
    expect(entries).toMatchObject([{ accountId: admin.id, action: 'game.create', target: `game:${id}`, before: null }]);
    expect(entries[0]?.after).toMatchObject({ title: 'Summer', inviteCode: '(secret)', privateKeySealed: '(secret)' });
    expect(JSON.stringify(entries)).not.toContain('sesame');
  });

  it('refuses an end before the start and names the field', async () => {
    const reply = await test.call(routes.create, { as: admin, body: { title: 'Never', start, end: start } });
    expectError(reply, 'game.endBeforeStart');
    expect(reply.body).toMatchObject({ status: 400, details: [{ path: 'end' }] });
  });

  it.each([
    [{ title: ' ', start, end }, 'title'],
    [{ title: 'x', start, end, inviteCode: 'y'.repeat(33) }, 'inviteCode'],
    [{ title: 'x', start, end: 8.64e15 }, 'end'],
  ])('refuses %j', async (body, path) => {
    const reply = await test.call(routes.create, { as: admin, body });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('replaces an invalid bonus by the default', async () => {
    const body = { title: 'Bonus', start, end, bloodBonus: 1023 };
    expect((await test.call(routes.create, { as: admin, body })).body.bloodBonus).toBe(52459530);
    const fixed = { ...body, bloodBonusPoints: [100, 50, 0] as [number, number, number] };
    expect((await test.call(routes.create, { as: admin, body: fixed })).body.bloodBonusPoints).toEqual([100, 50, 0]);
    const none = { ...body, bloodBonus: 0 };
    expect((await test.call(routes.create, { as: admin, body: none })).body.bloodBonus).toBe(0);
  });

  it('needs an administrator', async () => {
    const user = await buildAccount(test.db);
    expectError(await test.call(routes.create, { as: user, body: { title: 'x', start, end } }), 'account.forbidden');
  });
});

describe('GET /api/edit/games', () => {
  it('lists all games for administrators and their own for organisers, newest first', async () => {
    const [one, two] = [await buildGame(test.db, { hidden: true }), await buildGame(test.db)];
    const organiser = await buildAccount(test.db);
    const place = { accountId: organiser.id, role: 'organiser' as const };
    await test.db.insert(gameStaff).values([
      { ...place, gameId: one.id },
      { ...place, gameId: two.id, role: 'observer' },
    ]);
    const all = await test.call(routes.list, { as: admin, query: { count: 2 } });
    expect(all.body.data.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(all.body.total).toBeGreaterThan(2);
    const own = await test.call(routes.list, { as: organiser, query: { count: 100 } });
    expect(own.body).toMatchObject({ total: 1, data: [{ id: one.id }] });
    const none = await test.call(routes.list, { as: await buildAccount(test.db), query: { count: 100 } });
    expect(none.body).toEqual({ data: [], length: 0, total: 0 });
    expect((await test.call(routes.list, { as: admin })).body.data).toEqual([]);
  });
});

describe('PUT /api/edit/games/{id}', () => {
  it('changes the sent members, keeps the rest, and publishes it', async () => {
    const game = await buildGame(test.db, { summary: 'Old', inviteCode: 'sesame', practiceMode: false });
    const params = { id: game.id };
    const reply = await test.call(routes.update, { as: admin, params, body: { title: 'New', inviteCode: '' } });
    expect(reply.body).toMatchObject({ title: 'New', summary: 'Old', inviteCode: null, practiceMode: false });
    expect((await test.call(routes.get, { as: admin, params })).body).toEqual(reply.body);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([
      { target: 'GameChanged', payload: { gameId: game.id } },
    ]);
    expect(await boardVersionsOf(test.deps, game.id)).toEqual([1]);
    expect(await entriesOf(game.id)).toMatchObject([
      { before: { title: game.title, inviteCode: '(secret)' }, after: { title: 'New', inviteCode: null } },
    ]);
  });

  it('accepts an empty change', async () => {
    const game = await buildGame(test.db);
    expect((await test.call(routes.update, { as: admin, params: { id: game.id }, body: {} })).status).toBe(200);
    expect(await entriesOf(game.id)).toEqual([]);
  });

  it('compares a single time with the stored one', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const late = await test.call(routes.update, { as: admin, params, body: { start: game.endAt.getTime() } });
    expectError(late, 'game.endBeforeStart');
    expect(late.body).toMatchObject({ details: [{ path: 'start' }] });
    const early = await test.call(routes.update, { as: admin, params, body: { end: game.startAt.getTime() } });
    expect(early.body).toMatchObject({ details: [{ path: 'end' }] });
  });

  it('keeps the fields of both when two organisers save at once', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const texts = { title: 'T', summary: 'S', content: 'C', writeupNote: 'N' };
    const changes = Object.entries(texts).map(([name, text]) =>
      test.call(routes.update, { as: admin, params, body: { [name]: text } }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await storedGame(game.id)).toMatchObject(texts);
  });

  it('refuses an unknown game', async () => {
    const missing = { as: admin, params: { id: 987654 } };
    expectError(await test.call(routes.update, { ...missing, body: { title: 'x' } }), 'game.notFound');
    expectError(await test.call(routes.get, missing), 'game.notFound');
    expectError(await test.call(routes.delete, missing), 'game.notFound');
    expectError(await test.call(routes.hashSalt, missing), 'game.notFound');
    expectError(await test.call(routes.updateAccepted, missing), 'game.notFound');
    expect((await test.call(routes.flushScoreboard, missing)).status).toBe(200);
  });
});

describe('DELETE /api/edit/games/{id}', () => {
  it('deletes everything of the game and removes its containers', async () => {
    const game = await buildGame(test.db);
    const hash = 'a'.repeat(64);
    await test.db.insert(files).values({ hash, name: 'task.zip', sizeBytes: 1 }).onConflictDoNothing();
    const [attachment] = await test.db
      .insert(attachments)
      .values({ type: 'Local', fileHash: hash, fileName: 'task.zip' })
      .returning();
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'StaticContainer',
      attachmentId: attachment?.id ?? 0,
    });
    const { participation } = await buildParticipation(test.db, { gameId: game.id });
    await test.db.insert(containers).values({
      kind: 'Team',
      gameId: game.id,
      challengeId: challenge.id,
      participationId: participation.id,
      image: 'nginx',
      state: 'running',
      expiresAt: new Date(Date.now() + 1000),
    });
    const reply = await test.call(routes.delete, { as: admin, params: { id: game.id } });
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(await storedGame(game.id)).toBeUndefined();
    const left = await Promise.all([
      test.db.select().from(attachments),
      test.db.select().from(containers),
      test.db.select().from(challenges).where(eq(challenges.gameId, game.id)),
    ]);
    expect(left).toEqual([[], [], []]);
    expect(await test.db.select().from(files)).toHaveLength(1);
    expect((await jobsIn(test.deps, 'sweep')).map(({ name }) => name)).toContain('reconcile-containers');
    const entries = await entriesOf(game.id);
    expect(entries).toMatchObject([{ action: 'game.delete', before: { title: game.title }, after: null }]);
  });
});

describe('PUT /api/edit/games/{id}/poster', () => {
  it('stores and shows the poster', async () => {
    const game = await buildGame(test.db);
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const url = `/api/edit/games/${game.id}/poster`;
    const reply = await test.send({ method: 'PUT', url, as: admin, ...multipartOf([{ content: picture }]) });
    expect(reply.body).toMatch(/^\/assets\/[0-9a-f]{64}\/poster\.webp$/);
    const seen = await test.call(routes.get, { as: admin, params: { id: game.id } });
    expect(`${seen.body.poster}.webp`).toBe(reply.body);
  });

  it('refuses other files and unknown games', async () => {
    const game = await buildGame(test.db);
    const upload = { method: 'PUT' as const, as: admin, ...multipartOf([{ content: 'words' }]) };
    expectError(await test.send({ ...upload, url: `/api/edit/games/${game.id}/poster` }), 'asset.notAnImage');
    expectError(await test.send({ ...upload, url: '/api/edit/games/987654/poster' }), 'game.notFound');
  });
});

describe('other calls of a game', () => {
  it('return the salt, which never changes', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const salt = (await test.call(routes.hashSalt, { as: admin, params })).body;
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    await test.call(routes.update, { as: admin, params, body: { title: 'Renamed' } });
    expect((await test.call(routes.hashSalt, { as: admin, params })).body).toBe(salt);
  });

  it('recompute the scoreboard, under the old name as well', async () => {
    for (const route of [routes.flushScoreboard, routes.updateAccepted]) {
      const game = await buildGame(test.db);
      expect((await test.call(route, { as: admin, params: { id: game.id } })).status).toBe(200);
      expect(await boardVersionsOf(test.deps, game.id)).toEqual([1]);
    }
  });
});
