import { addressOf, bodyOf, type LooseInput } from '@vexil/contract/request';
import type { CallInput, ReplyOf, Route } from '@vexil/contract/route';
import { namedRoutes } from '../../../server/src/reference/contract-modules';
import type { Audience, Recorder } from './record';
import type { SecretRegistry } from './secrets';

interface Sent {
  status: number;
  body: Buffer;
  /** The first one that was set. */
  cookie: string | undefined;
}

interface Input extends LooseInput {
  /** Replaces the body by one that cannot be parsed. */
  rawBody?: string;
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

const rawBodyOf = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });
const nameOf = (route: Route): string => names.get(route) ?? `${route.method} ${route.path}`;

interface Stage {
  url: string;
  recorder: Recorder;
  secrets: SecretRegistry;
}

export function createPerson({ url, recorder, secrets }: Stage, audience: Audience): Person {
  async function ask(path: string, call: string, init: RequestInit): Promise<Sent> {
    const response = await fetch(url + path, {
      ...init,
      headers: { ...person.headers, ...(init.headers as Record<string, string>) },
      redirect: 'manual',
      signal: AbortSignal.timeout(replyMs),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
    const session = cookie?.split('=')[1];
    // The id of a browser opens nothing.
    if (session && !cookie?.startsWith('vexil_browser='))
      secrets.add('session', `the session of ${audience.name}`, session, { owner: audience.name });
    const body = await recorder.reply(audience, call, `${init.method} ${path}`, response);
    return { status: response.status, body, cookie };
  }

  const sendOver = (route: Route, input: Input = {}) => {
    const { body, headers } = input.rawBody === undefined ? bodyOf(route, input) : rawBodyOf(input.rawBody);
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
