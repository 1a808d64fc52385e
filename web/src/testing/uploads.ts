import { vi } from 'vitest';

/** Uploads report progress, which fetch cannot; their body goes through here instead. */
export function answerUploads(status = 200, reply = ''): FormData[] {
  const sent: FormData[] = [];
  class Request {
    status = status;
    responseText = reply;
    upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {}
    send(body: FormData) {
      sent.push(body);
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}
