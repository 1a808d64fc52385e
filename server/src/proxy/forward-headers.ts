// Headers as Node gives and takes them raw: name, value, name, value, …; so case, order and repetitions stay.

import { sessionCookie } from '@vexil/http/call/actor';

/** Of one connection (RFC 9110, 7.6.1), and `Trailer`, because trailers are not passed on. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];
/** Stay also where `Connection` names them: a body would be left without its length. */
const ofLength = new Set(['content-length', 'transfer-encoding']);
/**
 * Orders to a proxy in front about files and addresses of the platform, and one to browsers that reaches the cookies of
 * every sibling. `Strict-Transport-Security` and `Alt-Svc` are about the instance's own host.
 */
const withheld = /^(?:x-accel-.*|x-sendfile.*|x-lighttpd-.*|x-litespeed-.*|x-reproxy-.*|clear-site-data)$/i;

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

function endToEnd(raw: readonly string[]): [string, string][] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...ofConnection, ...named].filter((name) => !ofLength.has(name)));
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** The platform's cookie is not sent to other hosts; this holds where a client was made to. */
function withoutSession(cookie: string): string {
  const isSession = (pair: string) => pair.split('=', 1)[0]?.trim() === sessionCookie;
  return cookie
    .split(';')
    .filter((pair) => !isSession(pair))
    .join(';')
    .trim();
}

/** What a container gets: as the client sent it, without the headers of the connection and the platform's cookie. */
export function requestHeaders(raw: readonly string[], { upgrade = null }: { upgrade?: string | null } = {}): string[] {
  const headers = endToEnd(raw).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    // `Expect` was answered by this server.
    if (lower === 'expect') return [];
    if (lower !== 'cookie') return [name, value];
    const left = withoutSession(value);
    return left === '' ? [] : [name, left];
  });
  return upgrade === null ? headers : [...headers, 'Connection', 'Upgrade', 'Upgrade', upgrade];
}

interface ReplyHead {
  statusCode: number;
  upgrade?: string | null;
}

/** What a client gets. Cookies are bound to the host, because siblings of its name are other instances. */
export function replyHeaders(raw: readonly string[], { statusCode, upgrade = null }: ReplyHead): string[] {
  const hasNoLength = statusCode < 200 || statusCode === 204;
  const headers = endToEnd(raw).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'transfer-encoding' || (hasNoLength && lower === 'content-length') || withheld.test(name)) return [];
    return [name, lower === 'set-cookie' ? value.replace(/;\s*domain\s*=[^;]*/gi, '') : value];
  });
  return upgrade === null ? headers : [...headers, 'Connection', 'Upgrade', 'Upgrade', upgrade];
}
