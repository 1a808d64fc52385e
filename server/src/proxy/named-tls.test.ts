import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { containers, type NewContainerRow } from '@vexil/db/schema/container';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, startServer, type TestApp } from '../../testing/app';
import { type Certificate, makeCertificate } from '../../testing/certificate';
import { startTcpService, type TcpService } from '../../testing/tcp';
import type { RelayPeer } from '../capture-recorder/relay-tap';

const containerDomain = { protocol: 'https' as const, host: 'play.test', port: 443 };

let test: TestApp;
let directory: string;
let files: Certificate;
let port: number;
let row: Pick<NewContainerRow, 'gameId' | 'challengeId' | 'participationId'>;
let token: string;
const peers: RelayPeer[] = [];
const recorded: string[] = [];
const services: TcpService[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vexil-named-'));
  files = makeCertificate(directory, '*.play.test');
  test = await createTestApp({
    containerDomain,
    containerTlsPort: 0,
    containerTls: { certificateFile: files.certificate, keyFile: files.key },
    host: '127.0.0.1',
    trustProxy: ['127.0.0.9'],
  });
  test.deps.openTap = (_target, peer) => {
    peers.push(peer);
    return {
      fromClient: (chunk) => recorded.push(`client ${chunk}`),
      fromContainer: (chunk) => recorded.push(`container ${chunk}`),
      end: (reason) => recorded.push(`end ${reason}`),
    };
  };
  port = test.app.namedTls?.port ?? 0;
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
  const { participation } = await buildParticipation(test.db, { gameId });
  row = { gameId, challengeId: challenge.id, participationId: participation.id };
});
beforeEach(() => {
  token = randomBytes(16).toString('hex');
  peers.length = 0;
  recorded.length = 0;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const service of services.splice(0)) await service.close();
  await test.db.delete(containers);
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

async function serve(onConnection: (socket: Socket) => void, values: Partial<NewContainerRow> = {}) {
  const service = await startTcpService(onConnection);
  services.push(service);
  const at = { kind: 'tcp' as const, publicPort: null, host: '127.0.0.1', hostPort: service.port };
  await test.db.insert(containers).values({
    ...row,
    kind: 'Team',
    image: 'x',
    state: 'running',
    isProxy: true,
    hostToken: token,
    ports: [
      { ...at, name: 'main', port: 1 },
      { ...at, name: 'shell', port: 2 },
    ],
    expiresAt: new Date(Date.now() + 3_600_000),
    ...values,
  });
  return service;
}

function open(servername: string, options: Partial<ConnectionOptions & TcpNetConnectOpts> = {}): TLSSocket {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername,
    rejectUnauthorized: false,
    allowHalfOpen: true,
    ...options,
  });
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => socket.end());
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
}

/** Whether the server ends the connection without a byte. */
const isRefused = async (servername: string) => (await readAll(open(servername))).length === 0;

describe('a connection with TLS to an instance by its name', () => {
  it('carries megabytes both ways unchanged, to the port that the name says', async () => {
    await serve((socket) => socket.pipe(socket));
    const bytes = randomBytes(8 * 1024 * 1024);
    for (const name of [`${token}.play.test`, `${token}-shell.PLAY.test`]) {
      const socket = open(name);
      const echoed = readAll(socket);
      socket.end(bytes);
      const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
      expect(hash(await echoed)).toBe(hash(bytes));
    }
    await vi.waitFor(() => expect(test.app.relays.admission.size).toBe(0), 30_000);
  });

  it('ends each direction by itself', async () => {
    await serve((socket) => {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => socket.end(`got ${Buffer.concat(chunks)}`));
    });
    const socket = open(`${token}.play.test`);
    socket.end('all of it');
    expect(String(await readAll(socket))).toBe('got all of it');
    await vi.waitFor(
      () => expect(recorded).toEqual(['client all of it', 'container got all of it', 'end client']),
      30_000,
    );
  });

  it('closes when either side does, and when the container is to stop', async () => {
    const service = await serve((socket) => socket.pipe(socket));
    const leaving = open(`${token}.play.test`);
    await once(leaving, 'secureConnect');
    await vi.waitFor(() => expect(service.sockets.size).toBe(1), 30_000);
    leaving.destroy();
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
    const staying = open(`${token}.play.test`);
    const ended = readAll(staying);
    await vi.waitFor(() => expect(service.sockets.size).toBe(1), 30_000);
    await test.db.update(containers).set({ state: 'stopping' }).where(eq(containers.hostToken, token));
    await test.app.relays.check();
    await ended;
    expect(recorded.at(-1)).toBe('end stopped');
  });

  it('pauses the container while the client does not read', async () => {
    const size = 48 * 1024 * 1024;
    await serve((socket) => socket.end(Buffer.alloc(size, 1)));
    const socket = open(`${token}.play.test`);
    await once(socket, 'secureConnect');
    socket.pause();
    const relayOf = () => test.app.relays.all()[0];
    let before = -1;
    await vi.waitFor(
      () => {
        const bytes = relayOf()?.totals.toClientBytes ?? 0;
        const isStill = bytes === before && bytes > 0;
        before = bytes;
        expect(isStill).toBe(true);
      },
      { timeout: 30_000, interval: 300 },
    );
    expect(before).toBeLessThan(size);
    expect(relayOf()?.buffered().forClient).toBeLessThan(1024 * 1024);
    expect((await readAll(socket)).length).toBe(size);
  });

  it('is refused for names that are no running instance', async () => {
    await serve((socket) => socket.end('hello'), { state: 'starting' });
    expect(await isRefused(`${token}.play.test`)).toBe(true);
    expect(await isRefused(`${token.replace(/^./, 'f')}0.play.test`)).toBe(true);
    expect(await isRefused('www.play.test')).toBe(true);
    expect(await isRefused('ctf.example.org')).toBe(true);
    expect(await isRefused('')).toBe(true);
    await vi.waitFor(() => expect(test.app.relays.admission.size).toBe(0), 30_000);
  });

  it('is counted against the limit of the instance', async () => {
    const service = await serve((socket) => socket.write('hello'));
    const opened = Array.from({ length: 33 }, () => open(`${token}.play.test`));
    const answered = await Promise.all(
      opened.map((socket) =>
        Promise.race([once(socket, 'data').then(() => true), once(socket, 'end').then(() => false)]),
      ),
    );
    expect(answered.filter(Boolean)).toHaveLength(32);
    expect(service.sockets.size).toBe(32);
  });

  it('names the client that a trusted proxy names, and no other', async () => {
    await serve((socket) => socket.end('hello'));
    const line = 'PROXY TCP4 203.0.113.9 192.0.2.1 50001 443\r\n';
    const through = async (localAddress: string, at = port) => {
      const raw = connectTcp({ port: at, host: '127.0.0.1', localAddress });
      raw.on('error', () => {});
      sockets.push(raw);
      await once(raw, 'connect');
      raw.write(line);
      const socket = open(`${token}.play.test`, { socket: raw });
      return String(await readAll(socket));
    };
    expect(await through('127.0.0.9')).toBe('hello');
    expect(peers).toEqual([{ address: '203.0.113.9', port: 50_001, accountId: null }]);
    expect(await through('127.0.0.1')).toBe('');
    const direct = open(`${token}.play.test`, { localAddress: '127.0.0.9' });
    expect(String(await readAll(direct))).toBe('hello');
    expect(peers[1]).toMatchObject({ address: '127.0.0.9' });
    // Neither names one, so every client could say who it is.
    for (const trustProxy of [true, 1]) {
      const other = await startServer(test, { trustProxy });
      const at = other.app.namedTls?.port ?? 0;
      expect(await through('127.0.0.9', at)).toBe('');
      const plain = open(`${token}.play.test`, { port: at });
      expect(String(await readAll(plain))).toBe('hello');
      await other.close();
    }
  });

  it('uses a renewed certificate, and keeps the last one while the files do not fit', async () => {
    await serve((socket) => socket.write('hello'));
    const fingerprint = async () => {
      const socket = open(`${token}.play.test`);
      await once(socket, 'secureConnect');
      return socket.getPeerCertificate().fingerprint256;
    };
    const first = await fingerprint();
    const other = makeCertificate(await mkdtemp(join(directory, 'renewed-')), '*.play.test');
    await copyFile(other.certificate, files.certificate);
    await test.app.namedTls?.reload();
    expect(await fingerprint()).toBe(first);
    await copyFile(other.key, files.key);
    await test.app.namedTls?.reload();
    const second = await fingerprint();
    expect(second).not.toBe(first);
    await writeFile(files.key, 'not a key');
    await test.app.namedTls?.reload();
    expect(await fingerprint()).toBe(second);
  });
});

describe('a certificate that cannot be read', () => {
  it('ends the start with the names of the settings', async () => {
    const containerTls = { certificateFile: join(directory, 'missing.pem'), keyFile: files.key };
    await expect(createTestApp({ containerDomain, containerTlsPort: 0, containerTls })).rejects.toThrow(
      'CONTAINER_TLS_CERT',
    );
  });
});
