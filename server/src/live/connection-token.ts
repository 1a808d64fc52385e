import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '@vexil/http/deps';

const lifetimeMs = 120_000;
const nonceLength = 12;
const bodyLength = nonceLength + 6;
const signatureLength = 16;

type TokenDeps = Pick<Deps, 'sealing' | 'clock' | 'random'>;

function sign(deps: TokenDeps, body: Buffer): Buffer {
  const key = deps.sealing.deriveKey('live-connection');
  return createHmac('sha256', key).update(body).digest().subarray(0, signatureLength);
}

/** A signed token, so that any process can accept a connection that another one negotiated. */
export function createConnectionToken(deps: TokenDeps): string {
  const body = Buffer.alloc(bodyLength);
  deps.random.bytes(nonceLength).copy(body);
  body.writeUIntBE(deps.clock.now().getTime() + lifetimeMs, nonceLength, 6);
  return Buffer.concat([body, sign(deps, body)]).toString('base64url');
}

export function isConnectionToken(deps: TokenDeps, text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== bodyLength + signatureLength) return false;
  const body = bytes.subarray(0, bodyLength);
  if (!timingSafeEqual(sign(deps, body), bytes.subarray(bodyLength))) return false;
  return body.readUIntBE(nonceLength, 6) >= deps.clock.now().getTime();
}
