/** A relay of a real server that is killed with SIGKILL: what passed until then is readable, and stored by the next. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@vexil/db';
import { captures } from '@vexil/db/schema/capture';
import { containers } from '@vexil/db/schema/container';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { followStream, hasTshark } from '@vexil/runtime/testing/tshark';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { readStreams } from '../../testing/capture';
import { startServerProcess } from '../../testing/process';
import { startTcpService } from '../../testing/tcp';

it.runIf(process.platform === 'linux')('keeps the traffic of a server that was killed (needs Linux)', async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  onTestFinished(() => database.drop());
  const { db, close } = openDatabase(database.url);
  onTestFinished(() => close());
  const directory = await mkdtemp(join(tmpdir(), 'vexil-killed-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const gameId = (await buildGame(db)).id;
  const { challenge } = await buildChallenge(db, { gameId, type: 'StaticContainer', enableTrafficCapture: true });
  const { participation } = await buildParticipation(db, { gameId });
  const service = await startTcpService((socket) => socket.pipe(socket));
  onTestFinished(() => service.close());
  const [container] = await db
    .insert(containers)
    .values({
      kind: 'Team',
      gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      image: 'x',
      state: 'running',
      isProxy: true,
      internalHost: '127.0.0.1',
      internalPort: service.port,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .returning();

  const spool = join(directory, 'captures');
  const start = async () => {
    const server = await startServerProcess({
      DATABASE_URL: database.url,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
      DATA_DIR: directory,
      PORT: String(await freePort()),
      CONTAINER_PORT_MAPPING: 'proxy',
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await server.exited;
    });
    return server;
  };
  const findSpooled = async () => {
    const names = await readdir(spool, { recursive: true }).catch(() => []);
    const name = names.find((each) => each.endsWith('.pcap'));
    return name && join(spool, name);
  };

  const first = await start();
  const client = new WebSocket(`ws://127.0.0.1:${first.port}/api/proxy/${container?.id}`);
  client.on('error', () => {});
  await once(client, 'open');
  const content = randomBytes(100_000);
  let received = 0;
  client.on('message', (data: Buffer) => {
    received += data.length;
  });
  for (let start = 0; start < content.length; start += 1000) client.send(content.subarray(start, start + 1000));
  await vi.waitUntil(() => received === content.length, { timeout: 60_000 });
  const relayedAt = performance.now();
  const spooled = await vi.waitUntil(
    async () => {
      const file = await findSpooled();
      const [stream] = file ? readStreams(await readFile(file)) : [];
      return stream?.client.length === content.length && stream.container.length === content.length && file;
    },
    { timeout: 60_000, interval: 50 },
  );
  // The bound is one second; a busy machine may not look that often.
  expect(performance.now() - relayedAt).toBeLessThan(5000);
  first.kill('SIGKILL');
  await first.exited;

  if (hasTshark) {
    const copy = join(directory, 'killed.pcap');
    await copyFile(spooled as string, copy);
    const found = await followStream(copy, 0);
    expect(found.client.equals(content) && found.container.equals(content)).toBe(true);
  }

  await start();
  const stored = await vi.waitUntil(
    async () => {
      const [row] = await db.select().from(captures);
      return row?.state === 'stored' && row;
    },
    { timeout: 120_000, interval: 200 },
  );
  expect(stored).toMatchObject({ connections: 1, clients: ['127.0.0.1'] });
  const name = join(directory, 'files/objects/capture', `${challenge.id}/${participation.id}`, stored.fileName);
  const [stream] = readStreams(gunzipSync(await readFile(name)));
  expect(stream?.client.equals(content) && stream.container.equals(content)).toBe(true);
  expect(await findSpooled()).toBeUndefined();
});
