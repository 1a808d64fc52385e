/** A refused call, with the body of the reply. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    call: string,
    readonly status: number,
    text: string,
  ) {
    super(`${call}: ${status} ${text.slice(0, 500)}`);
  }
}

/** Someone with a session. Calls are those that every version since 0.1.0 has, so they are written out. */
export interface Person {
  readonly cookie: string;
  /** @throws CallError; the error of `fetch` when there is no reply */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  upload<T = unknown>(path: string, field: string, file: File): Promise<T>;
}

const timeoutMs = 60_000;

/** @param baseOf the server for the next call */
export function person(baseOf: () => string): Person {
  let cookie = '';
  async function send(method: string, path: string, init: RequestInit) {
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}) };
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(`${baseOf()}${path}`, { ...init, method, headers, signal });
    const text = await reply.text();
    if (!reply.ok) throw new CallError(`${method} ${path}`, reply.status, text);
    const session = reply.headers.getSetCookie().map((header) => header.split(';')[0]);
    if (session.length > 0) cookie = session.join('; ');
    return text === '' ? undefined : JSON.parse(text);
  }
  return {
    get cookie() {
      return cookie;
    },
    call: (method, path, body) =>
      send(
        method,
        path,
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      ),
    upload(path, field, file) {
      const form = new FormData();
      form.append(field, file);
      return send('POST', path, { body: form });
    },
  };
}

export async function signIn(baseOf: () => string, userName: string, password: string): Promise<Person> {
  const one = person(baseOf);
  await one.call('POST', '/api/account/login', { userName, password });
  return one;
}
