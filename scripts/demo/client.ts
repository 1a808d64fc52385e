import { addressOf, bodyOf, type LooseInput } from '@vexil/contract/request';
import type { CallInput, ReplyOf, Route } from '@vexil/contract/route';
import type { Connection } from './connection';

export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly call: string,
    readonly status: number,
    readonly code: string,
    title: string,
  ) {
    super(`${call} was refused: ${title || 'no reason given'} (${code})`);
  }
}

export const isRefusal = (error: unknown, ...codes: string[]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code);

/** One person's session cookie. */
export interface Client {
  /** Waits out rate limits and restarts of the server; throws `Refusal` for the rest. */
  call<R extends Route>(route: R, input: CallInput<R>): Promise<ReplyOf<R>>;
  download(path: string): Promise<Buffer>;
}

const attemptsMax = 12;
const timeoutMs = 120_000;

function refusalOf(call: string, status: number, text: string): Refusal {
  try {
    const { code, title } = JSON.parse(text) as { code?: string; title?: string };
    return new Refusal(call, status, code ?? `status.${status}`, title ?? '');
  } catch {
    return new Refusal(call, status, `status.${status}`, '');
  }
}

const isPassing = (status: number) => status === 502 || status === 503 || status === 504;

/** @param signIn called when the session has expired; absent before the account exists */
export function openClient(connection: Connection, signIn?: (client: Client) => Promise<unknown>): Client {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('accept-language', 'en-US');
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const signal = AbortSignal.any([connection.signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(`${connection.url}${path}`, { ...init, headers, signal });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return response;
  };

  const exchange = async (call: string, path: string, init: RequestInit): Promise<Buffer> => {
    for (let attempt = 1; ; attempt += 1) {
      connection.signal.throwIfAborted();
      let status = 0;
      let retryAfter: string | null = null;
      let content = Buffer.alloc(0);
      try {
        const response = await send(path, init);
        status = response.status;
        retryAfter = response.headers.get('retry-after');
        content = Buffer.from(await response.arrayBuffer());
      } catch (error) {
        connection.signal.throwIfAborted();
        if (attempt >= attemptsMax) throw error;
        await connection.recover();
        continue;
      }
      if (status < 400) return content;
      const refusal = refusalOf(call, status, content.toString());
      if (attempt >= attemptsMax) throw refusal;
      if (status === 429) await connection.sleep(1000 * Math.min(60, Number(retryAfter) || 2) + 200);
      else if (isPassing(status)) await connection.recover();
      else throw refusal;
    }
  };

  const callOnce: Client['call'] = async (route, input) => {
    const loose = input as LooseInput;
    const init = { method: route.method, ...bodyOf(route, loose) };
    const content = await exchange(`${route.method} ${route.path}`, addressOf(route, loose), init);
    return (content.length === 0 ? undefined : JSON.parse(content.toString())) as never;
  };
  const download: Client['download'] = (path) => exchange(`GET ${path}`, path, {});

  return {
    download,
    async call(route, input) {
      try {
        return await callOnce(route, input);
      } catch (error) {
        if (!signIn || !isRefusal(error, 'account.unauthenticated')) throw error;
        await signIn({ call: callOnce, download });
        return callOnce(route, input);
      }
    },
  };
}
