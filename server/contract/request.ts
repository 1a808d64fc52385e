import type { Endpoint } from './endpoint';

export interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  files?: readonly File[];
}

/** The endpoint's path with its `:params` and its query; what is undefined or null is left out of the query. */
export function addressOf(endpoint: Endpoint, input: unknown): string {
  const { params = {}, query = {} } = (input ?? {}) as { [Part in 'params' | 'query']?: Record<string, unknown> };
  const path = endpoint.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

interface RequestBody {
  body?: string | FormData;
  headers: Record<string, string>;
}

/** The body of a request and its type; a form names its type itself. */
export function bodyOf({ upload }: Endpoint, { body, files = [] }: LooseInput): RequestBody {
  if (upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined && value !== null) form.append(name, String(value));
    }
    for (const file of files) form.append(upload.field, file);
    return { body: form, headers: {} };
  }
  if (body === undefined) return { headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
