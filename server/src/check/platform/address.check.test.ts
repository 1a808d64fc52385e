// What the check of the address finds where the site, or a proxy in front of it, is wrong in one thing.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vexil/db/testing/free-port';
import type { Deps } from '@vexil/http/deps';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app';
import { makeCertificate } from '../../../testing/certificate';
import { factsOf } from '../checks';
import { address } from './address.check';
import { readCertificate } from './read-certificate';

let test: TestApp;
let origin: string;
const servers: Server[] = [];
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function codesOf(config: Partial<Deps['config']>): Promise<string[]> {
  const deps = { ...test.deps, config: { ...test.deps.config, ...config } };
  const findings = await address.ask({ ...factsOf(deps), worker: async () => null });
  return findings.map(({ code }) => code);
}

async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that adds the client's address, as real ones do. */
const startProxy = (change: Record<string, string> = {}) =>
  serve(async (request, response) => {
    const headers = {
      'x-forwarded-for': [request.headers['x-forwarded-for'], '198.51.100.7'].filter(Boolean).join(', '),
    };
    const reply = await fetch(`${origin}${request.url}`, { headers });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...change });
    response.end(await reply.text());
  });

describe('the address', () => {
  it('answers, without a proxy, with live connections', async () => {
    const codes = await codesOf({ publicUrl: origin });
    expect(codes).toEqual(expect.arrayContaining(['address.answers', 'address.client', 'address.webSockets']));
    expect(codes).toContain('address.noTls');
  });

  it('is that of another installation, redirects, or cannot be reached', async () => {
    const other = await serve((_request, response) => response.writeHead(404).end('{}'));
    expect(await codesOf({ publicUrl: other })).toContain('address.other');
    // A proxy that finds no server.
    const empty = await serve((_request, response) => response.writeHead(503).end());
    expect(await codesOf({ publicUrl: empty })).toContain('address.unreachable');
    const moved = await serve((_request, response) => response.writeHead(301, { location: 'https://x.test/' }).end());
    expect(await codesOf({ publicUrl: moved })).toContain('address.redirects');
    expect(await codesOf({ publicUrl: `http://127.0.0.1:${await freePort()}` })).toContain('address.unreachable');
  });

  it('has a proxy in front that is not trusted and passes no WebSockets', async () => {
    const codes = await codesOf({ publicUrl: await startProxy() });
    expect(codes).toEqual(expect.arrayContaining(['address.clientHidden', 'address.noWebSockets']));
  });

  it('believes addresses that clients invent when every proxy is trusted', async () => {
    const open = await createTestApp({ trustProxy: true });
    try {
      await open.app.listen({ port: 0, host: '127.0.0.1' });
      const publicUrl = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
      expect(await codesOf({ publicUrl })).toContain('address.clientForged');
      expect(await codesOf({ publicUrl, trustProxy: true })).toContain('address.trustsEveryone');
    } finally {
      await open.close();
    }
  });

  it.each([
    [true, true],
    [['10.0.0.0/8'], false],
    [1, false],
    [false, false],
  ])('warns of TRUST_PROXY=%s, with and without PUBLIC_URL: %s', async (trustProxy, isWarned) => {
    for (const publicUrl of [null, `http://127.0.0.1:${await freePort()}`]) {
      expect((await codesOf({ trustProxy, publicUrl })).includes('address.trustsEveryone')).toBe(isWarned);
    }
  });

  it('sends a policy that instances cannot follow, and shares its host with them', async () => {
    // An address has no policy; the name resolves to the proxy of the test.
    const proxy = (await startProxy({ 'strict-transport-security': 'max-age=300' })).replace('127.0.0.1', 'localhost');
    const codes = await codesOf({ publicUrl: proxy, containerEngine: 'docker' });
    expect(codes).toEqual(expect.arrayContaining(['address.hstsCoversInstances', 'address.instancesShareHost']));
    const apart = await codesOf({ publicUrl: proxy, containerEngine: 'docker', containerPublicHost: 'play.test' });
    expect(apart).not.toContain('address.hstsCoversInstances');
    expect(apart).not.toContain('address.instancesShareHost');
  });
});

describe('the certificate', () => {
  it('is refused when no authority signed it, and its days are counted', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vexil-doctor-'));
    const { certificate, key } = makeCertificate(directory, 'localhost', 3);
    const server = createTlsServer({ cert: await readFile(certificate), key: await readFile(key) });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    expect(await codesOf({ publicUrl: url })).toContain('address.certificateInvalid');
    expect(await readCertificate(new URL(url))).toEqual({ daysLeft: 2 });
    await rm(directory, { recursive: true });
  });
});
