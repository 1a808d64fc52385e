// Written once: building these headers per request took a sixth of the time of an unchanged board.

import { isApiPath } from '@vexil/rules/page-path.rules';
import type { HstsSettings } from '@vexil/rules/public-host.rules';
import fp from 'fastify-plugin';
import { requestIdHeader } from '../observe/request-id';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sends no documents, as calls do. */
    isProbe?: boolean;
  }
}

export interface SecurityOptions {
  inlineScriptHashes: readonly string[];
  widgets: readonly string[];
  hsts: HstsSettings | null;
}

function hstsHeader(hsts: HstsSettings | null): Record<string, string> {
  if (!hsts) return {};
  const subDomains = hsts.includeSubDomains ? '; includeSubDomains' : '';
  return { 'strict-transport-security': `max-age=${hsts.maxAgeSeconds}${subDomains}` };
}

const ownImages = "'self' data:";
const foreignImages = 'https:';

/** Turns the policy of a page into that of a platform that shows no pictures of other sites. */
export const refuseForeignImages = (policy: string): string =>
  policy.replace(`img-src ${ownImages} ${foreignImages}`, `img-src ${ownImages}`);

/** The one page that others may show in a frame: read-only, without navigation and without a session in foreign frames. */
const embeddedPath = /^\/games\/\d{1,10}\/embed\/?(?:\?|$)/i;

function policyOfPages({ inlineScriptHashes, widgets }: SecurityOptions, ancestors: string): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes, ...widgets],
    // The web client's components set styles at elements; styles cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Texts of organisers, and those of imported games, show pictures of other sites. `data:` is for /api/docs.
    'img-src': [ownImages, foreignImages],
    // The build puts the smallest font into the style sheet.
    'font-src': ["'self'", 'data:'],
    // The own hubs included: browsers take `ws:` and `wss:` to the own host for 'self'.
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    // A writeup is read in the browser's viewer, as a blob that the client makes a PDF.
    'frame-src': ['blob:', ...widgets],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': [ancestors],
    'form-action': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');
}

function headersOfPages(options: SecurityOptions): Record<string, string> {
  return {
    ...headersOfCalls(options),
    'content-security-policy': policyOfPages(options, "'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

function headersOfEmbedded(options: SecurityOptions): Record<string, string> {
  const { 'x-frame-options': _, ...headers } = headersOfPages(options);
  return {
    ...headers,
    'content-security-policy': policyOfPages(options, '*'),
    // Framing pages that isolate themselves load nothing else.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Replies are no documents: opened as a page they may load, run and be framed by nothing. */
function headersOfCalls({ hsts }: SecurityOptions): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...hstsHeader(hsts),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** A handler may say otherwise for its own reply. */
export const securityHeadersPlugin = fp<SecurityOptions>(async (app, options) => {
  const ofPages = headersOfPages(options);
  const ofCalls = headersOfCalls(options);
  const ofEmbedded = headersOfEmbedded(options);
  app.addHook('onRequest', (request, reply, done) => {
    const { route, isProbe } = request.routeOptions.config;
    if (route || isProbe || (request.is404 && isApiPath(request.url))) reply.headers(ofCalls);
    else reply.headers(embeddedPath.test(request.url) ? ofEmbedded : ofPages);
    reply.header(requestIdHeader, request.id);
    done();
  });
});
