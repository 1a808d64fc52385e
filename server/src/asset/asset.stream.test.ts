import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { files } from '@vexil/db/schema/file';
import { buildAccount } from '@vexil/db/testing/account';
import type { Config } from '@vexil/runtime/config';
import { startS3, type TestS3 } from '@vexil/runtime/testing/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { multipartOf } from '../../testing/upload';

const MiB = 1024 * 1024;
const content = randomBytes(24 * MiB);
const hash = createHash('sha256').update(content).digest('hex');

async function bucketSettings(): Promise<{ settings: Partial<Config>; close(): Promise<void> }> {
  const s3: TestS3 = await startS3();
  return { settings: { storage: s3.settings }, close: s3.close };
}

describe.each([
  ['a directory', async () => ({ settings: {}, close: async () => {} })],
  ['a bucket', bucketSettings],
])('files in %s over the network', (_, open) => {
  let test: TestApp;
  let place: Awaited<ReturnType<typeof bucketSettings>>;
  let url: string;
  let cookie: string;
  /** What the server has begun to read from the storage. */
  const reads: { stream: Readable; sizeBytes: number }[] = [];

  beforeAll(async () => {
    place = await open();
    test = await createTestApp(place.settings);
    const read = test.deps.storage.read.bind(test.deps.storage);
    test.deps.storage.read = (name, range) => {
      const stream = read(name, range);
      const one = { stream, sizeBytes: 0 };
      const push = stream.push.bind(stream);
      stream.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
        one.sizeBytes += chunk?.length ?? 0;
        return push(chunk, encoding);
      };
      reads.push(one);
      return stream;
    };
    url = await listen(test.app);
    cookie = await test.signIn(await buildAccount(test.db, { role: 'Admin' }));
  });
  afterAll(async () => {
    await test.close();
    await place.close();
  });

  const post = (body: Buffer, headers: Record<string, string>) =>
    fetch(`${url}/api/assets`, { method: 'POST', body: new Uint8Array(body), headers: { ...headers, cookie } });

  it('takes and gives a large one', async () => {
    const { payload, headers } = multipartOf([{ field: 'files', fileName: 'large.bin', content }]);
    expect(await (await post(payload, headers)).json()).toEqual([{ hash, name: 'large.bin' }]);
    const whole = await fetch(`${url}/assets/${hash}/large.bin`);
    expect(whole.headers.get('content-length')).toBe(String(content.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const range = `bytes=${9 * MiB}-${9 * MiB + 99}`;
    const part = await fetch(`${url}/assets/${hash}/large.bin`, { headers: { range } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(9 * MiB, 9 * MiB + 100))).toBe(true);
  });

  it('reads no further than the client does, and ends with it', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /assets/${hash}/large.bin HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    await once(socket, 'readable');
    const one = reads.at(-1);
    let before = -1;
    // Once nothing moves any more, the client's and the server's buffers are full.
    await expect
      .poll(() => {
        const still = before === one?.sizeBytes;
        before = one?.sizeBytes ?? 0;
        return still;
      })
      .toBe(true);
    expect(one?.sizeBytes).toBeLessThan(content.length);
    expect(one?.stream.destroyed).toBe(false);
    socket.destroy();
    await expect.poll(() => one?.stream.destroyed).toBe(true);
  });

  it('keeps nothing of an upload whose sender goes away', async () => {
    const { payload, headers } = multipartOf([{ field: 'files', content: randomBytes(12 * MiB) }]);
    const rows = (await test.db.select().from(files)).length;
    const put = test.deps.storage.put.bind(test.deps.storage);
    const storing = new Promise<{ outcome: Promise<unknown> }>((resolve) => {
      test.deps.storage.put = (source, sizeBytesMax) => {
        const outcome = put(source, sizeBytesMax);
        resolve({ outcome });
        return outcome;
      };
    });
    const begun = request(`${url}/api/assets`, {
      method: 'POST',
      headers: { ...headers, cookie, 'content-length': String(payload.length) },
    });
    begun.on('error', () => {});
    await new Promise((resolve) => begun.write(payload.subarray(0, 8 * MiB), resolve));
    begun.destroy();
    await expect((await storing).outcome).rejects.toThrow();
    test.deps.storage.put = put;
    expect(await test.deps.storage.deleteIncoming(new Date(Date.now() + 1000))).toBe(0);
    expect((await test.db.select().from(files)).length).toBe(rows);
  });

  it('stores no row and no content twice when many send the same', async () => {
    const same = randomBytes(6 * MiB);
    const { payload, headers } = multipartOf([{ field: 'files', fileName: 'same.bin', content: same }]);
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(payload, headers)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const sameHash = createHash('sha256').update(same).digest('hex');
    expect((await buffer(test.deps.storage.read(sameHash))).equals(same)).toBe(true);
  });
});
