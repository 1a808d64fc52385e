// The platform asks its own public address how it is seen there. Only requests with a proof made by the key are answered,
// so that nothing about the proxies is shown to others.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { Echo } from '@vexil/contract/doctor';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { trustedProxies } from '@vexil/http/guard/trusted-proxies';
import type { FastifyRequest } from 'fastify';

const lifetimeMs = 60_000;

const sign = ({ sealing }: Pick<Deps, 'sealing'>, until: number) =>
  createHmac('sha256', sealing.deriveKey('doctor-echo')).update(String(until)).digest();

export function makeProof(deps: Pick<Deps, 'sealing' | 'clock'>, now = deps.clock.now().getTime()): string {
  const until = now + lifetimeMs;
  return `${until}.${sign(deps, until).toString('hex')}`;
}

export function isProof(deps: Pick<Deps, 'sealing' | 'clock'>, text: string): boolean {
  const [, until = '', signature = ''] = /^(\d{13})\.([0-9a-f]{64})$/.exec(text) ?? [];
  if (until === '' || Number(until) < deps.clock.now().getTime()) return false;
  return timingSafeEqual(sign(deps, Number(until)), Buffer.from(signature, 'hex'));
}

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Throws `request.notFound` without a valid proof. */
export function echo(deps: Pick<Deps, 'sealing' | 'clock' | 'config'>, request: FastifyRequest, proof: string): Echo {
  if (!isProof(deps, proof)) throw new DomainError('request.notFound');
  return {
    address: request.ip,
    isForwarded: forwardedHeaders.some((name) => request.headers[name] !== undefined),
    trustsProxies: trustedProxies(deps.config.trustProxy) !== undefined,
  };
}

const timeoutMs = 8000;

export const openAddress = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

export const askEcho = (
  deps: Pick<Deps, 'sealing' | 'clock'>,
  origin: string,
  headers?: Record<string, string>,
): Promise<Response> =>
  openAddress(`${origin}${doctorEndpoints.echo.path}?proof=${encodeURIComponent(makeProof(deps))}`, headers);

export const readEcho = async (reply: Response) => Echo.safeParse(await reply.json().catch(() => null));

/** The address that players use, else `own` of a server; undefined when neither answers. */
export async function findOrigin(deps: Deps, own: string | null): Promise<string | undefined> {
  for (const origin of [deps.config.publicUrl, own]) {
    const reply = origin === null ? null : await askEcho(deps, origin).catch(() => null);
    if (origin !== null && reply?.ok && (await readEcho(reply)).success) return origin;
  }
  return undefined;
}
