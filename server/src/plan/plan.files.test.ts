import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { planRoutes as routes } from '@vexil/contract/plan';
import type { AccountRow } from '@vexil/db/schema/account';
import { files } from '@vexil/db/schema/file';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { multipartOf } from '../../testing/upload';

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('files of a plan that are sent', () => {
  let test: TestApp;
  let admin: AccountRow;
  let gameId: number;
  let url: string;
  beforeAll(async () => {
    test = await createTestApp({ rateLimit: true });
    admin = await buildAccount(test.db, { role: 'Admin' });
    gameId = (await buildGame(test.db)).id;
    url = await listen(test.app);
  });
  afterAll(() => test.close());

  async function planOf(contents: Buffer[], sizeOf = (content: Buffer) => content.length) {
    const challenges = contents.map((content, index) => ({
      key: `kettle-${index}`,
      path: `kettle-${index}/challenge.yml`,
      challenge: {
        title: `Kettle ${index}`,
        attachment: {
          type: 'Local' as const,
          hash: hashOf(content),
          fileName: 'kettle.bin',
          fileSize: sizeOf(content),
        },
      },
    }));
    const reply = await test.call(routes.create, { as: admin, params: { id: gameId }, body: { challenges } });
    expect(reply.status).toBe(200);
    return reply.body;
  }
  const send = (planId: string, content: Buffer, hash = hashOf(content)) =>
    test.send({
      ...{ method: 'PUT', url: `/api/edit/games/${gameId}/plans/${planId}/files/${hash}`, as: admin },
      ...multipartOf([{ field: 'file', fileName: 'x', content }]),
    });
  const rowsOf = (content: Buffer) =>
    test.db
      .select()
      .from(files)
      .where(eq(files.hash, hashOf(content)));

  it('are more than other uploads within a minute', async () => {
    const contents = Array.from({ length: 100 }, () => randomBytes(10));
    const { id } = await planOf(contents);
    const statuses: number[] = [];
    for (const content of contents) statuses.push((await send(id, content)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('are stored once by fifty at once, of which those above the budget of one hash wait', async () => {
    const content = randomBytes(100_000);
    const { id } = await planOf([content]);
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(id, content)));
    const counts = [200, 429].map((status) => replies.filter((one) => one.status === status).length);
    expect(counts).toEqual([20, 30]);
    expect(await rowsOf(content)).toHaveLength(1);
    // Another plan for the same content has no other budget.
    expectError(await send((await planOf([content])).id, content), 'request.tooMany');
  });

  it('are no others than those of the plan, and no longer than it says', async () => {
    const content = randomBytes(3000);
    const shorter = await planOf([content], () => 2999);
    expectError(await send(shorter.id, randomBytes(10)), 'plan.fileUnknown');
    expectError(await send(shorter.id, content), 'plan.fileDiffers');
    expect(await rowsOf(content)).toEqual([]);
    expect(await test.deps.storage.size(hashOf(content))).toBeUndefined();
    const { id } = await planOf([content]);
    for (const other of [Buffer.concat([content, Buffer.from('x')]), content.subarray(1), Buffer.alloc(10_000_000)])
      expectError(await send(id, other, hashOf(content)), 'plan.fileDiffers');
    expect(await test.deps.storage.size(hashOf(content))).toBeUndefined();
    expect(await send(id, content)).toMatchObject({ status: 200 });
    expect(await rowsOf(content)).toMatchObject([{ name: 'kettle.bin', sizeBytes: 3000 }]);
    // What is stored already is not written again, whatever is sent.
    expect(await send(id, Buffer.alloc(5_000_000), hashOf(content))).toMatchObject({ status: 200 });
    expect(await text(test.deps.storage.read(hashOf(content)))).toBe(content.toString());
  });

  it('leave nothing when the connection is cut, and are asked for again', async () => {
    const content = randomBytes(2_000_000);
    const { id } = await planOf([content]);
    const { payload, headers } = multipartOf([{ field: 'file', fileName: 'x', content }]);
    const body = Buffer.from(payload);
    const cookie = await test.signIn(admin);
    const { port } = new URL(url);
    const head = [
      `PUT /api/edit/games/${gameId}/plans/${id}/files/${hashOf(content)} HTTP/1.1`,
      ...[`Host: 127.0.0.1:${port}`, `Origin: ${url}`, `Cookie: ${cookie}`, `Content-Length: ${body.length}`],
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise<void>((resolve) => socket.write(body.subarray(0, 1_000_000), () => resolve()));
    socket.destroy();
    const params = { id: gameId, planId: id };
    const missing = async () => (await test.call(routes.get, { as: admin, params })).body.missingFiles;
    expect(await missing()).toHaveLength(1);
    expect(await rowsOf(content)).toEqual([]);
    expect(await send(id, content)).toMatchObject({ status: 200 });
    expect(await missing()).toEqual([]);
  });
});
