import type { Endpoint } from '@vexil/contract/endpoint';
import { type ErrorCode, type ErrorDetail, errorCatalogue } from '@vexil/contract/errors';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { englishErrors } from '@vexil/contract/texts';
import { vi } from 'vitest';
import type { ReplyOf } from '../api/call';

/** A call as the client made it. */
export type MadeCall = {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Parsed JSON, or the form of an upload. */
  body: unknown;
  headers: Headers;
};

type Responder = (made: MadeCall) => Response | Promise<Response>;
type Answer = { endpoint: Endpoint; respond: Responder };

let answers: Answer[] = [];
let made: { endpoint: Endpoint; call: MadeCall }[] = [];

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');

// `/api/game/recent` has the form of `/api/game/:id` too; as in the server's router, the path that says more is meant.
function answerFor(method: string, path: string): Answer | undefined {
  const fitting = answers.filter(({ endpoint }) => endpoint.method === method && patternOf(endpoint.path).test(path));
  const holes = ({ endpoint }: Answer) => endpoint.path.split(':').length;
  const fewest = Math.min(...fitting.map(holes));
  return fitting.findLast((answer) => holes(answer) === fewest);
}

async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = new URL(String(input), 'http://test');
  const method = init.method ?? 'GET';
  const answer = answerFor(method, address.pathname);
  if (!answer) {
    // Fails the test: a page must not make calls that the test knows nothing of.
    // biome-ignore lint/suspicious/noConsole: setup.ts turns what is written here into a failure of the test
    console.error(`No answer is set up for ${method} ${address.pathname}`);
    return new Response(null, { status: 501 });
  }
  const call: MadeCall = {
    params: { ...patternOf(answer.endpoint.path).exec(address.pathname)?.groups },
    query: address.searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
    headers: new Headers(init.headers),
  };
  made.push({ endpoint: answer.endpoint, call });
  return answer.respond(call);
}

/** Forgets all answers and calls; done before each test. */
export function resetApi(): void {
  answers = [];
  made = [];
  vi.stubGlobal('fetch', respond);
}

const dated = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(body === undefined ? '' : JSON.stringify(body), {
    status,
    headers: { Date: new Date().toUTCString(), ...headers },
  });

/** From now on an endpoint replies this; of two answers for an endpoint the later one holds. */
export function answer<E extends Endpoint>(
  endpoint: E,
  reply: ReplyOf<E> | ((call: MadeCall) => ReplyOf<E> | Response),
): void {
  answers.push({
    endpoint,
    respond: (call) => {
      const given = typeof reply === 'function' ? (reply as (call: MadeCall) => unknown)(call) : reply;
      return given instanceof Response ? given : dated(200, given);
    },
  });
}

type Refusal = {
  title?: string;
  details?: ErrorDetail[];
  current?: unknown;
  proofOfWork?: HashPowChallenge;
  retryAfterSeconds?: number;
};

/** For an answer that refuses some of its calls. */
export function refusal(
  code: ErrorCode,
  { title, details, current, proofOfWork, retryAfterSeconds }: Refusal = {},
): Response {
  const { status } = errorCatalogue[code];
  const headers = retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(retryAfterSeconds) };
  const body = { title: title ?? englishErrors[code], status, code, ...(details && { details }), current, proofOfWork };
  return dated(status, body, headers);
}

/** From now on an endpoint refuses with an error of the catalogue. */
export function refuse(endpoint: Endpoint, code: ErrorCode, options: Refusal = {}): void {
  answers.push({ endpoint, respond: () => refusal(code, options) });
}

/** From now on the calls of an endpoint do not reach the server. */
export function disconnect(endpoint: Endpoint): void {
  answers.push({ endpoint, respond: () => Promise.reject(new TypeError('Failed to fetch')) });
}

/** From now on the calls of an endpoint wait until the returned function is called; then they get the answer before this one. */
export function hold(endpoint: Endpoint): () => void {
  const before = answers.findLast((other) => other.endpoint === endpoint);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answers.push({
    endpoint,
    respond: async (call) => {
      await released;
      return before ? before.respond(call) : dated(501, undefined);
    },
  });
  return release;
}

/** The calls of an endpoint that were made since the test began. */
export const callsOf = (endpoint: Endpoint): MadeCall[] =>
  made.filter((entry) => entry.endpoint === endpoint).map(({ call }) => call);
