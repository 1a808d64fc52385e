import type { CallInput, ReplyOf, Route } from '@vexil/contract/route';
import { namedRoutes } from '../../../server/src/reference/contract-modules';
import type { Audience, Recorder } from './record';
import type { SecretRegistry } from './secrets';

interface Sent {
  status: number;
  body: Buffer;
}

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** Replaces the body by one that cannot be parsed. */
  rawBody?: string;
  files?: readonly File[];
  headers?: Record<string, string>;
}

/** A client that records every reply. */
export interface Person extends Audience {
  /** Session cookie or token. */
  headers: Record<string, string>;
  send(route: Route, input?: Input): Promise<Sent>;
  /** For paths outside of the contract. */
  get(path: string, call: string): Promise<Sent>;
  /** Throws on a refusal; keeps the session of a reply. */
  call<R extends Route>(
    route: R,
    ...input: Record<string, never> extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>]
  ): Promise<ReplyOf<R>>;
}

const names = new Map<Route, string>(namedRoutes.map(({ group, name, route }) => [route, `${group}.${name}`]));
const replyMs = 45_000;

const nameOf = (route: Route): string => names.get(route) ?? `${route.method} ${route.path}`;

function addressOf(route: Route, { params, query }: Input): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as object).map(([name, value]) => [name, String(value)]),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

function bodyOf(route: Route, { body, rawBody, files }: Input): { body?: BodyInit; headers: Record<string, string> } {
  if (files) {
    const form = new FormData();
    for (const file of files) form.append(route.upload?.field ?? 'file', file);
    return { body: form, headers: {} };
  }
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return text === undefined ? { headers: {} } : { body: text, headers: { 'content-type': 'application/json' } };
}

interface Stage {
  url: string;
  recorder: Recorder;
  secrets: SecretRegistry;
}

export function createPerson({ url, recorder, secrets }: Stage, audience: Audience): Person {
  async function ask(path: string, call: string, init: RequestInit): Promise<Sent & { cookie: string | undefined }> {
    const response = await fetch(url + path, {
      ...init,
      headers: { ...person.headers, ...(init.headers as Record<string, string>) },
      redirect: 'manual',
      signal: AbortSignal.timeout(replyMs),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
    const session = cookie?.split('=')[1];
    if (session) secrets.add('session', `the session of ${audience.name}`, session, { owner: audience.name });
    const body = await recorder.reply(audience, call, `${init.method} ${path}`, response);
    return { status: response.status, body, cookie };
  }

  const sendOver = (route: Route, input: Input = {}) => {
    const { body, headers } = bodyOf(route, input);
    const method = route.method === 'ANY' ? 'GET' : route.method;
    const init = { method, headers: { ...headers, ...input.headers }, ...(body === undefined ? {} : { body }) };
    return ask(addressOf(route, input), nameOf(route), init);
  };

  const person: Person = {
    ...audience,
    headers: {},
    send: sendOver,
    get: (path, call) => ask(path, call, { method: 'GET' }),
    async call(route, ...[input]) {
      const { status, body, cookie } = await sendOver(route, input);
      if (status >= 300) throw new Error(`${audience.name}: ${nameOf(route)} was refused with ${status}: ${body}`);
      if (cookie) person.headers.cookie = cookie;
      const isJson = /^(?:["[{\d-]|true|false|null)/.test(body.subarray(0, 5).toString());
      return (isJson ? JSON.parse(body.toString()) : undefined) as never;
    },
  };
  return person;
}
