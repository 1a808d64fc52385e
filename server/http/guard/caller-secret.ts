import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../call/actor';

const isBearer = /^Bearer(?: |$)/i;
/** A bearer token can be padded without end, so longer ones are not kept in memory. */
const lengthMax = 256;

/** The session or the API token, before it is authenticated. A proxy's own scheme is the same for all its callers. */
export function secretOf({ authorization, cookie }: FastifyRequest['headers'] = {}): string | undefined {
  const secret = authorization !== undefined && isBearer.test(authorization) ? authorization : sessionOf(cookie);
  return secret !== undefined && secret.length <= lengthMax ? secret : undefined;
}

function sessionOf(cookie: string | undefined): string | undefined {
  const from = cookie === undefined ? -1 : cookie.indexOf(`${sessionCookie}=`);
  if (cookie === undefined || from === -1) return undefined;
  const end = cookie.indexOf(';', from);
  return cookie.slice(from, end === -1 ? undefined : end);
}
