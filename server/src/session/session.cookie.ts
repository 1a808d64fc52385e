import type { SerializeOptions } from '@fastify/cookie';
import { sessionCookie } from '@vexil/http/call/actor';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionLifetimeMs = 7 * 24 * 3600 * 1000;
export const deviceCookie = 'vexil_device';
/** Browsers keep no cookie for longer. */
const deviceLifetimeSeconds = 400 * 24 * 3600;

/** Written at once, so that several cookies keep the order in which they were set. Scripts read none of ours. */
function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  options: SerializeOptions,
): void {
  const { deps, serializeCookie } = request.server;
  // A proxy may end TLS without being named in TRUST_PROXY; the requests then look like http to us.
  const secure = request.protocol === 'https' || (deps.config.publicUrl?.startsWith('https:') ?? false);
  reply.header(
    'set-cookie',
    serializeCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, ...options }),
  );
}

export function setServerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, maxAgeSeconds }: { path: string; maxAgeSeconds: number },
): void {
  setCookie(request, reply, name, value, { path, maxAge: maxAgeSeconds });
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(request, reply, sessionCookie, token, { maxAge: sessionLifetimeMs / 1000 });
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, text: string): void {
  setServerCookie(request, reply, deviceCookie, text, { path: '/api/account', maxAgeSeconds: deviceLifetimeSeconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, sessionCookie, '', { expires: new Date(0) });
}
