import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { PrivateAddress, pinAddress } from '@vexil/runtime/pinned-address';

export interface WebhookRequest {
  address: string;
  /** The event's id, equal at every attempt. */
  id: string;
  body: string;
  /** `whsec_` and Base64. */
  secret: string;
  at: Date;
}

type WebhookError = 'timeout' | 'unreachable' | 'tls' | 'privateAddress' | 'nameNotFound' | 'status';

export interface WebhookReply {
  status: number | null;
  /** null when it was delivered. */
  error: WebhookError | null;
  /** What the receiver asks to wait; null when it asks for nothing. */
  retryAfterSeconds: number | null;
}

/** As in Standard Webhooks: `v1,` and the Base64 of HMAC-SHA256 over id, time and body. */
export function signWebhook({ id, body, secret, at }: Omit<WebhookRequest, 'address'>): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const seconds = Math.floor(at.getTime() / 1000);
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

function errorOf(error: unknown, signal: AbortSignal): WebhookError {
  if (error instanceof PrivateAddress) return 'privateAddress';
  if (signal.aborted) return 'timeout';
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'nameNotFound';
  return /TLS|SSL|CERT|SIGNATURE|EPROTO/.test(code) ? 'tls' : 'unreachable';
}

const waitSecondsMax = 3600;

function waitOf(value: string | undefined): number | null {
  if (value === undefined || !/^\d{1,6}$/.test(value)) return null;
  return Math.min(Number(value), waitSecondsMax);
}

interface SendOptions {
  allowPrivate: boolean;
  signal: AbortSignal;
}

async function post(given: WebhookRequest, { allowPrivate, signal }: SendOptions): Promise<WebhookReply> {
  const url = new URL(given.address);
  const pinned = await pinAddress(url, allowPrivate);
  signal.throwIfAborted();
  const seconds = Math.floor(given.at.getTime() / 1000);
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(url, {
      method: 'POST',
      ...pinned,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(given.body),
        'user-agent': 'Vexil-Webhook',
        'webhook-id': given.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signWebhook(given),
      },
    });
    outgoing.on('error', reject);
    // Redirects are not followed, and a reply's body is not read.
    outgoing.on('response', (reply) => {
      const status = reply.statusCode ?? 0;
      const isDelivered = status >= 200 && status < 300;
      reply.on('error', () => undefined);
      reply.destroy();
      resolve({
        status,
        error: isDelivered ? null : 'status',
        retryAfterSeconds: isDelivered ? null : waitOf(reply.headers['retry-after']),
      });
    });
    outgoing.end(given.body);
  });
}

/** One attempt. Never throws. */
export async function sendWebhook(given: WebhookRequest, options: SendOptions): Promise<WebhookReply> {
  try {
    return await post(given, options);
  } catch (error) {
    return { status: null, error: errorOf(error, options.signal), retryAfterSeconds: null };
  }
}
