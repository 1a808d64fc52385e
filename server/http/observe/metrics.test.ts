import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { RequestLog } from './request-log';

function portOf({ app }: TestApp): number {
  const address = app.metrics?.server.address();
  if (!address || typeof address === 'string') throw new Error('No metrics are served.');
  return address.port;
}

describe('GET /metrics', () => {
  let test: TestApp;
  let origin: string;
  beforeAll(async () => {
    test = await createTestApp({ metricsPort: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${portOf(test)}`;
  });
  afterAll(() => test.close());

  it('counts requests by route pattern, and reports process and connections', async () => {
    await test.send({ url: '/api/team/4711' });
    await test.send({ url: '/api/no/such/call' });
    const text = await (await fetch(`${origin}/metrics`)).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/team\/:id",status="404"\} 1/);
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).toMatch(/^live_connections\{hub="user"\} 0$/m);
    expect(text).toMatch(/^scoreboard_rebuilds_total 0$/m);
    // In a label; sizes and times may have these digits by themselves.
    expect(text).not.toMatch(/="[^"\n]*4711/);
  });

  it('has nothing else on its port, and no metrics on the port of players', async () => {
    expect((await fetch(`${origin}/api/config`)).status).toBe(404);
    expect(JSON.stringify((await test.send({ url: '/metrics' })).body)).not.toContain('process_resident');
  });

  it('leaves its port when the server closes', async () => {
    const other = await createTestApp({ metricsPort: 0, host: '127.0.0.1' });
    const port = portOf(other);
    await other.close();
    const outcome = await new Promise((resolve) => {
      connect(port, '127.0.0.1', () => resolve('open')).on('error', () => resolve('closed'));
    });
    expect(outcome).toBe('closed');
  });
});

describe('the log of requests', () => {
  it('has one line per request, without address, header or body', () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const request = { method: 'POST', url: '/x?token=secret', routeOptions: { url: '/x' }, body: 'secret', log };
    new RequestLog().incomingRequest();
    new RequestLog().requestCompleted(null, request as never, { statusCode: 200, elapsedTime: 1.234 } as never);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 20, method: 'POST', route: '/x', status: 200, ms: 1.2 });
    expect(lines[0]).not.toContain('secret');
  });
});
