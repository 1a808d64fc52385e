import { createHmac } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { testWebhookSecret } from '@vexil/db/testing/webhook';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../testing/receiver';
import { sendWebhook, signWebhook } from './send-webhook';

const at = new Date('2026-05-01T10:00:00.900Z');
const message = { id: '0197c000-0000-7000-8000-000000000001', body: '{"text":"“ä”"}', secret: testWebhookSecret, at };

describe('sendWebhook', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const send = (given: { address?: string; allowPrivate?: boolean; timeoutMs?: number } = {}) =>
    sendWebhook(
      { ...message, address: given.address ?? receiver.address },
      { allowPrivate: given.allowPrivate ?? true, signal: AbortSignal.timeout(given.timeoutMs ?? 20_000) },
    );

  it('signs id, time and body as Standard Webhooks does', async () => {
    expect(await send()).toEqual({ status: 204, error: null, retryAfterSeconds: null });
    const [{ headers, body }] = receiver.messages as [Receiver['messages'][number]];
    const key = Buffer.from(testWebhookSecret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-id']).toBe(message.id);
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(at.getTime() / 1000)));
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toBe(message.body);
  });

  it('gives another signature for another time, body, id or secret', () => {
    const others = [
      { ...message, at: new Date(at.getTime() + 1000) },
      { ...message, body: `${message.body} ` },
      { ...message, id: '0197c000-0000-7000-8000-000000000002' },
      { ...message, secret: `whsec_${Buffer.alloc(24, 8).toString('base64')}` },
    ];
    expect(new Set([message, ...others].map(signWebhook)).size).toBe(5);
  });

  it('does not follow redirects', async () => {
    const other = await startReceiver();
    receiver.replies.push({ status: 307, headers: { location: other.address } });
    expect(await send()).toMatchObject({ status: 307, error: 'status' });
    expect(other.messages).toEqual([]);
    await other.close();
  });

  it('reports what the receiver asks to wait, an hour at most', async () => {
    receiver.replies.push({ status: 429, headers: { 'retry-after': '40' } });
    receiver.replies.push({ status: 503, headers: { 'retry-after': '999999' } });
    receiver.replies.push({ status: 503, headers: { 'retry-after': 'Fri, 01 May 2026 10:00:00 GMT' } });
    const waits = [await send(), await send(), await send()].map(({ retryAfterSeconds }) => retryAfterSeconds);
    expect(waits).toEqual([40, 3600, null]);
  });

  it('ends when the time is over', async () => {
    receiver.replies.push({ status: 200, hangs: true });
    expect(await send({ timeoutMs: 200 })).toMatchObject({ status: null, error: 'timeout' });
  });

  it.each([
    ['http://127.0.0.1:9/', 'unreachable'],
    ['http://no-such-host.invalid/', 'nameNotFound'],
  ])('says why %s is not reached', async (address, error) => {
    expect(await send({ address })).toMatchObject({ status: null, error });
  });

  it('says that a certificate is missing', async () => {
    const address = receiver.address.replace('http:', 'https:');
    expect(await send({ address })).toMatchObject({ status: null, error: 'tls' });
  });

  it.each(['https://localhost', 'https://127.0.0.1', 'https://[::1]', 'http://127.0.0.1', 'http://1.1.1.1'])(
    'opens no connection to %s unless private addresses are allowed',
    async (origin) => {
      let connections = 0;
      const server = createServer(() => {
        connections += 1;
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      expect(await send({ address: `${origin}:${port}/`, allowPrivate: false })).toMatchObject({
        status: null,
        error: 'privateAddress',
      });
      expect(connections).toBe(0);
      await new Promise((resolve) => connect(port, '127.0.0.1').on('connect', resolve).on('close', resolve).end());
      await new Promise((resolve) => server.close(resolve));
    },
  );
});
