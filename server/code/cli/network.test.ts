import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gameTokenRoutes } from '@vexil/contract/token';
import { challenges } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runVexil, writeFolder } from './testing/command-line';

const fileBytes = 400_000;

describe('a network that breaks in the middle of an upload', () => {
  let test: TestApp;
  let port: number;
  let url: string;
  let token: string;
  let gameId: number;
  let folder: string;
  let before: number;
  let relay: Server;
  const sockets = new Set<Socket>();
  /** Bytes towards the server after which the connection is cut; each number once, then none is. */
  let cuts: number[];

  beforeAll(async () => {
    test = await createTestApp();
    port = Number(new URL(await listen(test.app)).port);
    relay = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      const both = [client, server];
      for (const socket of both) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          for (const one of both) one.destroy();
        });
      }
      const cutAfter = cuts.shift() ?? Number.POSITIVE_INFINITY;
      let passed = 0;
      client.on('data', (chunk) => {
        passed += chunk.length;
        if (passed > cutAfter) client.destroy();
        else server.write(chunk);
      });
      server.pipe(client);
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const address = relay.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    relay.close();
    await test.close();
  });
  beforeEach(async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    gameId = (await buildGame(test.db)).id;
    const body = { name: 'CI', scopes: ['challenge:read' as const, 'challenge:write' as const] };
    token = (await test.call(gameTokenRoutes.create, { as: admin, params: { id: gameId }, body })).body.token;
    folder = await mkdtemp(join(tmpdir(), 'vexil-network-'));
    for (const name of ['a', 'b', 'c']) {
      const challenge = `name: ${name}\nvalue: 100\nflags: [x]\nfiles: [${name}.bin]\n`;
      await writeFolder(join(folder, name), {
        'challenge.yml': challenge,
        [`${name}.bin`]: randomBytes(fileBytes),
      });
    }
    before = await test.db.$count(files);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const apply = () => runVexil({ url, token, gameId }, ['apply', folder]);
  const sent = (errors: string) => [...errors.matchAll(/^sent .*: (.*) \(/gm)].map(([, path]) => path);
  const stored = () => test.db.select().from(challenges).where(eq(challenges.gameId, gameId));

  it('is tried again, and each file is sent to its end once', async () => {
    cuts = [fileBytes * 1.5];
    const { code, errors } = await apply();
    expect(code, errors).toBe(0);
    expect(sent(errors)).toEqual(['a/a.bin', 'b/b.bin', 'c/c.bin']);
    expect(await stored()).toHaveLength(3);
    expect(await test.db.$count(files)).toBe(before + 3);
  });

  it('for good changes nothing, and the next apply goes on where it was', async () => {
    cuts = [fileBytes * 1.5, ...Array<number>(99).fill(100_000)];
    const first = await apply();
    expect(first).toMatchObject({ code: 1, errors: expect.stringContaining('cannot be reached') });
    expect(sent(first.errors)).toEqual(['a/a.bin']);
    expect(await stored()).toEqual([]);
    expect(await test.db.$count(files)).toBe(before + 1);
    cuts = [];
    const second = await apply();
    expect(second.code, second.errors).toBe(0);
    expect(sent(second.errors)).toEqual(['b/b.bin', 'c/c.bin']);
    expect(await stored()).toHaveLength(3);
    const third = await apply();
    expect(third).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
    expect(sent(third.errors)).toEqual([]);
  });
});
