import { gzipSync } from 'node:zlib';
import type { ClientConfig } from '@vexil/contract/config-info';
import type { Language } from '@vexil/contract/languages';
import { type PageData, pageDataId } from '@vexil/contract/page-data';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import { platformName } from '@vexil/rules/config.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { acceptsGzip } from '../encoding';
import { chooseLanguage } from '../i18n';
import { sessionCookie } from './auth';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Name, description, icon and language are in the page for search engines and previews of links. */
export function renderPage(template: string, { globalConfig }: Settings, language: Language): string {
  const { title, description, faviconHash } = globalConfig;
  // Functions, because a text may hold what `replace` takes as a pattern.
  const page = template
    .replace(/(<html[^>]*?\slang=")[^"]*/, (_, before: string) => before + language)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(platformName(title))}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, before: string) => before + escapeHtml(description ?? standardSettings.globalConfig.description ?? ''),
    );
  return faviconHash ? page.replace(/<link rel="icon"[^>]*>/, () => '<link rel="icon" href="/favicon.webp" />') : page;
}

/** A data block: browsers do not run it, and no text in it can end the element. */
export function addPageData(page: string, data: PageData): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  return page.replace('</body>', () => `<script type="application/json" id="${pageDataId}">${json}</script></body>`);
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface PageOptions {
  template: string;
  clientConfigOf(settings: Settings): ClientConfig;
}

interface Page {
  identity: Buffer;
  gzip: Buffer;
}

export function createPage(
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
  { template, clientConfigOf }: PageOptions,
): SendPage {
  const rendered = new WeakMap<Settings, Map<string, Page>>();

  async function readSettings(): Promise<Settings> {
    try {
      return await settings.read();
    } catch (error) {
      log.warn({ event: 'page.settings_unreadable', err: error }, 'The page is sent without its settings');
      return standardSettings;
    }
  }

  function render(settings: Settings, language: Language, hasSession: boolean): Page {
    const page = renderPage(template, settings, language);
    const isKnown = settings !== standardSettings;
    const text = isKnown ? addPageData(page, { config: clientConfigOf(settings), hasSession }) : page;
    const identity = Buffer.from(text);
    return { identity, gzip: gzipSync(identity, { level: 9 }) };
  }

  return async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const hasSession = Boolean(request.cookies[sessionCookie]);
    const settings = await readSettings();
    const pages = rendered.get(settings) ?? new Map<string, Page>();
    rendered.set(settings, pages);
    const key = `${language} ${hasSession}`;
    const page = pages.get(key) ?? render(settings, language, hasSession);
    pages.set(key, page);
    const isGzip = acceptsGzip(request.headers['accept-encoding']);
    if (isGzip) reply.header('Content-Encoding', 'gzip');
    return (
      reply
        .type('text/html; charset=utf-8')
        // Not stored: a tab that is restored without asking the server would show whether its reader was signed in then.
        .header('Cache-Control', 'no-store, no-cache, must-revalidate, max-age=0')
        .header('Content-Language', language)
        .header('Vary', 'Accept-Language, Accept-Encoding, Cookie')
        .send(isGzip ? page.gzip : page.identity)
    );
  };
}
