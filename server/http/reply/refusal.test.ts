import { once } from 'node:events';
import { connect } from 'node:net';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameRoutes } from '@vexil/contract/game';
import { teamRoutes } from '@vexil/contract/team';
import { buildAccount } from '@vexil/db/testing/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { errorText } from './i18n';

let test: TestApp;
let port: number;
let playerCookie: string;
beforeAll(async () => {
  test = await createTestApp();
  playerCookie = await test.signIn(await buildAccount(test.db));
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => test.close());

interface Case {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const json = { 'content-type': 'application/json' };
const cases: Record<string, Case & { status: number; code: ErrorCode; also?: Record<string, string> }> = {
  'no session': { path: '/api/account/profile', status: 401, code: 'account.unauthenticated' },
  'a session that is none': {
    path: '/api/account/profile',
    headers: { cookie: 'GZCTF_Token=made-up' },
    status: 401,
    code: 'account.unauthenticated',
  },
  'a token that is none': {
    path: '/api/config',
    headers: { authorization: 'Bearer made-up' },
    status: 401,
    code: 'token.invalid',
  },
  'a player at a call of administrators': {
    path: '/api/admin/users',
    status: 403,
    code: 'account.forbidden',
  },
  'an unknown path': { path: '/api/nothing/here', status: 404, code: 'request.notFound' },
  'another method': {
    method: 'DELETE',
    path: '/api/Game/1/Scoreboard/?x=1',
    status: 405,
    code: 'request.methodNotAllowed',
    also: { allow: 'GET' },
  },
  'a body that is too large': {
    method: 'POST',
    path: '/api/account/verify',
    headers: json,
    body: ' '.repeat(20_000),
    status: 413,
    code: 'request.tooLarge',
  },
  'a body of another type': {
    method: 'POST',
    path: '/api/account/verify',
    headers: { 'content-type': 'text/plain' },
    body: 'token',
    status: 415,
    code: 'request.mediaType',
  },
};

const languages = ['en-US', 'de-DE', 'zh-CN', 'ja-JP'] as const;

async function send({ method = 'GET', path, headers = {}, body }: Case, language = 'en-US') {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'accept-language': language, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() };
}

describe('a refusal', () => {
  it.each(Object.entries(cases))('of %s has its bytes and headers in every language', async (name, one) => {
    if (name.startsWith('a player')) one.headers = { cookie: playerCookie };
    const seen = new Set<string>();
    for (const language of languages) {
      // Twice: the second is sent from memory.
      const [first, second] = [await send(one, language), await send(one, language)];
      const { 'x-request-id': id, date: _date, ...headers } = first.headers;
      const { 'x-request-id': otherId, date: _otherDate, ...otherHeaders } = second.headers;
      expect({ status: second.status, headers: otherHeaders, text: second.text }).toEqual({
        status: first.status,
        headers,
        text: first.text,
      });
      expect(id).toMatch(/^[\w-]{12}\.[0-9a-z]+$/);
      expect(otherId).not.toBe(id);
      const { title, ...rest } = JSON.parse(first.text);
      expect([first.status, rest]).toEqual([one.status, { status: one.status, code: one.code }]);
      expect(title).toBe(errorText(one.code, language, { limit: '16 KiB' }));
      seen.add(title);
      expect(headers).toEqual({
        'cache-control': 'no-store',
        'content-language': language,
        'content-length': String(Buffer.byteLength(first.text)),
        'content-type': 'application/json; charset=utf-8',
        ...(await securityHeadersOf('/api/config')),
        ...one.also,
      });
    }
    expect(seen.size).toBe(languages.length);
  });

  async function securityHeadersOf(path: string) {
    const { headers } = await test.app.inject({ url: path });
    const own = /^(content-security|cross-origin|origin-agent|referrer|strict-transport|x-(?!request-id))/;
    return Object.fromEntries(Object.entries(headers).filter(([name]) => own.test(name)));
  }

  it('has no body for HEAD, but its length', async () => {
    const [get, head] = [await send({ path: '/api/nothing' }), await send({ method: 'HEAD', path: '/api/nothing' })];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([404, '', get.headers['content-length']]);
  });
});

/** Writes the texts one after the other over one connection, each when the reply to the one before is there. */
async function talk(...texts: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const replies: string[] = [];
  for (const text of texts) {
    socket.write(text);
    let reply = '';
    while (!/\r\n\r\n.*}/s.test(reply)) reply += String((await once(socket, 'data'))[0]);
    replies.push(reply);
  }
  socket.destroy();
  return replies;
}

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n');

describe('a body that its headers condemn', () => {
  it.each([
    ['too large', 413, ['Content-Type: application/json', 'Content-Length: 20000']],
    ['of another type', 415, ['Content-Type: text/plain', 'Content-Length: 2000']],
  ])('(%s) is refused before a byte of it came, and spends nothing', async (_name, status, lines) => {
    const asked: string[] = [];
    const { spend } = test.app;
    test.app.spend = async (rateClass) => void asked.push(rateClass);
    const [reply] = await talk(head('POST', '/api/account/verify', ...lines));
    test.app.spend = spend;
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(asked).toEqual([]);
  });

  it('leaves a connection that serves the next request once the body was sent', async () => {
    const body = 'x'.repeat(20_000);
    const large = head('POST', '/api/account/verify', 'Content-Type: application/json', 'Content-Length: 20000');
    const [refused, unknown, served] = await talk(
      large + body,
      head('DELETE', '/api/nothing'),
      head('GET', '/healthz'),
    );
    expect(refused).toContain('413 Payload Too Large');
    expect(unknown).toContain('404 Not Found');
    expect(served).toContain('{"status":"ok"}');
  });

  it('is read where its length is not declared, and refused past the limit', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const [reply] = await talk(
      head('POST', '/api/account/verify', 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
        chunk +
        chunk,
    );
    expect(reply).toContain('413 Payload Too Large');
  });
});

describe('who is not signed in', () => {
  it('is refused without Redis and PostgreSQL', async () => {
    const cut = await createTestApp({ rateLimit: true });
    await cut.deps.redis.quit();
    await cut.deps.database.close();
    const { status } = await cut.call(teamRoutes.list);
    expect(status).toBe(401);
    const open = await cut.call(gameRoutes.list);
    expect(open.status).toBe(503);
    // Its connections are closed already.
    await cut.close().catch(() => undefined);
  });
});
