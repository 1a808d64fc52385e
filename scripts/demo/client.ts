import { type AccountLoginBody, createClient, type VexilClient, VexilError } from '@vexil/server/client';
import type { Connection } from './connection';

export const isRefusal = (error: unknown, ...codes: string[]): error is VexilError =>
  error instanceof VexilError && codes.includes(error.code);

const attemptsMax = 12;
const timeoutMs = 120_000;
const isPassing = (status: number) => status === 502 || status === 503 || status === 504;

/** Waits out rate limits and restarts of the server. */
async function fetchAgain(connection: Connection, address: URL, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attemptsMax;
    const signal = AbortSignal.any([connection.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const reply = await fetch(address, { ...init, signal });
      // A reply that breaks off in the middle is asked for again, too.
      const whole = reply.clone();
      await reply.arrayBuffer();
      if (isLast) return whole;
      if (reply.status === 429) {
        await connection.sleep(1000 * Math.min(60, Number(reply.headers.get('retry-after')) || 2) + 200);
      } else if (isPassing(reply.status)) await connection.recover();
      else return whole;
    } catch (error) {
      connection.signal.throwIfAborted();
      if (isLast) throw error;
      await connection.recover();
    }
  }
}

/**
 * @param account signs in anew when the session has ended
 * @param token plays in place of a session
 */
export function openClient(connection: Connection, account?: AccountLoginBody, token?: string): VexilClient {
  let session = '';
  const send = async (address: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (session) headers.set('cookie', session);
    const reply = await fetchAgain(connection, address, { ...init, headers });
    session = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? session;
    return reply;
  };
  const client = createClient({
    baseUrl: connection.url,
    language: 'en-US',
    ...(token === undefined ? {} : { token }),
    retries: 0,
    async fetch(address, init = {}) {
      const reply = await send(address as URL, init);
      if (!account || reply.status !== 401) return reply;
      const { code } = (await reply.clone().json()) as { code: string };
      if (code !== 'account.unauthenticated') return reply;
      await client.account.login({ body: account });
      return send(address as URL, init);
    },
  });
  return client;
}
