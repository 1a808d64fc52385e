import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containers, type NewContainerRow } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, startServer, type TestApp, type TestServer } from '../../testing/app';
import { makeCertificate } from '../../testing/certificate';
import {
  connectLocally,
  hasPython,
  localPortOf,
  type RunningProgram,
  readToEnd,
  runConnectProgram,
} from '../../testing/connect-program';
import { listen } from '../../testing/live';
import { startTcpService, type TcpService } from '../../testing/tcp';
import { createTicket } from './ticket';

const atMostMinute = { timeout: 60_000, interval: 50 };
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let test: TestApp;
let directory: string;
let origin: string;
let row: Pick<NewContainerRow, 'gameId' | 'challengeId' | 'participationId'>;
const services: TcpService[] = [];
const programs: RunningProgram[] = [];
const servers: TestServer[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vexil-connect-'));
  const { certificate: certificateFile, key: keyFile } = makeCertificate(directory, '*.play.test');
  test = await createTestApp({
    containerPortMapping: 'proxy',
    containerDomain: { protocol: 'https', host: 'play.test', port: 443 },
    containerTlsPort: 0,
    containerTls: { certificateFile, keyFile },
    host: '127.0.0.1',
  });
  origin = (await listen(test.app)).replace(/^http/, 'ws');
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
  const { participation } = await buildParticipation(test.db, { gameId });
  row = { gameId, challengeId: challenge.id, participationId: participation.id };
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop();
  for (const service of services.splice(0)) await service.close();
  for (const server of servers.splice(0)) await server.close();
  await test.db.delete(containers);
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

/** Gives the id of a running instance. */
async function serve(onConnection: (socket: Socket) => void, values: Partial<NewContainerRow> = {}): Promise<string> {
  const service = await startTcpService(onConnection);
  services.push(service);
  const [inserted] = await test.db
    .insert(containers)
    .values({
      ...row,
      kind: 'Team',
      image: 'x',
      state: 'running',
      isProxy: true,
      internalHost: '127.0.0.1',
      internalPort: service.port,
      expiresAt: new Date(Date.now() + 3_600_000),
      ...values,
    })
    .returning();
  return inserted?.id ?? '';
}

const echo = (socket: Socket) => socket.pipe(socket);
/** Answers when its input has ended. */
const answerAtEnd = (socket: Socket) => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => socket.end(`got ${Buffer.concat(chunks)}`));
};

function run(...args: string[]): RunningProgram {
  const program = runConnectProgram(args);
  programs.push(program);
  return program;
}

describe.skipIf(!hasPython)('vexil-connect (needs python3)', () => {
  it('gives a local port that carries megabytes both ways, for several connections at once', async () => {
    const program = run(`${origin}/api/proxy/${await serve(echo)}`);
    const port = await localPortOf(program);
    await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = await connectLocally(port);
        const bytes = randomBytes(8 * 1024 * 1024);
        const echoed = readToEnd(socket);
        socket.end(bytes);
        expect(hashOf(await echoed)).toBe(hashOf(bytes));
      }),
    );
    await vi.waitFor(() => expect(test.app.relays.all()).toEqual([]), atMostMinute);
    expect(program.errors()).toContain('Connection 3 has ended.');
    expect(program.errors()).not.toContain('failed');
  });

  it('ends each direction by itself', async () => {
    const port = await localPortOf(run(`${origin}/api/proxy/${await serve(answerAtEnd)}`));
    const socket = await connectLocally(port);
    socket.end('all of it');
    expect(String(await readToEnd(socket))).toBe('got all of it');
  });

  it('stops reading while the tool does not, and loses nothing', async () => {
    const size = 48 * 1024 * 1024;
    const id = await serve((socket) => socket.end(Buffer.alloc(size, 7)));
    const socket = await connectLocally(await localPortOf(run(`${origin}/api/proxy/${id}`)));
    socket.pause();
    const sent = () => test.app.relays.of(id)[0]?.totals.toClientBytes ?? 0;
    let before = -1;
    await vi.waitFor(
      () => {
        const isStill = sent() === before && before > 0;
        before = sent();
        expect(isStill).toBe(true);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(before).toBeLessThan(size);
    const all = readToEnd(socket);
    socket.resume();
    expect((await all).length).toBe(size);
  });

  it('connects standard input and output', async () => {
    const program = run('--stdio', `${origin}/api/proxy/${await serve(answerAtEnd)}`);
    program.child.stdin?.end('piped input');
    expect(await program.exited).toBe(0);
    expect(program.output().toString()).toBe('got piped input');
    expect(program.errors()).toBe('');
  });

  it('ends when the instance closes, although its input is open', async () => {
    const program = run('--stdio', `${origin}/api/proxy/${await serve((socket) => socket.end('bye'))}`);
    expect(await program.exited).toBe(0);
    expect(program.output().toString()).toBe('bye');
  });

  it('opens the relay of a test instance with the ticket in the address, and another port by its name', async () => {
    const { id: accountId } = await buildAccount(test.db, { role: 'Admin' });
    const service = await startTcpService((socket) => socket.end('the admin port'));
    services.push(service);
    const ports = [
      { name: 'admin', port: 81, kind: 'tcp' as const, publicPort: null, host: '127.0.0.1', hostPort: service.port },
    ];
    const containerId = await serve(echo, { kind: 'Test', participationId: null, ports });
    const ticket = createTicket({ ...test.deps, clock: test.clock }, { accountId, containerId });
    const program = run('--stdio', `${origin}/api/proxy/noinst/${containerId}?port=admin&ticket=${ticket}`);
    expect(await program.exited).toBe(0);
    expect(program.output().toString()).toBe('the admin port');
  });

  it('shows whether the instance runs', async () => {
    const id = await serve(echo);
    const program = run(`${origin}/api/proxy/${id}`);
    await vi.waitFor(() => expect(program.errors()).toContain('The instance runs.'), atMostMinute);
    await test.db.update(containers).set({ state: 'destroyed' }).where(eq(containers.id, id));
    await vi.waitFor(() => expect(program.errors()).toContain('No running instance has this address.'), atMostMinute);
    const socket = await connectLocally(await localPortOf(program));
    await readToEnd(socket);
    await vi.waitFor(() => expect(program.errors()).toContain('Connection 1 failed'), atMostMinute);
  });

  it('connects again after the server restarted, on the same local port', async () => {
    const id = await serve(echo);
    const first = await startServer(test, {});
    const at = await first.app.listen({ port: 0, host: '127.0.0.1' });
    const program = run(`${at.replace(/^http/, 'ws')}/api/proxy/${id}`);
    const port = await localPortOf(program);
    const before = await connectLocally(port);
    await vi.waitFor(() => expect(first.app.relays.of(id)).toHaveLength(1), atMostMinute);
    await first.close();
    await readToEnd(before);
    expect(program.errors()).toContain('The server is shutting down.');
    const waiting = await connectLocally(port);
    const echoed = readToEnd(waiting);
    waiting.end('after the restart');
    await vi.waitFor(() => expect(program.errors()).toContain('Trying again'), atMostMinute);
    const next = await startServer(test, {});
    servers.push(next);
    await next.app.listen({ port: Number(new URL(at).port), host: '127.0.0.1' });
    expect(String(await echoed)).toBe('after the restart');
  });

  it('connects to an instance with a name, with TLS', async () => {
    const hostToken = randomBytes(16).toString('hex');
    await serve((socket) => socket.once('data', (data) => socket.end(`got ${data}`)), { hostToken });
    const address = `tls://${hostToken}.play.test:${test.app.namedTls?.port}`;
    const there = ['--resolve', '127.0.0.1', address];
    const refused = run('--stdio', ...there);
    expect(await refused.exited).toBe(1);
    expect(refused.errors()).toMatch(/certificate/i);
    const program = run('--stdio', '--insecure', ...there);
    program.child.stdin?.write('hello');
    expect(await program.exited).toBe(0);
    expect(program.output().toString()).toBe('got hello');
  });

  it.each([
    'nonsense',
    'https://ctf.example.org/games/1',
    'wss://ctf.example.org/api/proxy/1',
    'tls://play.test',
    'ftp://ctf.example.org/',
  ])('refuses the address %s with a line that says so', async (address) => {
    const program = run(address);
    expect(await program.exited).toBe(2);
    expect(program.errors()).toMatch(/no address of an instance/);
  });

  it('says why an instance cannot be reached', async () => {
    const unknown = run('--stdio', `${origin}/api/proxy/01890a5d-ac96-774b-bcce-b302099a8057`);
    expect(await unknown.exited).toBe(1);
    expect(unknown.errors()).toBe('No running instance has this address.\n');
    const expired = run(
      '--stdio',
      `${origin}/api/proxy/noinst/${await serve(echo, { kind: 'Test', participationId: null })}`,
    );
    expect(await expired.exited).toBe(1);
    expect(expired.errors()).toContain('expired');
  });
});
