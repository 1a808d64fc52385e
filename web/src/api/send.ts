import { ApiError } from './api-error';

export type Answer = {
  status: number;
  text: string;
  /** In place of the text where it is read already. */
  value?: unknown;
  date: string | null;
  retryAfter: string | null;
  /** Of the request and of the reply's head, in Unix milliseconds by this machine's clock. */
  sentAt: number;
  receivedAt: number;
};

/** `value` where `start.js` has read the body, of which it is one member. */
type Reply = { response: Response; value?: unknown; sentAt: number; receivedAt: number };

declare global {
  interface Window {
    /** Replies to what `start.js` has asked before the scripts were there, by address. */
    earlyReplies?: Map<string, Promise<Reply>>;
  }
}

type SendInput = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
  keepalive?: boolean;
};

const unreachable = (cause?: unknown) =>
  Object.assign(new ApiError({ title: '', status: 0, code: 'network' }), { cause });

let waitedMs = 0;
/** How long a reply to `start.js` has waited at most until it was taken: so much older is what the cache has from it. */
export const earlyWaitMs = (): number => waitedMs;

/** The reply that is on its way already; each is for one call. */
async function takeEarlyReply(address: string): Promise<Reply | undefined> {
  const early = window.earlyReplies?.get(address);
  window.earlyReplies?.delete(address);
  try {
    const reply = await early;
    if (reply) waitedMs = Math.max(waitedMs, Date.now() - reply.receivedAt);
    return reply;
  } catch {
    // Asked once more, as for any call.
    return undefined;
  }
}

async function request({ address, method, headers, body, signal, keepalive }: SendInput): Promise<Reply> {
  const sentAt = Date.now();
  const response = await fetch(address, { method, headers, body, signal, keepalive, credentials: 'same-origin' });
  return { response, sentAt, receivedAt: Date.now() };
}

/** One HTTP exchange with our own server. */
export async function send(input: SendInput): Promise<Answer> {
  if (input.onProgress) return sendWithProgress(input);
  const { address, method, signal } = input;
  try {
    const early = method === 'GET' ? await takeEarlyReply(address) : undefined;
    const { response, value, sentAt, receivedAt } = early ?? (await request(input));
    return {
      status: response.status,
      text: value === undefined ? await response.text() : '',
      value,
      date: response.headers.get('Date'),
      retryAfter: response.headers.get('Retry-After'),
      sentAt,
      receivedAt,
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable(cause);
  }
}

// fetch reports no progress of an upload.
function sendWithProgress({ address, method, headers, body, signal, onProgress }: SendInput): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sentAt = Date.now();
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        date: request.getResponseHeader('Date'),
        retryAfter: request.getResponseHeader('Retry-After'),
        sentAt,
        receivedAt: Date.now(),
      });
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit | undefined);
  });
}
