import type { Language } from '@vexil/contract/languages';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import { platformName } from '@vexil/rules/config.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { chooseLanguage } from '../i18n';

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

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createPage(deps: Pick<Deps, 'settings' | 'log'>, template: string): SendPage {
  const rendered = new WeakMap<Settings, Map<Language, string>>();

  async function readSettings(): Promise<Settings> {
    try {
      return await deps.settings.read();
    } catch (error) {
      deps.log.warn({ event: 'page.settings_unreadable', err: error }, 'The page is sent without its settings');
      return standardSettings;
    }
  }

  return async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const settings = await readSettings();
    const pages = rendered.get(settings) ?? new Map<Language, string>();
    rendered.set(settings, pages);
    const page = pages.get(language) ?? renderPage(template, settings, language);
    pages.set(language, page);
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store, no-cache, must-revalidate, max-age=0')
      .header('Content-Language', language)
      .header('Vary', 'Accept-Language')
      .send(page);
  };
}
