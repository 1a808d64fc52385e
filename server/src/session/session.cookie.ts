import type { SerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../plugins/auth';

export const sessionLifetimeMs = 7 * 24 * 3600 * 1000;

/** Written at once, so that several cookies keep the order in which they were set. */
function setCookie(
  { server }: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  options: SerializeOptions,
): void {
  reply.header('set-cookie', server.serializeCookie(name, value, { path: '/', ...options }));
}

export function setServerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, maxAgeSeconds }: { path: string; maxAgeSeconds: number },
): void {
  const secure = request.protocol === 'https';
  setCookie(request, reply, name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds });
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  // A proxy may end TLS without being named in TRUST_PROXY; the requests then look like http to us.
  const { publicUrl } = request.server.deps.config;
  const secure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  const maxAge = sessionLifetimeMs / 1000;
  setCookie(request, reply, sessionCookie, token, { httpOnly: true, sameSite: 'lax', secure, maxAge });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, sessionCookie, '', { expires: new Date(0) });
}
