/** A private registry: Debian's docker-registry behind a login. Tests only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';

export interface TestRegistry {
  login: { username: string; password: string };
  /** Of images, as the host of this address sees it. */
  name(address: string): string;
  push(docker: Docker, image: string, as: string): Promise<void>;
  close(): Promise<void>;
}

const login = { username: 'vexil', password: 'correct horse' };

export async function openTestRegistry(): Promise<TestRegistry> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-registry-'));
  const inner = await freePort();
  const config = join(directory, 'config.json');
  const storage = { filesystem: { rootdirectory: join(directory, 'data') } };
  const log = { level: 'error', accesslog: { disabled: true } };
  // Its configuration is YAML, of which JSON is a part.
  await writeFile(config, JSON.stringify({ version: 0.1, log, storage, http: { addr: `127.0.0.1:${inner}` } }));
  const registry = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });
  const guard = await openGuard(inner);
  await answers(inner, registry);
  const at = guard.address();
  const port = at !== null && typeof at === 'object' ? at.port : 0;
  return {
    login,
    name: (address) => `${address}:${port}`,
    push: async (docker, image, as) => {
      const [repo, tag] = [as.slice(0, as.lastIndexOf(':')), as.slice(as.lastIndexOf(':') + 1)];
      await docker.getImage(image).tag({ repo, tag });
      const stream = await docker
        .getImage(as)
        .push({ authconfig: { ...login, serveraddress: repo.split('/')[0] ?? '' } });
      await new Promise<void>((resolve, reject) => {
        docker.modem.followProgress(stream, (error: Error | null) => (error ? reject(error) : resolve()));
      });
      await docker.getImage(as).remove();
    },
    close: async () => {
      guard.closeAllConnections();
      guard.close();
      registry.kill();
      await once(registry, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openGuard(inner: number): Promise<Server> {
  const expected = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const guard = createServer((incoming, reply) => {
    if (incoming.headers.authorization !== expected) {
      const errors = [{ code: 'UNAUTHORIZED', message: 'authentication required' }];
      reply.writeHead(401, { 'WWW-Authenticate': 'Basic realm="test"', 'Content-Type': 'application/json' });
      return reply.end(JSON.stringify({ errors }));
    }
    const { method, url, headers } = incoming;
    const { authorization: _, ...rest } = headers;
    const onward = request({ port: inner, method, path: url, headers: rest }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    incoming.pipe(onward);
  });
  guard.listen(0, '0.0.0.0');
  await once(guard, 'listening');
  return guard;
}

async function answers(port: number, registry: ChildProcess): Promise<void> {
  for (const until = Date.now() + 30_000; ; ) {
    const isUp = await fetch(`http://127.0.0.1:${port}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (registry.exitCode !== null || Date.now() > until) throw new Error('The registry of the test does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}
