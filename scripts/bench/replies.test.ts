import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runLoad } from './generator/load';
import type { PlannedCall, RequestPlan } from './generator/writers';
import { capture } from './rows/capture';

/** Answers as the product does, but refuses each request from `refuses` on. */
async function serve({ refuses = Number.POSITIVE_INFINITY, json = '1' } = {}): Promise<number> {
  let asked = 0;
  const server = http.createServer((request, reply) => {
    asked += 1;
    if (asked >= refuses) return reply.writeHead(429, { 'content-type': 'application/json' }).end('{"status":429}');
    if (request.url === '/page') return reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    return reply.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'GZCTF_Token=a' }).end(json);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const sessions = { sessionKey: 'key', count: 5 };
const flags = { kind: 'submission' as const, gameId: 1, sessions, challengeIds: [1, 2], right: [], rightEvery: 0 };
const plans: [string, RequestPlan][] = [
  ['calls of visitors', { kind: 'calls', calls: [{ path: '/a' }] }],
  ['calls of players', { kind: 'calls', calls: [{ path: '/a' }, { path: '/b' }], sessions }],
  ['sign-ins', { kind: 'login', firstPlayer: 0, count: 5 }],
  ['submissions', flags],
];
const load = (port: number, request: RequestPlan, rate?: number) =>
  runLoad({ ports: [port], connections: 4, count: 60, request, ...(rate ? { rate } : {}) });

describe.each(plans)('a load of %s', (_what, request) => {
  it('counts replies that are expected', async () => {
    const { requests, statuses } = await load(await serve(), request);
    expect([requests, statuses]).toEqual([60, { 200: 60 }]);
  });

  it.each([
    ['as many as go', undefined],
    ['paced', 2000],
  ])('has no figure when one is refused, %s', async (_pace, rate) => {
    await expect(load(await serve({ refuses: 40 }), request, rate)).rejects.toThrow('got an unexpected 429');
  });
});

it('counts a refusal only where the measurement says that it is one', async () => {
  const port = await serve({ refuses: 31 });
  const { statuses, ids } = await load(port, { ...flags, statuses: [200, 429] });
  expect([statuses, ids.length]).toEqual([{ 200: 30, 429: 30 }, 30]);
  await expect(load(await serve(), { kind: 'calls', calls: [{ path: '/a', statuses: [304] }] })).rejects.toThrow('200');
});

it('takes no page for an answer and no answer for a page', async () => {
  const html: PlannedCall = { path: '/page', headers: { Accept: 'text/html' } };
  expect((await load(await serve(), { kind: 'calls', calls: [html] })).requests).toBe(60);
  await expect(load(await serve(), { kind: 'calls', calls: [{ path: '/page' }] })).rejects.toThrow('GET /page');
  await expect(load(await serve(), { kind: 'calls', calls: [{ ...html, path: '/a' }] })).rejects.toThrow('GET /a');
});

it('reads the answer that it measures', async () => {
  await expect(capture(await serve({ json: '{"cut off' }), { path: '/a' })).rejects.toThrow(SyntaxError);
});

describe('the benchmark', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(import.meta.dirname, file), 'utf8') }));
  const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  it('sends requests through HttpConnection, which checks each reply', () => {
    expect(sources.length).toBeGreaterThan(50);
    // What waits until a board is served; nothing of it is measured.
    const polls = ['harness/harness.ts'];
    expect(filesWith(/\bfetch\(|\bhttps?\.(request|get)\(|\bundici\b/).sort()).toEqual(polls);
    for (const { text } of sources.filter(({ file }) => polls.includes(file))) expect(text).toMatch(/status === 200/);
    const connecting = ['generator/http-connection.ts', 'generator/relay-clients.ts', 'generator/relay-services.ts'];
    expect(filesWith(/\bnet\.connect\(|\bconnect\(\{/).sort()).toEqual(connecting);
  });

  it('takes a refusal for work only where it is known', () => {
    const refusing = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:(?:statuses|others)(?:: | = )(\[[^\]]*\])|status: ([045]\d*))/g)]
        .map(([, list, status]) => list ?? status ?? '')
        .filter((named) => /\b(0|[45]\d\d)\b/.test(named))
        .map((named) => `${file} ${named}`),
    );
    expect(refusing.sort()).toEqual([
      // A reply that did not come, which is in no list but that of the churn.
      'generator/http-connection.ts 0',
      // Players come again after a 429.
      'generator/journey.ts [200, 429]',
      // The answers that are measured are refusals.
      'rows/answers.ts 401',
      'rows/answers.ts 403',
      'rows/answers.ts 404',
      'rows/answers.ts 405',
      'rows/answers.ts 413',
      'rows/answers.ts 415',
      // Until the server has seen that the game allows tools.
      'rows/mcp.ts [200, 403]',
      'rows/refusals.ts 429',
      // Until the budget is spent.
      'rows/refusals.ts [200, 429]',
      // Asks a server of another commit whether it has the call.
      'rows/sides.ts [answer.status, 404, 405]',
      // What counts is stored, and compared with the replies.
      'rows/submissions.ts [200, 429]',
      // What counts is that rows and engine agree.
      'scenarios/container-churn.ts [200, 400, 429, 503, 0]',
    ]);
  });
});
