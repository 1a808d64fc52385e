// Uploads over the limits of the settings, over real connections.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { configRoutes } from '@vexil/contract/config-info';
import { buildAccount } from '@vexil/db/testing/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { multipartOf } from '../../testing/upload';

const MiB = 1024 ** 2;
const open: Socket[] = [];
let test: TestApp;
let port: number;
let cookie: string;

beforeAll(async () => {
  test = await createTestApp({ attachmentMaxMiB: 8, packageMaxMiB: 4 });
  port = Number(new URL(await listen(test.app)).port);
  cookie = await test.signIn(await buildAccount(test.db, { role: 'Admin' }));
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await test.close();
});

async function begin(path: string, ...headers: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  await once(socket, 'connect');
  const all = ['Host: vexil.test', `Cookie: ${cookie}`, 'Content-Type: multipart/form-data; boundary=b', ...headers];
  socket.write(`POST ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket.setEncoding('latin1')) {
    text += piece;
    if (/\}$/.test(text)) break;
  }
  return text;
}

async function write(socket: Socket, piece: Buffer | string): Promise<void> {
  if (!socket.write(piece)) await once(socket, 'drain');
}

const head = (field: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`;

describe.each([
  ['an attachment', '/api/assets', 'files', 8],
  ['a package', '/api/edit/games/import', 'file', 4],
])('%s over the limit', (_what, path, field, limitMiB) => {
  const refusal = new RegExp(`^HTTP/1\\.1 400 [^]*"title":"[^"]*${limitMiB} MiB[^]*"code":"asset\\.tooLarge"`);

  it('is refused by its length before any of it is sent', async () => {
    expect(await answerOf(await begin(path, `Content-Length: ${(limitMiB + 1) * MiB + 1}`))).toMatch(refusal);
  });

  it.each([true, false])(
    'has its refusal read by a client that writes all first (length announced: %s)',
    async (isKnown) => {
      const piece = Buffer.alloc(2 * MiB, 'a');
      const pieces = 200;
      const start = head(field);
      const length = `Content-Length: ${start.length + pieces * piece.length}`;
      const socket = await begin(path, isKnown ? length : 'Transfer-Encoding: chunked');
      const framed = (content: Buffer | string) =>
        isKnown ? [content] : [`${content.length.toString(16)}\r\n`, content, '\r\n'];
      for (const one of [start, ...Array<Buffer>(pieces).fill(piece)]) {
        for (const part of framed(one)) await write(socket, part);
      }
      if (!isKnown) await write(socket, '0\r\n\r\n');
      expect(await answerOf(socket)).toMatch(refusal);
    },
  );
});

describe('an upload at the limit', () => {
  it('is stored, and the page knows the limits', async () => {
    const { payload, headers } = multipartOf([{ field: 'files', content: Buffer.alloc(8 * MiB, 'x') }]);
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/assets',
      payload,
      headers: { ...headers, cookie },
    });
    expect(reply.statusCode).toBe(200);
    expect((await test.call(configRoutes.client)).body).toMatchObject({
      attachmentBytesMax: 8 * MiB,
      packageBytesMax: 4 * MiB,
    });
  });
});
