import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { addressOf } from '@vexil/contract/request';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '../i18n/i18n';
import { answer, callsOf, disconnect, refuse } from '../testing/api';
import { buildAccount, buildDetailedGame } from '../testing/builders';
import { ApiError } from './api-error';
import { call } from './call';
import { fieldErrors } from './field-errors';
import { routeQuery } from './route-query';
import { earlyWaitMs } from './send';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe('addressOf', () => {
  it('fills parameters in and escapes them', () => {
    expect(addressOf(gameEndpoints.get, { params: { id: 7 } })).toBe('/api/game/7');
    expect(addressOf({ ...gameEndpoints.get, path: '/api/x/:name' }, { params: { name: 'a/b c' } })).toBe(
      '/api/x/a%2Fb%20c',
    );
  });

  it('leaves out of the query what is not given', () => {
    expect(addressOf(gameEndpoints.recent, { query: { limit: undefined } })).toBe('/api/game/recent');
    expect(addressOf(gameEndpoints.list, { query: { count: 10, skip: 0 } })).toBe('/api/game?count=10&skip=0');
  });
});

describe('call', () => {
  it('gives the reply and says which language the reader has', async () => {
    answer(accountEndpoints.profile, buildAccount({ userName: 'mira' }));
    await changeLanguage('zh-CN');
    const account = await call(accountEndpoints.profile);
    await changeLanguage('en-US');
    expect(account.userName).toBe('mira');
    expect(callsOf(accountEndpoints.profile)[0]?.headers.get('Accept-Language')).toBe('zh-CN');
  });

  it('takes the reply that start.js has asked for, once, and asks itself where that failed', async () => {
    answer(gameEndpoints.get, buildDetailedGame({ title: 'Asked later' }));
    answer(accountEndpoints.profile, buildAccount({ userName: 'mira' }));
    const early = new Response(JSON.stringify(buildDetailedGame({ title: 'Asked early' })));
    window.earlyReplies = new Map([
      ['/api/game/7', Promise.resolve({ response: early, sentAt: Date.now() - 9000, receivedAt: Date.now() - 8000 })],
      ['/api/account/profile', Promise.reject(new TypeError('away'))],
    ]);
    const titles = [];
    for (let times = 0; times < 2; times += 1)
      titles.push((await call(gameEndpoints.get, { params: { id: 7 } })).title);
    expect(titles).toEqual(['Asked early', 'Asked later']);
    expect(earlyWaitMs()).toBeGreaterThanOrEqual(8000);
    expect(callsOf(gameEndpoints.get)).toHaveLength(1);
    expect((await call(accountEndpoints.profile)).userName).toBe('mira');
  });

  it('sends the body as JSON and takes an empty reply', async () => {
    answer(accountEndpoints.login, undefined);
    await expect(call(accountEndpoints.login, { body: { userName: 'mira', password: 'x' } })).resolves.toBeUndefined();
    expect(callsOf(accountEndpoints.login)[0]?.body).toEqual({ userName: 'mira', password: 'x' });
  });

  it('sends files as the form part that the route names', async () => {
    answer(teamEndpoints.avatar, '/assets/1/avatar');
    const file = new File(['x'], 'flag.png', { type: 'image/png' });
    await call(teamEndpoints.avatar, { params: { id: 3 }, files: [file] });
    const body = callsOf(teamEndpoints.avatar)[0]?.body;
    expect(body instanceof FormData && body.get('file')).toBeInstanceOf(File);
  });

  it('rejects with code, title and fields of a refusal', async () => {
    refuse(accountEndpoints.update, 'account.userNameTaken', { details: [{ path: 'userName', message: 'taken' }] });
    const error = await failureOf(call(accountEndpoints.update, { body: { userName: 'mira' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'account.userNameTaken', status: 400, message: 'This name is taken.' });
    expect(fieldErrors(error)).toEqual({ userName: 'taken' });
  });

  it('says how long to wait after too many requests', async () => {
    refuse(gameEndpoints.list, 'request.tooMany', { retryAfterSeconds: 12 });
    const error = await failureOf(call(gameEndpoints.list, { query: {} }));
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 12 });
  });

  it('distinguishes a lost connection from a refusal', async () => {
    disconnect(gameEndpoints.list);
    expect(await failureOf(call(gameEndpoints.list, { query: {} }))).toMatchObject({ code: 'network', status: 0 });
  });

  it('does not take a page for a reply', async () => {
    vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { status: 200 }));
    expect(await failureOf(call(accountEndpoints.profile))).toMatchObject({ code: 'unexpected' });
  });

  it('keeps the code of an error that is not JSON', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
    expect(await failureOf(call(accountEndpoints.profile))).toMatchObject({ code: 'status.502', status: 502 });
  });
});

describe('routeQuery', () => {
  it('has a key made of route and input', () => {
    expect(routeQuery(gameEndpoints.get, { params: { id: 7 } }).queryKey).toEqual([
      'GET /api/game/:id',
      { params: { id: 7 } },
    ]);
  });

  it('fetches what its route replies', async () => {
    answer(gameEndpoints.get, ({ params }) => buildDetailedGame({ id: Number(params.id) }));
    const { queryFn, queryKey } = routeQuery(gameEndpoints.get, { params: { id: 7 } });
    const context = { queryKey, signal: new AbortController().signal, meta: undefined } as never;
    await expect(typeof queryFn === 'function' && queryFn(context)).resolves.toMatchObject({ id: 7 });
  });
});
