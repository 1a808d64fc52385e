import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tokenRoutes } from '@vexil/contract/token';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedRoutes } from '../src/reference/contract-modules';
import { createTestApp, type TestApp } from '../testing/app';
import { digestFile, digestOf } from './digest';
import { createClient, VexilError } from './vexil';

let test: TestApp;
let baseUrl: string;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

describe('the digest of the contract', () => {
  it('is current; `npm run contract:digest` writes it anew', async () => {
    expect(await readFile(digestFile, 'utf8')).toBe(digestOf(namedRoutes));
  });
});

describe('the client', () => {
  it('is handed out by the server', async () => {
    const reply = await test.send({ url: '/api/client.ts' });
    expect(reply.body).toContain('export function createClient');
  });

  it('registers, keeps the session, sends files and reads pages of a list', async () => {
    const vexil = createClient({ baseUrl });
    await vexil.account.register({
      body: { userName: 'client', email: 'client@example.org', password: 'Harbour-7-Night' },
    });
    expect(await vexil.account.profile()).toMatchObject({ userName: 'client', email: 'client@example.org' });
    const game = await buildGame(test.db);
    const list = await vexil.game.list({ query: { count: 5 } });
    expect(list.data.map(({ id }) => id)).toContain(game.id);
    const team = await vexil.team.create({ body: { name: 'Quay' } });
    const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    const address = await vexil.team.avatar({
      params: { id: team.id },
      files: [{ name: 'dot.gif', content: new Blob([picture]) }],
    });
    const bytes = await fetch(`${baseUrl}${address}`);
    expect(bytes.status).toBe(200);
    await vexil.account.logout();
    await expect(vexil.account.profile()).rejects.toMatchObject({ status: 401, code: 'account.unauthenticated' });
  });

  it('gives refusals with code, status and fields, in the language asked for', async () => {
    const vexil = createClient({ baseUrl, language: 'zh-CN' });
    const refused = vexil.game.get({ params: { id: 2147483647 } });
    await expect(refused).rejects.toBeInstanceOf(VexilError);
    await expect(refused).rejects.toMatchObject({ call: 'GET /api/game/:id', status: 404, code: 'game.notFound' });
    await expect(refused).rejects.toThrow(/\p{Script=Han}/u);
  });

  it('sends a call again when the server said to wait', async () => {
    let calls = 0;
    const vexil = createClient({
      baseUrl,
      fetch: async (input, init) => {
        calls += 1;
        if (calls > 1) return fetch(input, init);
        return new Response('{}', { status: 429, headers: { 'Retry-After': '0.01' } });
      },
    });
    await vexil.game.recent();
    expect(calls).toBe(2);
  });

  it('acts as its token says', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const made = await test.call(tokenRoutes.create, {
      as: admin,
      body: { name: 'script', scopes: ['account:read'] },
    });
    const { token } = made.body;
    const vexil = createClient({ baseUrl, token });
    expect(await vexil.account.profile()).toMatchObject({ userName: admin.userName });
  });
});
