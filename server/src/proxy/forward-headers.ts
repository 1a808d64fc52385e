// Headers as Node gives and takes them raw: name, value, name, value, …; so case, order and repetitions stay.

import { sessionCookie } from '../plugins/auth';

/** Of one connection (RFC 9110, 7.6.1). `Expect` was answered by this server. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);

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
  const dropped = new Set([...ofConnection, ...named]);
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
    if (lower === 'expect') return [];
    if (lower !== 'cookie') return [name, value];
    const left = withoutSession(value);
    return left === '' ? [] : [name, left];
  });
  return upgrade === null ? headers : [...headers, 'Connection', 'Upgrade', 'Upgrade', upgrade];
}

/** What a client gets. Cookies are bound to the host, because siblings of its name are other instances. */
export function replyHeaders(raw: readonly string[], { upgrade = null }: { upgrade?: string | null } = {}): string[] {
  const headers = endToEnd(raw).flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? [name, value.replace(/;\s*domain\s*=[^;]*/gi, '')] : [name, value],
  );
  return upgrade === null ? headers : [...headers, 'Connection', 'Upgrade', 'Upgrade', upgrade];
}
