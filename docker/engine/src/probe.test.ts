import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askContainer,
  buildSpec,
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
} from '../testing/docker';
import { createDockerEngine } from './docker';
import { createFakeEngine } from './fake';
import { waitUntilAnswers, waitUntilReady } from './probe';

const listen = (port = 0) =>
  new Promise<{ port: number; close: () => Promise<void> }>((resolve) => {
    const server = createServer((socket) => socket.end('hello\n'));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const close = () => new Promise<void>((done) => server.close(() => done()));
      resolve({ port: address !== null && typeof address === 'object' ? address.port : 0, close });
    });
  });

describe('waiting for a port', () => {
  it('retries until the port accepts', async () => {
    const first = await listen();
    await first.close();
    let tries = 0;
    const later: Awaited<ReturnType<typeof listen>>[] = [];
    const stillWanted = async () => {
      tries += 1;
      if (tries === 3) later.push(await listen(first.port));
    };
    await waitUntilAnswers('127.0.0.1', first.port, { timeoutMs: 10_000, stillWanted });
    expect(tries).toBe(3);
    await later[0]?.close();
  });

  it('does not accept a connection that is closed at once', async () => {
    const relay = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const address = relay.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(waitUntilAnswers('127.0.0.1', port, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'unreachable',
    });
    relay.close();
  });

  it('does not accept a connection that a busy machine closes late', async () => {
    const relay = createServer((socket) => setTimeout(() => socket.destroy(), 100));
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const address = relay.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(waitUntilAnswers('127.0.0.1', port, { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'unreachable',
    });
    relay.close();
  });

  it('does not accept a closed connection after this process stalled', async () => {
    const hangUp = (socket: Socket) => {
      socket.destroy();
      const until = performance.now() + 100;
      while (performance.now() < until);
    };
    // By then the other side knows that it is connected.
    const relay = createServer((socket) => setImmediate(hangUp, socket));
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const address = relay.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(waitUntilAnswers('127.0.0.1', port, { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'unreachable',
    });
    relay.close();
  });

  it('ends at its deadline, though the answer never ends its head and the engine does not say how it is', async () => {
    const trickling = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => socket.write('X-More: 1\r\n'), 20);
      socket.on('close', () => clearInterval(more));
    });
    await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve));
    const address = trickling.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const readiness = { path: '/' };
    await expect(waitUntilAnswers('127.0.0.1', port, { timeoutMs: 300, readiness })).rejects.toMatchObject({
      code: 'unreachable',
    });
    trickling.close();

    const closed = await listen();
    await closed.close();
    const stillWanted = () => new Promise<void>(() => undefined);
    await expect(waitUntilAnswers('127.0.0.1', closed.port, { timeoutMs: 300, stillWanted })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  it('ends when it is called off', async () => {
    const closed = await listen();
    await closed.close();
    const abort = new AbortController();
    const waiting = waitUntilAnswers('127.0.0.1', closed.port, { timeoutMs: 60_000, signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });

  it('notices that the container ended meanwhile', async () => {
    const engine = createFakeEngine();
    const spec = buildSpec();
    const container = await engine.start(spec);
    engine.exit(spec.id);
    await expect(waitUntilReady(engine, container, { timeoutMs: 10_000 })).rejects.toMatchObject({
      code: 'exitedEarly',
    });
    await engine.close();
  });
});

describeWithDocker('waiting for a container of a Docker Engine', () => {
  const docker = openTestDocker();
  const engine = createDockerEngine({
    host: dockerHost,
    deployment: `test-${randomUUID()}`,
    networkPool: '10.216.0.0/16',
    firewall: false,
  });
  const begin = (START: string) => engine.start(buildSpec({ env: { START } }));

  beforeAll(() => buildTestImage(docker));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
  });

  it('is ready only when the service itself listens, not when the port is published', async () => {
    const container = await begin('late');
    await waitUntilReady(engine, container, { timeoutMs: 20_000 });
    expect(await askContainer(container, 'hello')).toBe('hello');
  });

  it('gives the last lines of a container that ended', async () => {
    const container = await begin('broken');
    const failure = waitUntilReady(engine, container, { timeoutMs: 20_000 });
    await expect(failure).rejects.toMatchObject({
      code: 'exitedEarly',
      // The engine gathers the two outputs of a container side by side; which line comes first is open.
      logTail: expect.stringMatching(/^(?=.*starting as broken\n)(?=.*cannot read the configuration\n)/s),
    });
  });

  it('gives up on a container that never listens', async () => {
    const container = await begin('deaf');
    // Long enough for it to have said something.
    const failure = waitUntilReady(engine, container, { timeoutMs: 6_000 });
    await expect(failure).rejects.toMatchObject({ code: 'unreachable', logTail: 'starting as deaf\n' });
  });
});
