import { DomainError } from '@vexil/contract/errors';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { describeError } from '@vexil/runtime/error-log';
import { sql } from 'drizzle-orm';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app';
import { createTestApp, type TestApp } from '../../testing/app';
import { errorsPlugin } from './errors';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('a failure of ours', () => {
  it('says nothing to the caller and shows no value in the log', async () => {
    const account = await buildAccount(test.db, { email: 'private@example.test' });
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const log = pino({ level: 'debug', serializers: { err: describeError } }, { write });
    const app = await buildApp({ ...test.deps, log: log as never });
    await test.db.execute(sql`alter table sessions rename to sessions_away`);
    const reply = await app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { userName: account.email, password: testPassword },
    });
    await test.db.execute(sql`alter table sessions_away rename to sessions`);
    await app.close();
    expect(reply.json()).toEqual({
      title: 'Something went wrong on our side. It has been logged.',
      status: 500,
      code: 'request.failed',
      requestId: expect.stringMatching(/^[\w-]{12}\.[0-9a-z]+$/),
    });
    const text = lines.join('');
    expect(text).toContain('Failed query');
    expect(text).toContain('42P01');
    expect(text).toContain('reqId');
    for (const secret of [account.email, testPassword, 'argon2', account.id]) expect(text).not.toContain(secret);
  });
});

describe('a failure after the headers of a success', () => {
  it('has none of them', async () => {
    const app = fastify();
    await app.register(errorsPlugin);
    app.get('/', async (_request, reply) => {
      reply.headers({
        etag: '"x"',
        'last-modified': 'now',
        'content-encoding': 'br',
        'content-length': '9',
        'x-own': 'y',
      });
      throw new DomainError('game.notFound');
    });
    const { statusCode, headers, body } = await app.inject('/');
    await app.close();
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'game.notFound']);
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    expect(rest).toEqual({
      'cache-control': 'no-store',
      'content-language': 'en-US',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json; charset=utf-8',
      'x-own': 'y',
    });
  });
});

describe('describeError', () => {
  it('keeps what helps and leaves values out', () => {
    const refused = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint_name: 'accounts_email_key',
      detail: 'Key (email)=(private@example.test) already exists.',
      parameters: ['private@example.test'],
    });
    const failed = Object.assign(new Error('Failed query: insert\nparams: private@example.test', { cause: refused }), {
      query: 'insert',
      params: ['private@example.test'],
    });
    const described = describeError(failed);
    expect(described).toMatchObject({
      type: 'Error',
      message: 'Failed query: insert',
      cause: { message: 'duplicate key', code: '23505', constraint: 'accounts_email_key' },
    });
    expect(described.stack).toMatch(/^\s+at /);
    expect(JSON.stringify(described)).not.toContain('private');
  });

  it('takes whatever was thrown', () => {
    expect(describeError('secret')).toEqual({
      type: 'string',
      message: 'Something that is no error was thrown',
      stack: '',
    });
    const endless = new Error('a');
    endless.cause = endless;
    expect(JSON.stringify(describeError(endless)).length).toBeLessThan(100_000);
  });
});
