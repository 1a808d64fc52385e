import type { InjectOptions } from 'fastify';
import type { CatalogueCall } from './catalogue';
import type { CallRequest } from './requests';
import { multipartOf } from './upload';

function pathOf(path: string, params: CallRequest['params'] = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** Inject options for a request of the catalogue, without a session. */
export function injectOf(call: Pick<CatalogueCall, 'method' | 'path'>, request: CallRequest): InjectOptions {
  const { params, query = {}, body, files, cookies = {}, headers = {}, token } = request;
  const sent = files ? multipartOf(files) : undefined;
  return {
    method: call.method === 'ANY' ? 'GET' : call.method,
    url: pathOf(call.path, params),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    cookies,
    headers: {
      ...(sent?.headers ?? (body === undefined ? {} : { 'content-type': 'application/json' })),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(sent ? { payload: sent.payload } : {}),
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
}
