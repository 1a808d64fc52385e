import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { DomainError, type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { chooseLanguage, errorText } from '@vexil/http/reply/i18n';
import { html } from '@vexil/runtime/html';

/** Where a page says by its status what the API says by a code. */
const statuses: Partial<Record<ErrorCode, number>> = {
  'proxy.unreachable': 502,
  'proxy.hostUnknown': 502,
  'proxy.full': 503,
};
const reloadSeconds = 3;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A plain page without links: under these hosts there is nothing but instances. */
function pageOf(code: ErrorCode, status: number, text: string, language: string): string {
  const reload = code === 'proxy.starting' ? html`<meta http-equiv="refresh" content="${reloadSeconds}">` : null;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">${reload}
<title>${status}</title>
<style>body{font:1.125rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem}h1{font-size:1.125rem;opacity:.7}</style>
</head>
<body>
<main>
<h1>${status}</h1>
<p>${text}</p>
</main>
</body>
</html>
`.markup;
}

/** Answers a request under an instance's host name in the platform's own words; the connection ends. */
export function sendNamePage(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const known = error instanceof DomainError ? error : new DomainError('request.failed');
  const { code, options } = known;
  const status = statuses[code] ?? errorCatalogue[code].status;
  const language = chooseLanguage(request.headers['accept-language']);
  const body = pageOf(code, status, errorText(code, language, options.params), language);
  const seconds = options.retryAfterSeconds ?? (code === 'proxy.starting' ? reloadSeconds : undefined);
  // A reason that a container sent may still be set.
  response.writeHead(status, STATUS_CODES[status] ?? '', {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Language': language,
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...(seconds === undefined ? {} : { 'Retry-After': seconds }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
