import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import type {} from '@vexil/db/testing/global-setup';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { findProgram } from '../../scripts/lib/find-program.mjs';
import { makeCertificate } from '../testing/certificate';
import { insertNamedInstance } from '../testing/named-instance';
import { type ServerProcess, startServerProcess } from '../testing/process';
import { instanceDomain, programs, type ReverseProxy, siteName, startReverseProxy } from '../testing/reverse-proxy';
import { startTcpService } from '../testing/tcp';

const password = 'Correct-Horse-1';
/** Another address than the proxies', which connect to servers from 127.0.0.1. */
const clientAddress = '127.0.0.5';
const names = ['caddy', 'nginx', 'haproxy'] as const;
const isThere = (name: string) => findProgram(name) !== null;
for (const name of names) {
  if (!isThere(name))
    process.stderr.write(`SKIPPED ${name} as a reverse proxy: Debian's ${programs[name].package} is missing\n`);
}

let database: TestDatabase;
let directory: string;
let environment: Record<string, string>;
let servers: [ServerProcess, ServerProcess];
let tlsPorts: [number, number];
/** A web challenge that answers with what it was asked, and its name. */
let instance: { service: Server; name: string };

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  directory = await mkdtemp(join(tmpdir(), 'vexil-proxies-'));
  const { certificate, key } = makeCertificate(directory, `*.${instanceDomain}`);
  environment = {
    DATABASE_URL: database.url,
    REDIS_URL: inject('redisUrl'),
    KEY_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
    DATA_DIR: directory,
    ADMIN_PASSWORD: password,
    PUBLIC_URL: `https://${siteName}`,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: 'off',
    CONTAINER_DOMAIN: instanceDomain,
    CONTAINER_TLS_CERT: certificate,
    CONTAINER_TLS_KEY: key,
  };
  tlsPorts = [await freePort(), await freePort()];
  const start = async (index: 0 | 1) =>
    startServerProcess({ ...environment, PORT: String(await freePort()), CONTAINER_TLS_PORT: `${tlsPorts[index]}` });
  servers = [await start(0), await start(1)];
  instance = await openInstance();
});
afterAll(async () => {
  instance?.service.close();
  for (const server of servers ?? []) server.kill('SIGKILL');
  await Promise.all((servers ?? []).map(({ exited }) => exited));
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function openInstance() {
  const service = createServer((request, response) => response.end(`${request.headers.host} ${request.url}`));
  new WebSocketServer({ server: service }).on('connection', (socket) => socket.send('hello'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const hostToken = await insertNamedInstance(database.db, (service.address() as AddressInfo).port);
  return { service, name: `${hostToken}.${instanceDomain}` };
}

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function ask(
  port: number,
  path: string,
  options: RequestOptions & { body?: Buffer; plain?: boolean } = {},
): Promise<Reply> {
  const { body, plain, headers, ...rest } = options;
  return new Promise((resolve, reject) => {
    const request = (plain ? httpRequest : httpsRequest)(
      {
        host: '127.0.0.1',
        port,
        path,
        localAddress: clientAddress,
        servername: siteName,
        rejectUnauthorized: false,
        headers: { host: siteName, ...headers },
        ...rest,
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        reply.on('error', reject);
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text }));
      },
    );
    request.on('upgrade', (reply, socket) => {
      socket.destroy();
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function signIn(port: number): Promise<{ cookie: string; set: string }> {
  const reply = await ask(port, '/api/account/login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: `https://${siteName}`,
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'other.example.org',
    },
    body: Buffer.from(JSON.stringify({ userName: 'Admin', password })),
  });
  expect(reply).toMatchObject({ status: 200 });
  const set = String(reply.headers['set-cookie']);
  return { cookie: set.split(';')[0] ?? '', set };
}

it.skip.each(names.filter((name) => !isThere(name)))('passes the tests of an example (needs %s)', () => {});

const evil = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';
const both = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n';
/** What an instance sends at once, and what it sends when the next requests are on their way. */
const attacks: { what: string; method?: string; reply: string; late?: string }[] = [
  { what: 'a length and chunks', reply: both, late: `${evil.length.toString(16)}\r\n${evil}\r\n` },
  { what: 'more than its length', reply: `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi${evil}`, late: evil },
  { what: 'less than its length', reply: 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhi' },
  { what: 'a body to HEAD', method: 'HEAD', reply: `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${evil}`, late: evil },
  { what: 'a body with 204', reply: `HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n${evil}`, late: evil },
  { what: 'a body with 304', reply: `HTTP/1.1 304 Same\r\nContent-Length: 2\r\n\r\n${evil}`, late: evil },
  { what: 'a 101', reply: 'HTTP/1.1 101 S\r\n\r\n', late: evil },
  { what: 'an upgrade', reply: 'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', late: evil },
];

describe.each(names.filter(isThere))('the example for %s', (name) => {
  let proxy: ReverseProxy;

  beforeAll(async () => {
    proxy = await startReverseProxy(name, join(directory, name), [
      { port: servers[0].port, tlsPort: tlsPorts[0] },
      { port: servers[1].port, tlsPort: tlsPorts[1] },
    ]);
    await vi.waitFor(async () => expect((await ask(proxy.httpsPort, '/readyz')).status).toBe(200), { timeout: 30_000 });
  });
  afterAll(() => proxy?.stop());

  it('sends plain http to https', async () => {
    const reply = await ask(proxy.httpPort, '/games?x=1', { plain: true });
    expect(reply.status).toBe(308);
    expect(reply.headers.location).toMatch(new RegExp(`^https://${siteName}(:443)?/games\\?x=1$`));
  });

  it('hands on the address of the client, and not the one that a client pretends', async () => {
    const { cookie, set } = await signIn(proxy.httpsPort);
    expect(set).toMatch(/; Secure/i);
    const reply = await ask(proxy.httpsPort, '/api/admin/users', { headers: { cookie } });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body).data[0]).toMatchObject({ userName: 'Admin', ip: clientAddress });
  });

  it('opens live connections', async () => {
    const { cookie } = await signIn(proxy.httpsPort);
    const reply = await ask(proxy.httpsPort, '/hub/admin', {
      headers: {
        cookie,
        origin: `https://${siteName}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    expect(reply.status).toBe(101);
  });

  it('opens instances by their names, WebSockets included, and nothing of the platform there', async () => {
    const there = { servername: instance.name, headers: { host: instance.name } };
    expect(await ask(proxy.httpsPort, '/a?b=%20', there)).toMatchObject({
      status: 200,
      body: `${instance.name} /a?b=%20`,
    });
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.httpsPort}/`, { ...there, rejectUnauthorized: false });
    const [message] = await once(socket, 'message');
    expect(String(message)).toBe('hello');
    socket.terminate();
    const other = `www.${instanceDomain}`;
    const unknown = await ask(proxy.httpsPort, '/api/config', { servername: other, headers: { host: other } });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toContain('No instance has this address.');
    const plain = await ask(proxy.httpPort, '/', { plain: true, headers: { host: instance.name } });
    expect(plain.status).toBe(308);
  });

  it.each(['haproxy'].filter((one) => one === name))('passes TLS for instances to the servers, with %s', async () => {
    const socket = connectTls({
      port: proxy.tlsPort,
      host: '127.0.0.1',
      servername: instance.name,
      rejectUnauthorized: false,
    });
    socket.write(`GET /tcp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toContain('x /tcp');
  });

  it.each(attacks)('gives every next person their own reply, where an instance sends $what', async (attack) => {
    const { method = 'GET', reply, late } = attack;
    let sendLate = () => {};
    const service = await startTcpService((socket) => {
      sendLate = () => void socket.end(late ?? '');
      socket.once('data', () => (late === undefined ? socket.end(reply) : socket.write(reply)));
    });
    const host = `${await insertNamedInstance(database.db, service.port)}.${instanceDomain}`;
    const next = () => Array.from({ length: 8 }, () => ask(proxy.httpsPort, '/api/config'));
    // HAProxy lets only clients that it knows use connections of others.
    await Promise.all(next());
    try {
      for (let round = 0; round < 4; round += 1) {
        // What it gets itself is the subject of `reply-length.test.ts`.
        await ask(proxy.httpsPort, '/', { method, servername: host, headers: { host } }).catch(() => undefined);
        const asked = next();
        // A request behind the instance's reply would get no answer before it sends more.
        let left = asked.length;
        await new Promise<void>((resolve, reject) => {
          const note = () => {
            left -= 1;
            if (left <= 1) resolve();
          };
          for (const one of asked) one.then(note, reject);
        });
        sendLate();
        for (const answer of await Promise.all(asked)) {
          expect(answer.body).not.toContain('evil');
          expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"title"') });
        }
      }
    } finally {
      await service.close();
    }
  });

  it('lets large uploads pass', async () => {
    const { cookie } = await signIn(proxy.httpsPort);
    const boundary = 'proxied-upload';
    const content = randomBytes(8 * 1024 ** 2);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}.bin"\r\n\r\n`;
    const reply = await ask(proxy.httpsPort, '/api/assets', {
      method: 'POST',
      headers: { cookie, origin: `https://${siteName}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    expect(reply).toMatchObject({ status: 200 });
  });

  it('answers every request while one of the servers is restarted', async () => {
    let isDone = false;
    const statuses = new Map<number | string, number>();
    const asking = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const status = await ask(proxy.httpsPort, '/api/config').then(
          (reply) => reply.status,
          (error: Error) => error.message,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const [{ port }] = servers;
    servers[0].kill('SIGTERM');
    await servers[0].exited;
    servers[0] = await startServerProcess({
      ...environment,
      PORT: String(port),
      CONTAINER_TLS_PORT: String(tlsPorts[0]),
    });
    // Until the proxy asks it again.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    isDone = true;
    await Promise.all(asking);
    expect([...statuses.keys()]).toEqual([200]);
  });
});
