/** The part of the client that is the same for all calls; types and calls go where the comments stand. */
export const clientRuntime = `/**
 * Client of the Vexil API, made from the declarations of its calls. One file, no dependencies: it needs \`fetch\`, so a
 * browser, Node.js 20, Deno or Bun.
 *
 *     const vexil = createClient({ baseUrl: 'https://ctf.example.org', token: process.env.VEXIL_TOKEN });
 *     const board = await vexil.scoreboard.get({ params: { id: 3 } });
 *
 * Instead of a token, \`account.login\` gives a session, which the client keeps.
 */

export interface ClientOptions {
  /** Origin of the platform, without a trailing slash. */
  baseUrl: string;
  /** API token; without one, sign in with \`account.login\`. */
  token?: string;
  /** Language of refusals. */
  language?: string;
  /** How often a call is sent again after a 429, each time when the server says; 3 when absent. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export type UploadFile = File | { name: string; content: Blob };

/** A refusal. \`code\` is for programs, the message is the server's text in the language of the client. */
export class VexilError extends Error {
  override readonly name = 'VexilError';
  /** Method and path of the call. */
  readonly call: string;
  readonly status: number;
  readonly code: string;
  readonly details: readonly { path: string; message: string }[];

  constructor(
    { method, path }: Call,
    status: number,
    reply: { title?: string; code?: string; details?: { path: string; message: string }[] },
  ) {
    super(reply.title ?? \`Request failed with status code \${status}\`);
    this.call = \`\${method} \${path}\`;
    this.status = status;
    this.code = reply.code ?? '';
    this.details = reply.details ?? [];
  }
}

interface Call {
  method: string;
  path: string;
  reply: 'json' | 'nothing' | 'bytes';
  field?: string;
}

interface Input {
  params?: object;
  query?: object;
  body?: unknown;
  files?: readonly UploadFile[];
}

const sessionCookie = 'GZCTF_Token';

function addressOf(baseUrl: string, call: Call, input: Input): URL {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

function formOf(field: string, files: readonly UploadFile[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(field, file instanceof Blob ? file : file.content, file.name);
  return form;
}

/** All calls of the platform, by group. A refusal rejects with VexilError. */
export function createClient(options: ClientOptions) {
  const fetchNow = options.fetch ?? fetch;
  let session: string | undefined;

  function headersOf(input: Input, extra: Record<string, string> | undefined): Record<string, string> {
    const headers: Record<string, string> = { Accept: 'application/json', ...extra };
    if (options.language) headers['Accept-Language'] = options.language;
    if (options.token) headers.Authorization = \`Bearer \${options.token}\`;
    else if (session) headers.Cookie = \`\${sessionCookie}=\${session}\`;
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    return headers;
  }

  // Browsers keep the cookie themselves and do not show it; elsewhere nobody else does.
  function keepSession(response: Response): void {
    for (const cookie of response.headers.getSetCookie?.() ?? []) {
      const [pair = ''] = cookie.split(';');
      const [name, value] = pair.split('=');
      if (name === sessionCookie) session = value || undefined;
    }
  }

  async function ask(call: Call, input: Input, extra: CallOptions): Promise<Response> {
    const init: RequestInit = { method: call.method, headers: headersOf(input, extra.headers) };
    if (extra.signal) init.signal = extra.signal;
    if (input.body !== undefined) init.body = JSON.stringify(input.body);
    if (call.field !== undefined) init.body = formOf(call.field, input.files ?? []);
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetchNow(addressOf(options.baseUrl, call, input), init);
      if (response.status !== 429 || attempt >= (options.retries ?? 3)) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('Retry-After')) || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      extra.signal?.throwIfAborted();
    }
  }

  async function send<Reply>(call: Call, input: Input, extra: CallOptions = {}): Promise<Reply> {
    const response = await ask(call, input, extra);
    keepSession(response);
    if (!response.ok) throw new VexilError(call, response.status, (await response.json().catch(() => ({}))) as object);
    if (call.reply === 'bytes') return response as Reply;
    const text = await response.text();
    return (call.reply === 'json' && text !== '' ? JSON.parse(text) : undefined) as Reply;
  }

  return {
/* calls */
  };
}

export type VexilClient = ReturnType<typeof createClient>;

/* types */
`;
