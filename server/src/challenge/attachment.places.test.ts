import { challengeEditRoutes, challengeRoutes, flagRoutes } from '@vexil/contract/challenge';
import { planRoutes } from '@vexil/contract/plan';
import type { AccountRow } from '@vexil/db/schema/account';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { S3Bucket } from '@vexil/runtime/storage/s3-bucket';
import { startS3, type TestS3 } from '@vexil/runtime/testing/s3';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { download, packageUpload, sha256, unzip, zipOf } from '../../testing/package';

let s3: TestS3;
let bucket: S3Bucket;
let test: TestApp;
let admin: AccountRow;
let game: GameRow;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  bucket = new S3Bucket(s3.settings);
  test = await createTestApp({ storage: { ...s3.settings, challengePrefix: 'tasks/' } });
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(async () => {
  await test.close();
  await bucket.close();
  await s3.close();
});
beforeEach(async () => {
  game = await buildGame(test.db);
  folder = `s3://${s3.settings.bucket}/tasks/${game.id}/`;
});

const place = (name: string, content: string) => bucket.store(`tasks/${game.id}/${name}`, Buffer.from(content));
const set = (challengeId: number, addresses: string[], id = game.id) =>
  test.call(challengeEditRoutes.setAttachments, {
    as: admin,
    params: { id, challengeId },
    body: { attachments: addresses.map((remoteUrl) => ({ attachmentType: 'Remote' as const, remoteUrl })) },
  });
/** The attachments of the game that is made of a package. */
async function copyOf(content: Record<string, unknown>) {
  const archive = packageUpload(await zipOf(content));
  const made = await test.send({ method: 'POST', url: '/api/edit/games/import', as: admin, ...archive });
  expect(made.status).toBe(200);
  return test.db
    .select({ type: attachments.type, fileHash: attachments.fileHash, remoteUrl: attachments.remoteUrl })
    .from(attachments)
    .innerJoin(challenges, eq(challenges.attachmentId, attachments.id))
    .where(eq(challenges.gameId, made.body as number));
}
const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url: encodeURI(url), headers });

describe('attachments in S3', () => {
  it('are files of the challenge for those who see it, from its release on', async () => {
    await place('deep/heap map.bin', 'the heap');
    const { challenge } = await buildChallenge(test.db, { gameId: game.id, isEnabled: false });
    const { captain } = await buildParticipation(test.db, { gameId: game.id });
    const reply = await set(challenge.id, [`${folder}deep/heap map.bin`, 'https://example.test/x']);
    const hash = sha256('the heap');
    expect(reply.body.attachments).toMatchObject([
      { type: 'Local', name: 'heap map.bin', fileHash: hash, fileSize: 8 },
      { type: 'Remote', url: 'https://example.test/x' },
    ]);
    const open = () =>
      test.call(challengeRoutes.get, { as: captain, params: { id: game.id, challengeId: challenge.id } });
    const early = await open();
    expectError(early, 'challenge.notFound');
    expect(JSON.stringify(early.body)).not.toContain(hash);
    await test.db.update(challenges).set({ isEnabled: true }).where(eq(challenges.id, challenge.id));
    const { context } = (await open()).body;
    expect(context).toMatchObject({ url: `/assets/${hash}/heap map.bin`, fileSize: 8 });
    expect(JSON.stringify(context)).not.toContain('s3:');
    const whole = await get(context.url ?? '');
    expect([whole.statusCode, whole.body]).toEqual([200, 'the heap']);
    expect(whole.headers['content-disposition']).toContain('attachment; filename="heap map.bin"');
    const part = await get(context.url ?? '', { range: 'bytes=4-5' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'he', 'bytes 4-5/8']);
    await place('deep/heap map.bin', 'other heap');
    expect((await get(context.url ?? '')).statusCode).toBe(404);
    await set(challenge.id, []);
    expect((await bucket.head(`tasks/${game.id}/deep/heap map.bin`))?.ContentLength).toBe(10);
  });

  it('are refused by field where they are no object of the game', async () => {
    const other = await buildGame(test.db);
    await bucket.store(`tasks/${other.id}/a`, Buffer.from('foreign'));
    await bucket.store('a', Buffer.from('of the bucket'));
    await place('a', 'own');
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { bucket: name } = s3.settings;
    const refused = [
      `${folder}missing`,
      `${folder}../${other.id}/a`,
      `${folder}./a`,
      `${folder}/a`,
      folder,
      's3://',
      `s3://${name}/a`,
      `s3://${name}/tasks/a`,
      `s3://${name}/tasks/${other.id}/a`,
      `s3://another/tasks/${game.id}/a`,
      `S3://${name}/tasks/${game.id}/a`,
      `s3://${name}/${s3.settings.prefix}objects/a`,
      `${folder}${'x'.repeat(1024)}`,
      `${folder}a\u007f`,
      folder + '\u202e'.repeat(600),
    ];
    for (const address of refused) {
      const reply = await set(challenge.id, ['https://example.test/x', address]);
      expectError(reply, 'asset.placeInvalid');
      expect(reply.body).toMatchObject({ details: [{ path: 'attachments.1.remoteUrl' }] });
    }
    const params = { id: game.id, challengeId: challenge.id };
    const one = await test.call(challengeEditRoutes.setAttachment, {
      as: admin,
      params,
      body: { attachmentType: 'Remote', remoteUrl: `${folder}missing` },
    });
    expectError(one, 'asset.placeInvalid');
    const flags = await test.call(flagRoutes.add, {
      as: admin,
      params,
      body: [{ flag: 'f', attachments: [{ attachmentType: 'Remote', remoteUrl: `${folder}missing` }] }],
    });
    expectError(flags, 'asset.placeInvalid');
    expect(flags.body).toMatchObject({ details: [{ path: '0.attachments.0.remoteUrl' }] });
    expect(await test.db.select().from(attachments)).toEqual([]);
    const mallory = await buildAccount(test.db);
    const foreign = await test.call(challengeEditRoutes.setAttachments, {
      as: mallory,
      params,
      body: { attachments: [{ attachmentType: 'Remote', remoteUrl: `${folder}a` }] },
    });
    expectError(foreign, 'account.forbidden');
  });

  it('are refused where nothing is set for them', async () => {
    const plain = await createTestApp();
    const { challenge } = await buildChallenge(plain.db);
    const reply = await plain.call(challengeEditRoutes.setAttachments, {
      as: await buildAccount(plain.db, { role: 'Admin' }),
      params: { id: challenge.gameId, challengeId: challenge.id },
      body: { attachments: [{ attachmentType: 'Remote', remoteUrl: `s3://bucket/tasks/${challenge.gameId}/a` }] },
    });
    expectError(reply, 'asset.placeInvalid');
    await plain.close();
  });

  it('have keys of any characters up to the longest, and are set once by fifty requests at once', async () => {
    const longest = `%2e%2e/<b>"'&?#旗 ${'🏁'.repeat(300)}`;
    const key = [...longest].slice(0, 250).join('');
    await place(key, 'worst');
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const replies = await Promise.all(Array.from({ length: 50 }, () => set(challenge.id, [`${folder}${key}`])));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const stored = await test.db.select().from(attachments);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.fileName).toMatch(/^<b>"'&\?#旗 🏁+$/u);
    const [url = ''] = replies.map(({ body }) => body.attachments[0]?.url ?? '');
    const file = await test.app.inject({ url: url.split('/').map(encodeURIComponent).join('/') });
    expect([file.statusCode, file.body]).toEqual([200, 'worst']);
  });

  it('are compared by a plan by their content, and come with a package', async () => {
    await place('kettle.zip', 'steam');
    const attached = (remoteUrl: string) => ({
      key: 'kettle',
      path: 'kettle/challenge.yml',
      challenge: {
        title: 'Kettle',
        attachment: { type: 'Remote' as const, remoteUrl, fileName: 'kettle.zip' },
        flags: { static: [{ value: 'f', attachment: { type: 'Remote' as const, remoteUrl, fileName: 'own.zip' } }] },
      },
    });
    const planOf = async (address = `${folder}kettle.zip`) =>
      (
        await test.call(planRoutes.create, {
          as: admin,
          params: { id: game.id },
          body: { challenges: [attached(address)] },
        })
      ).body;
    const missing = await planOf(`${folder}missing.zip`);
    expect(missing.changes).toMatchObject([{ problem: { code: 'asset.placeInvalid' } }]);
    expect(missing.changes[0]?.problem?.field).toMatch(/remoteUrl$/);
    const plan = await planOf();
    expect(plan).toMatchObject({ changes: [{ kind: 'Add', problem: null }], missingFiles: [] });
    const applied = await test.call(planRoutes.apply, {
      as: admin,
      params: { id: game.id, planId: plan.id },
      body: { allow: ['game', 'flags', 'values'] },
    });
    expect(applied.status).toBe(200);
    expect(await planOf()).toMatchObject({ changes: [], unchanged: 1 });
    const cookie = await test.signIn(admin);
    const content = await unzip((await download(test.app, game.id, cookie)).content);
    expect(String(content[`files/${sha256('steam')}`])).toBe('steam');
    const [, packed] = Object.entries(content).find(([path]) => path.startsWith('challenges/')) ?? [];
    expect(packed).toMatchObject({
      attachment: { type: 'Local', hash: sha256('steam'), remoteUrl: `${folder}kettle.zip` },
      flags: { static: [{ attachment: { fileName: 'own.zip', remoteUrl: `${folder}kettle.zip` } }] },
    });
    expect(await copyOf(content)).toEqual([{ type: 'Local', fileHash: sha256('steam'), remoteUrl: null }]);
    await place('kettle.zip', 'more steam');
    expect((await planOf()).changes).toMatchObject([
      { kind: 'Change', fields: [{ field: 'flags' }, { field: 'attachments' }] },
    ]);
  });

  it('are no part of a package', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    await set(challenge.id, ['https://example.test/x']);
    const cookie = await test.signIn(admin);
    const content = await unzip((await download(test.app, game.id, cookie)).content);
    await place('a', 'own');
    const text = JSON.stringify(content).replace('https://example.test/x', `${folder}a`);
    const archive = await zipOf(JSON.parse(text) as Record<string, unknown>);
    const reply = await test.send({
      method: 'POST',
      url: '/api/edit/games/import',
      as: admin,
      ...packageUpload(archive),
    });
    expectError(reply, 'package.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: expect.stringMatching(/attachment\.remoteUrl$/) }] });
  });
});
