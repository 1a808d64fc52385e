import { ApiError } from './api-error';

export type Answer = { status: number; text: string; date: string | null; retryAfter: string | null };

type SendInput = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
};

const unreachable = (cause?: unknown) =>
  Object.assign(new ApiError({ title: '', status: 0, code: 'network' }), { cause });

/** One HTTP exchange with our own server. */
export async function send(input: SendInput): Promise<Answer> {
  if (input.onProgress) return sendWithProgress(input);
  const { address, method, headers, body, signal } = input;
  try {
    const response = await fetch(address, { method, headers, body, signal, credentials: 'same-origin' });
    return {
      status: response.status,
      text: await response.text(),
      date: response.headers.get('Date'),
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable(cause);
  }
}

// fetch reports no progress of an upload.
function sendWithProgress({ address, method, headers, body, signal, onProgress }: SendInput): Promise<Answer> {
  return new Promise((resolve, reject) => {
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
      });
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit | undefined);
  });
}
