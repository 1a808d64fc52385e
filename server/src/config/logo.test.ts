import { createHash, randomBytes } from 'node:crypto';
import { assetRoutes } from '@vexil/contract/asset';
import { configAdminRoutes, configRoutes } from '@vexil/contract/config-info';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { buildAccount } from '@vexil/db/testing/account';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { multipartOf } from '../../testing/upload';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  await test.db.delete(files);
  await test.db.delete(auditEntries);
});

const picture = (colour: string, width = 1000) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: colour } })
    .png()
    .toBuffer();

const url = '/api/admin/config/logo';
const upload = (content: Buffer | string, as = admin, field = 'file') =>
  test.send({ method: 'POST', url, as, ...multipartOf([{ field, content }]) });
const remove = () => test.call(configAdminRoutes.deleteLogo, { as: admin });
const hashes = async () => (await test.call(configAdminRoutes.get, { as: admin })).body.globalConfig;
const download = (path: string) => test.app.inject(path);

describe('POST /api/admin/config/logo', () => {
  it('stores a logo of 640 and a favicon of 256 pixels and shows both', async () => {
    expect(await upload(await picture('#c2410c'))).toMatchObject({ status: 200, body: undefined });
    const { logoUrl } = (await test.call(configRoutes.client)).body;
    expect(logoUrl).toBe(`/assets/${(await hashes()).logoHash}/logo`);
    const logo = await download(logoUrl ?? '');
    expect(logo.headers['content-type']).toBe('image/webp');
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640 });
    const favicon = await download('/favicon.webp');
    expect(favicon.headers['content-type']).toBe('image/webp');
    expect(await sharp(favicon.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });

  it('lets go of the logo it replaces and writes both down', async () => {
    await upload(await picture('#c2410c'));
    const before = await hashes();
    await upload(await picture('#0c41c2'));
    const after = await hashes();
    const stored = (await test.db.select().from(files)).map(({ hash }) => hash).sort();
    expect(stored).toEqual([after.logoHash, after.faviconHash].sort());
    expect(stored).not.toContain(before.logoHash);
    const entries = await test.db.select().from(auditEntries);
    expect(entries.map(({ action }) => action)).toEqual(['config.update', 'config.update']);
    expect(entries[1]?.after).toMatchObject({ 'globalConfig.logoHash': after.logoHash });
  });

  it('keeps the logo when the same comes again, and a picture so small that both are one', async () => {
    const small = await picture('#123456', 100);
    await upload(small);
    await upload(small);
    const { logoHash, faviconHash } = await hashes();
    expect(logoHash).toBe(faviconHash);
    expect((await download(`/assets/${logoHash}/logo`)).statusCode).toBe(200);
  });

  it('keeps its files from being deleted', async () => {
    await upload(await picture('#c2410c'));
    const { logoHash, faviconHash } = await hashes();
    for (const hash of [logoHash ?? '', faviconHash ?? '']) {
      expectError(await test.call(assetRoutes.delete, { as: admin, params: { hash } }), 'asset.inUse');
    }
  });

  it('keeps the frames of a GIF', async () => {
    const gif = await sharp(await picture('#c2410c'))
      .gif()
      .toBuffer();
    await upload(gif);
    const favicon = await download('/favicon.webp');
    expect(favicon.headers['content-type']).toBe('image/gif');
  });

  it('refuses what is no picture, empty, too large or not there, and keeps what was', async () => {
    await upload(await picture('#c2410c'));
    const before = await hashes();
    expectError(await upload('not a picture'), 'asset.notAnImage');
    expectError(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'asset.notAnImage');
    expectError(await upload(''), 'asset.empty');
    expectError(await upload(randomBytes(3 * 1024 * 1024 + 1)), 'asset.tooLarge');
    expectError(await upload('x', admin, 'other'), 'asset.fileMissing');
    expectError(await test.send({ method: 'POST', url, as: admin, payload: {} }), 'request.mediaType');
    expect(await hashes()).toEqual(before);
  });

  it('leaves two files that belong together when twenty are uploaded at once', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 20 }, (_, index) => picture(`#${100_000 + index * 40_000}`)),
    );
    const replies = await Promise.all(pictures.map((content) => upload(content)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { logoHash, faviconHash } = await hashes();
    const stored = (await test.db.select().from(files)).map(({ hash }) => hash).sort();
    expect(stored).toEqual([logoHash, faviconHash].sort());
  });

  it('is for administrators', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await upload(await picture('#c2410c'), monitor), 'account.forbidden');
    expectError(await test.call(configAdminRoutes.deleteLogo, { as: monitor }), 'account.forbidden');
    expectError(await test.call(configAdminRoutes.deleteLogo), 'account.unauthenticated');
    expect(await test.db.$count(files)).toBe(0);
  });
});

describe('DELETE /api/admin/config/logo', () => {
  it('goes back to the own pictures and lets go of the files', async () => {
    await upload(await picture('#c2410c'));
    expect(await remove()).toMatchObject({ status: 200, body: undefined });
    expect(await hashes()).toMatchObject({ logoHash: '', faviconHash: '' });
    expect((await test.call(configRoutes.client)).body.logoUrl).toBeNull();
    expect(await test.db.$count(files)).toBe(0);
  });

  it('succeeds without a logo', async () => {
    expect((await remove()).status).toBe(200);
  });
});

describe('an icon of its own', () => {
  const iconUrl = '/api/admin/config/favicon';
  const send = async (colour: string, as = admin) =>
    test.send({
      method: 'POST',
      url: iconUrl,
      as,
      ...multipartOf([{ field: 'file', content: await picture(colour, 300) }]),
    });
  const back = (as = admin) => test.call(configAdminRoutes.deleteFavicon, { as });

  it('is served in place of the one made of the logo, and outlives other logos', async () => {
    await upload(await picture('#c2410c'));
    const ofLogo = await hashes();
    expect((await send('#00ff00')).status).toBe(200);
    const own = await hashes();
    expect(own).toMatchObject({ logoHash: ofLogo.logoHash, hasOwnFavicon: true });
    expect(own.faviconHash).not.toBe(ofLogo.faviconHash);
    for (const path of ['/favicon.webp', '/favicon.ico']) {
      const { width, channels, format } = await sharp((await download(path)).rawPayload).metadata();
      expect([path, width, channels, format]).toEqual([path, 256, 3, 'webp']);
    }
    await upload(await picture('#0c41c2'));
    expect(await hashes()).toMatchObject({ faviconHash: own.faviconHash, hasOwnFavicon: true });
    await remove();
    expect(await hashes()).toMatchObject({ logoHash: '', faviconHash: own.faviconHash, hasOwnFavicon: true });
    expect((await test.db.select().from(files)).map(({ hash }) => hash)).toEqual([own.faviconHash]);
  });

  it('gives way to the one of the logo, or to ours without a logo', async () => {
    await send('#00ff00');
    await back();
    expect(await hashes()).toMatchObject({ faviconHash: '', hasOwnFavicon: false });
    expect(await test.db.$count(files)).toBe(0);
    await upload(await picture('#c2410c'));
    await send('#00ff00');
    await back();
    const { logoHash, faviconHash, hasOwnFavicon } = await hashes();
    expect(hasOwnFavicon).toBe(false);
    expect((await download('/favicon.ico')).headers.etag).toBe(`"favicon-${faviconHash?.slice(0, 8)}"`);
    expect(await test.db.$count(files)).toBe(2);
    expect(logoHash).not.toBe(faviconHash);
    await upload(await picture('#0c41c2'));
    expect((await hashes()).faviconHash).not.toBe(faviconHash);
  });

  it('is a picture, and for administrators', async () => {
    const bad = { method: 'POST', url: iconUrl, as: admin } as const;
    expectError(
      await test.send({ ...bad, ...multipartOf([{ field: 'file', content: 'no picture' }]) }),
      'asset.notAnImage',
    );
    expectError(await test.send({ ...bad, ...multipartOf([{ field: 'file', content: '' }]) }), 'asset.empty');
    const large = randomBytes(3 * 1024 * 1024 + 1);
    expectError(await test.send({ ...bad, ...multipartOf([{ field: 'file', content: large }]) }), 'asset.tooLarge');
    expectError(await test.send({ ...bad, ...multipartOf([{ field: 'other', content: 'x' }]) }), 'asset.fileMissing');
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await send('#00ff00', monitor), 'account.forbidden');
    expectError(await back(monitor), 'account.forbidden');
    expect(await hashes()).toMatchObject({ hasOwnFavicon: false });
  });
});

describe('GET /favicon.webp', () => {
  it('has a picture of its own', async () => {
    const reply = await download('/favicon.webp');
    const hash = createHash('sha256').update(reply.rawPayload).digest('hex');
    expect(reply.headers).toMatchObject({ 'content-type': 'image/webp', etag: `"favicon-${hash.slice(0, 8)}"` });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
  });

  it('answers 304 until it changes, and HEAD without the content', async () => {
    const { etag } = (await download('/favicon.webp')).headers;
    const again = () => test.send({ url: '/favicon.webp', headers: { 'if-none-match': String(etag) } });
    expect(await again()).toMatchObject({ status: 304, body: undefined });
    expect(await test.send({ method: 'HEAD', url: '/favicon.webp' })).toMatchObject({ status: 200, body: undefined });
    await upload(await picture('#c2410c'));
    expect((await again()).status).toBe(200);
    expect((await again()).headers.etag).toBe(`"favicon-${(await hashes()).faviconHash?.slice(0, 8)}"`);
  });
});
