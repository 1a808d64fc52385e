// One trace from the request of a submission to its verdict, over a server, a worker process and a receiver of OTLP.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openDatabase } from '@vexil/db';
import { openTracing } from '@vexil/runtime/tracing';
import { createTestApp, startServer, type TestApp, type TestServer } from '@vexil/server/testing/app';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCompetition, type Competition } from '../testing/play';
import { startWorkerProcess, type WorkerProcess } from '../testing/process';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Record<string, string>;
}

type Values = { key: string; value: Record<string, string> }[];
interface Export {
  resourceSpans: {
    resource: { attributes: Values };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'service'> & { attributes: Values })[] }[];
  }[];
}

const valuesOf = (values: Values) =>
  Object.fromEntries(values.map(({ key, value }) => [key, String(Object.values(value)[0])]));

const spans: ReceivedSpan[] = [];
let receiver: Server;
let test: TestApp;
let server: TestServer;
let worker: WorkerProcess;
let game: Competition;
let origin: string;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = valuesOf(resource.attributes)['service.name'] ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, service, attributes: valuesOf(span.attributes) });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/traces`;
  test = await createTestApp();
  game = await buildCompetition(test, 2);
  const { config, keyPrefix } = test.deps;
  const traces = { url, ratio: 1 };
  const tracing = await openTracing({ traces }, 'vexil-server');
  const database = openDatabase(test.database.url, { beginStatement: tracing?.beginStatement });
  server = await startServer({ deps: { ...test.deps, database } }, {}, { tracing });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  worker = await startWorkerProcess({
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    DATA_DIR: config.dataDir,
    CONTAINER_ENGINE: 'none',
    TRACES_URL: url,
  });
});
afterAll(async () => {
  await worker?.stop();
  await server?.close();
  await test?.close();
  receiver?.close();
});

describe('traces', () => {
  it('lead from the request of a submission over PostgreSQL and the queue to its verdict', async () => {
    const captain = game.teams[0]?.captain;
    if (!captain) throw new Error('The competition has a team.');
    const reply = await fetch(`${origin}/api/game/${game.gameId}/challenges/${game.challengeId}`, {
      method: 'POST',
      headers: { cookie: await test.signIn(captain), 'content-type': 'application/json' },
      body: JSON.stringify({ flag: game.flag }),
    });
    expect(reply.status).toBe(200);
    const find = (name: RegExp, service: string, traceId?: string) =>
      spans.filter((one) => name.test(one.name) && one.service === service && (!traceId || one.traceId === traceId));
    const root = await vi.waitUntil(() => find(/^POST .*challenges/, 'vexil-server')[0], { timeout: 30_000 });
    expect(root.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': '200' });
    expect(root.parentSpanId ?? '').toBe('');
    const { traceId } = root;
    const job = await vi.waitUntil(() => find(/^job judge/, 'vexil-worker', traceId)[0], { timeout: 30_000 });
    expect(job.parentSpanId).toBe(root.spanId);
    const stored = find(/^(INSERT|WITH|SELECT) postgresql$/, 'vexil-server', traceId);
    expect(stored.some(({ attributes }) => attributes['db.query.text']?.includes('submissions'))).toBe(true);
    const judged = await vi.waitUntil(
      () => {
        const found = find(/postgresql$/, 'vexil-worker', traceId);
        return found.some(({ attributes }) => attributes['db.query.text']?.includes('solves')) ? found : undefined;
      },
      { timeout: 30_000 },
    );
    expect(new Set(judged.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([job.spanId]));
    expect(JSON.stringify(spans)).not.toContain(game.flag);
  });

  it('do not follow a traceparent of a client', async () => {
    const traceId = 'a'.repeat(32);
    await fetch(`${origin}/api/config`, { headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` } });
    await vi.waitUntil(() => spans.some(({ name }) => name === 'GET /api/config'), { timeout: 30_000 });
    expect(spans.some((span) => span.traceId === traceId)).toBe(false);
  });
});
