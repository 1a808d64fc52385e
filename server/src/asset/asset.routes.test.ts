import { createHash, randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { assetRoutes } from '@vexil/contract/asset';
import { accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, flags } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { assetUrl } from '@vexil/rules/asset.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { multipartOf } from '../../testing/upload';

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

type Parts = Parameters<typeof multipartOf>[0];
const upload = (parts: Parts, as = admin, query = '') =>
  test.send({ method: 'POST', url: `/api/assets${query}`, as, ...multipartOf(parts) });

async function storeText(content: string, fileName = 'note.txt'): Promise<string> {
  const reply = await upload([{ field: 'files', fileName, content }]);
  return (reply.body as { hash: string }[])[0]?.hash ?? '';
}

describe('POST /api/assets', () => {
  it('stores an empty file, and gives it back', async () => {
    const reply = await upload([{ field: 'files', fileName: 'empty.bin', content: '' }]);
    expect(reply.body).toEqual([{ hash: sha256(''), name: 'empty.bin' }]);
    const url = `/assets/${sha256('')}/empty.bin`;
    const given = await test.send({ url });
    expect(given).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
    expect(given.body ?? '').toBe('');
    expect((await test.send({ url, headers: { range: 'bytes=0-' } })).status).toBe(416);
  });

  it('stores several files and keeps their order', async () => {
    const reply = await upload([
      { field: 'files', fileName: 'one.zip', content: 'first' },
      { field: 'other', fileName: 'ignored.bin', content: 'ignored' },
      { field: 'files', fileName: 'ünï.txt', content: 'second' },
    ]);
    expect(reply.body).toEqual([
      { hash: sha256('first'), name: 'one.zip' },
      { hash: sha256('second'), name: 'ünï.txt' },
    ]);
  });

  it('names every file as the query says', async () => {
    const reply = await upload([{ field: 'files', fileName: 'a.bin', content: 'named' }], admin, '?filename=b.bin');
    expect(reply.body).toEqual([{ hash: sha256('named'), name: 'b.bin' }]);
  });

  it('stores equal content once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => storeText('the same')));
    const rows = await test.db
      .select()
      .from(files)
      .where(eq(files.hash, sha256('the same')));
    expect(rows).toHaveLength(1);
  });

  it('gives known content the new name and the new time', async () => {
    const hash = await storeText('named again', 'first.txt');
    await test.db
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.hash, hash));
    await storeText('named again', 'second.txt');
    const [row] = await test.db.select().from(files).where(eq(files.hash, hash));
    expect(row).toMatchObject({ name: 'second.txt' });
    expect(row?.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('takes no files as an empty list', async () => {
    expect((await upload([])).body).toEqual([]);
  });

  it('serves organisers of any game and refuses observers, players and the unknown', async () => {
    const game = await buildGame(test.db);
    const [organiser, observer] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: organiser.id, role: 'organiser' },
      { gameId: game.id, accountId: observer.id, role: 'observer' },
    ]);
    const parts = [{ field: 'files', content: 'by an organiser' }];
    expect((await upload(parts, organiser)).status).toBe(200);
    expectError(await upload(parts, observer), 'account.forbidden');
    expectError(await upload(parts, await buildAccount(test.db)), 'account.forbidden');
    expectError(await upload(parts, await buildAccount(test.db, { role: 'Banned' })), 'account.banned');
    expectError(
      await test.send({ method: 'POST', url: '/api/assets', ...multipartOf(parts) }),
      'account.unauthenticated',
    );
  });

  it('refuses bodies that are no multipart body', async () => {
    const url = '/api/assets';
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    expectError(await test.send({ method: 'POST', url, as: admin, payload: { a: 1 } }), 'request.mediaType');
    expectError(
      await test.send({ method: 'POST', url, as: admin, payload: '--x\r\nnonsense', headers: broken }),
      'request.invalid',
    );
    expectError(
      await test.send({
        method: 'POST',
        url,
        as: admin,
        payload: 'x',
        headers: { 'content-type': 'multipart/form-data' },
      }),
      'request.invalid',
    );
    const cut = multipartOf([{ field: 'files', content: randomBytes(300_000) }]);
    expectError(
      await test.send({
        method: 'POST',
        url,
        as: admin,
        headers: cut.headers,
        payload: cut.payload.subarray(0, 200_000),
      }),
      'request.invalid',
    );
  });
});

describe('GET /assets/:hash/:name', () => {
  it('gives the content, to be kept for good', async () => {
    const hash = await storeText('hello');
    const reply = await test.send({ url: `/assets/${hash}/note.txt` });
    expect(reply.body).toBe('hello');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '5',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `attachment; filename="note.txt"; filename*=UTF-8''note.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${hash}"`,
    });
  });

  it('answers 304 to a client with the current copy, and HEAD without the content', async () => {
    const hash = await storeText('cached');
    const url = `/assets/${hash}/note.txt`;
    const cached = await test.send({ url, headers: { 'if-none-match': `"x", W/"${hash}"` } });
    expect(cached).toMatchObject({ status: 304, body: undefined });
    const head = await test.send({ method: 'HEAD', url });
    expect(head).toMatchObject({ status: 200, body: undefined, headers: { 'content-length': '6' } });
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, undefined, 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
    ['bytes=4-2', 200, '0123456789', undefined],
  ])('answers the range %s with %i', async (range, status, body, contentRange) => {
    const hash = await storeText('0123456789');
    const reply = await test.send({ url: `/assets/${hash}/a.bin`, headers: { range } });
    expect(reply.status).toBe(status);
    expect(reply.body).toBe(body);
    expect(reply.headers['content-range']).toBe(contentRange);
  });

  it('obeys the four conditional headers', async () => {
    const hash = await storeText('conditional');
    const url = `/assets/${hash}/a.bin`;
    const modified = String((await test.send({ url })).headers['last-modified']);
    const long = new Date(0).toUTCString();
    const statusWith = async (headers: Record<string, string>) => (await test.send({ url, headers })).status;
    expect(await statusWith({ 'if-match': `"x", "${hash}"` })).toBe(200);
    expect(await statusWith({ 'if-match': '*' })).toBe(200);
    expect(await statusWith({ 'if-match': `W/"${hash}"` })).toBe(412);
    expect(await statusWith({ 'if-unmodified-since': long })).toBe(412);
    expect(await statusWith({ 'if-unmodified-since': modified })).toBe(200);
    expect(await statusWith({ 'if-unmodified-since': long, 'if-match': '*' })).toBe(200);
    expect(await statusWith({ 'if-unmodified-since': 'soon' })).toBe(200);
    expect(await statusWith({ 'if-modified-since': modified })).toBe(304);
    expect(await statusWith({ 'if-modified-since': long })).toBe(200);
    expect(await statusWith({ 'if-modified-since': modified, 'if-none-match': '"other"' })).toBe(200);
    expect(await statusWith({ 'if-range': modified, range: 'bytes=0-1' })).toBe(206);
    expect(await statusWith({ 'if-range': long, range: 'bytes=0-1' })).toBe(200);
    const refused = await test.send({ url, headers: { 'if-match': '"other"' } });
    expectError(refused, 'request.preconditionFailed');
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  it('gives the whole when the range was meant for other content', async () => {
    const hash = await storeText('0123456789');
    const reply = await test.send({
      url: `/assets/${hash}/a.bin`,
      headers: { range: 'bytes=0-1', 'if-range': '"other"' },
    });
    expect(reply.status).toBe(200);
  });

  it.each(['page.html', 'drawing.svg', 'feed.xml', 'code.js', 'paper.pdf', 'none', 'x.PHP'])(
    'offers %s as a download',
    async (name) => {
      const hash = await storeText('<script>alert(1)</script>');
      const reply = await test.send({ url: `/assets/${hash}/${name}` });
      expect(reply.headers['content-disposition']).toMatch(/^attachment;/);
    },
  );

  it.each(['html', 'HTM', 'xhtml', 'xml', 'svg', 'svgz', 'js', 'mjs', 'cjs', 'css', 'wasm', 'xsl', 'mht', 'swf', 'ts'])(
    'gives no .%s as something that a page could run',
    async (extension) => {
      const hash = await storeText(`alert('${extension}')`, `evil.${extension}`);
      const [row] = await test.db.select().from(files).where(eq(files.hash, hash));
      expect(row?.contentType).toBe('application/octet-stream');
      // Rows of earlier releases still name such types.
      await test.db.update(files).set({ contentType: 'text/html' }).where(eq(files.hash, hash));
      for (const name of [`evil.${extension}`, 'evil', 'evil.unknown']) {
        expect((await test.send({ url: `/assets/${hash}/${name}` })).headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-disposition': expect.stringMatching(/^attachment;/),
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        });
      }
    },
  );

  it('shows pictures', async () => {
    const hash = await storeText('not really a picture');
    const reply = await test.send({ url: `/assets/${hash}/poster.PNG` });
    expect(reply.headers['content-type']).toBe('image/png');
    expect(reply.headers['content-disposition']).toMatch(/^inline;/);
  });

  it('keeps foreign letters and takes no header from the name', async () => {
    const hash = await storeText('named');
    const reply = await test.send({ url: `/assets/${hash}/${encodeURIComponent('旗"\r\nx: y.txt')}` });
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="____x_ y.txt"; filename*=UTF-8''%E6%97%97%22%0D%0Ax%3A%20y.txt`,
    );
  });

  it.each(['file 54.txt', '100% #1?.txt', 'a/b\\c', '旗.txt', `"quoted" [x].txt`])(
    'serves the name %j at the address that replies give',
    async (name) => {
      const hash = await storeText('named');
      const { pathname } = new URL(assetUrl(hash, name), 'http://site.test');
      for (const url of [pathname, `/assets/${hash}/${encodeURIComponent(name)}`]) {
        const reply = await test.send({ url });
        expect(reply.status).toBe(200);
        expect(reply.headers['content-disposition']).toContain(encodeURIComponent(name));
      }
    },
  );

  it('serves a name that comes without any encoding', async () => {
    const hash = await storeText('named');
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /assets/${hash}/"a"[b]^{c}|d<e>.txt HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
    const reply = await text(socket);
    expect(reply).toMatch(/^HTTP\/1.1 200 /);
    expect(reply).toContain(`filename*=UTF-8''${encodeURIComponent('"a"[b]^{c}|d<e>.txt')}`);
  });

  it('knows no file by another hash, and keeps no refusal', async () => {
    const reply = await test.send({ url: `/assets/${'0'.repeat(64)}/a.txt` });
    expectError(reply, 'asset.notFound');
    expect(reply.headers['cache-control']).toBe('no-store');
    expectError(await test.send({ url: `/assets/${'Z'.repeat(64)}/a.txt` }), 'request.notFound');
    expectError(await test.send({ url: `/assets/..%2f..%2fetc/passwd` }), 'request.notFound');
  });
});

describe('DELETE /api/assets/:hash', () => {
  it('deletes row and content', async () => {
    const hash = await storeText('to be deleted');
    expect((await test.call(assetRoutes.delete, { as: admin, params: { hash } })).status).toBe(200);
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `asset:${hash}`));
    expect(entry).toMatchObject({ action: 'asset.delete', accountId: admin.id, before: { name: 'note.txt' } });
    expect(await test.deps.storage.size(hash)).toBeUndefined();
    expectError(await test.call(assetRoutes.delete, { as: admin, params: { hash } }), 'asset.notFound');
  });

  it('keeps what is in use', async () => {
    const hash = await storeText('in use');
    const owner = await buildAccount(test.db);
    await test.db.update(accounts).set({ avatarHash: hash }).where(eq(accounts.id, owner.id));
    expectError(await test.call(assetRoutes.delete, { as: admin, params: { hash } }), 'asset.inUse');
    expect(await test.deps.storage.size(hash)).toBe(6);
  });

  it('leaves no row without content when others store the same at that moment', async () => {
    const content = 'stored and deleted';
    const hash = sha256(content);
    await storeText(content);
    await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        index % 2 ? storeText(content) : test.call(assetRoutes.delete, { as: admin, params: { hash } }),
      ),
    );
    const rows = await test.db.select().from(files).where(eq(files.hash, hash));
    expect((await test.deps.storage.size(hash)) !== undefined).toBe(rows.length === 1);
  });

  it('is for administrators', async () => {
    const params = { hash: '0'.repeat(64) };
    expectError(await test.call(assetRoutes.delete, { params }), 'account.unauthenticated');
    expectError(
      await test.call(assetRoutes.delete, { params, as: await buildAccount(test.db, { role: 'Monitor' }) }),
      'account.forbidden',
    );
  });
});

describe('GET /api/admin/files', () => {
  it('gives a page by name, with the number of all', async () => {
    await storeText('listed first', '!!a.txt');
    await storeText('listed second', '!!b.txt');
    const { body } = await test.call(assetRoutes.list, { as: admin, query: { count: 1, skip: 1 } });
    const total = (await test.db.select().from(files)).length;
    const listed = { hash: sha256('listed second'), name: '!!b.txt', sizeBytes: 13, isUsed: false };
    expect(body).toMatchObject({ data: [listed], length: 1, total });
    expect((await test.call(assetRoutes.list, { as: admin, query: { count: 0 } })).body).toMatchObject({ data: [] });
  });

  it('knows what is pointed at or named in a text, and finds the rest', async () => {
    const owner = await buildAccount(test.db);
    const [avatar, named, left] = [await storeText('!x one'), await storeText('!x two'), await storeText('!x three')];
    await test.db.update(accounts).set({ avatarHash: avatar }).where(eq(accounts.id, owner.id));
    const value = JSON.stringify(`See /assets/${named}/plan.pdf`);
    await test.db.insert(configEntries).values({ key: 'globalConfig.footerInfo', value });
    const used = async (hash: string) =>
      (await test.call(assetRoutes.list, { as: admin, query: { hint: hash } })).body.data.map(({ isUsed }) => isUsed);
    expect([await used(avatar), await used(named), await used(left)]).toEqual([[true], [true], [false]]);
    const uses = async (hash: string) =>
      (await test.call(assetRoutes.list, { as: admin, query: { hint: hash } })).body.data[0]?.uses;
    expect(await uses(avatar)).toEqual([{ kind: 'account', id: owner.id, gameId: null, name: owner.userName }]);
    expect(await uses(named)).toEqual([{ kind: 'platform', id: '', gameId: null, name: null }]);
    expect(await uses(left)).toEqual([]);
    const [second, unused] = [await storeText('!x four'), await storeText('!x five')];
    const [first, ofFlag] = await test.db
      .insert(attachments)
      .values([1, 2].map(() => ({ type: 'Remote' as const, remoteUrl: 'https://files.example/' })))
      .returning();
    const firstId = first?.id;
    await test.db.insert(attachments).values([
      { type: 'Local', fileHash: second, firstId },
      { type: 'Remote', remoteUrl: `https://files.example/assets/${left}`, firstId },
      { type: 'Local', fileHash: second, firstId: ofFlag?.id },
    ]);
    const { challenge } = await buildChallenge(test.db, { attachmentId: firstId });
    await test.db.update(flags).set({ attachmentId: ofFlag?.id }).where(eq(flags.challengeId, challenge.id));
    const use = { id: String(challenge.id), gameId: challenge.gameId, name: challenge.title };
    expect(await uses(second)).toEqual([
      { kind: 'challenge', ...use },
      { kind: 'flag', ...use },
    ]);
    expect(await uses(left)).toEqual([{ kind: 'challenge', ...use }]);
    const { body } = await test.call(assetRoutes.list, { as: admin, query: { unused: 'true', order: 'size' } });
    const hashes = body.data.map(({ hash }) => hash);
    expect(hashes).toContain(unused);
    expect(hashes.filter((hash) => [avatar, named, left, second].includes(hash))).toEqual([]);
  });

  it('is for administrators and checks its page', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await test.call(assetRoutes.list, {}), 'account.unauthenticated');
    expectError(await test.call(assetRoutes.list, { as: monitor }), 'account.forbidden');
    expectError(await test.call(assetRoutes.list, { as: admin, query: { count: 501 } }), 'request.invalid');
    expectError(await test.call(assetRoutes.list, { as: admin, query: { skip: -1 } }), 'request.invalid');
  });
});
