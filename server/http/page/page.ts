import { gzipSync } from 'node:zlib';
import type { ClientConfig } from '@vexil/contract/config-info';
import type { Language } from '@vexil/contract/languages';
import { type PageData, pageDataId } from '@vexil/contract/page-data';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import { platformName } from '@vexil/rules/config.rules';
import { type Html, html, joinHtml } from '@vexil/runtime/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sessionCookie } from '../call/actor';
import type { Deps } from '../deps';
import { refuseForeignImages } from '../guard/security-headers';
import { acceptsGzip } from '../reply/encoding';
import { chooseLanguage } from '../reply/i18n';
import { type LinkPreview, type PagePath, readPagePath } from './link-preview';

/** Where the page is shown, and what it says of itself. */
interface PageSubject {
  /** Without a trailing slash; null where it is not known for certain. */
  origin: string | null;
  /** Null for addresses that are no page's own. */
  path: string | null;
  preview: LinkPreview | null;
}

const nowhere: PageSubject = { origin: null, path: null, preview: null };

/** Asks for what the page shows before the other scripts are there. */
const startScript = '<script src="/start.js"';

const startMark = /<div class="start".*?<\/svg>/s;

const ownPicture = '/icons/512.png';

/** Open Graph; pictures and addresses have to be absolute in it. */
function linkTags(
  { globalConfig }: Settings,
  language: Language,
  subject: PageSubject,
  words: { title: string; description: string },
): Html {
  const { origin, path, preview } = subject;
  const picture = preview?.picture ?? (globalConfig.logoHash ? `/assets/${globalConfig.logoHash}/logo` : ownPicture);
  const address = origin !== null && path !== null ? origin + path : null;
  const properties: Record<string, string | null> = {
    'og:type': preview?.type ?? 'website',
    'og:site_name': platformName(globalConfig.title),
    'og:title': words.title,
    'og:description': words.description,
    'og:locale': language.replace('-', '_'),
    'og:image': origin === null ? null : origin + picture,
    'og:url': address,
  };
  const tags = Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : html`<meta property="${name}" content="${value}" />`,
  );
  tags.push(html`<meta name="twitter:card" content="${preview?.picture ? 'summary_large_image' : 'summary'}" />`);
  if (address !== null) tags.push(html`<link rel="canonical" href="${address}" />`);
  return joinHtml(tags, '\n    ');
}

const pageFilesTag = /[^\S\n]*<meta name="page-files" content="([^"]*)" \/>\n?/;

/** What the build wrote into `template`: `<address> <file> <file>;<address> …`, an address with `:id` for a number. */
function readPageFiles(template: string): { address: RegExp; files: string[] }[] {
  const [, lines = ''] = pageFilesTag.exec(template) ?? [];
  return lines.split(';').map((line) => {
    const [address = '', ...files] = line.split(' ');
    return { address: new RegExp(`^${address.replaceAll(':id', '\\d+')}$`), files };
  });
}

/** The files that the page at `path` needs, asked for before the first script has run. */
function preloadTags(template: string, { path }: PageSubject): Html[] {
  if (path === null) return [];
  const files = readPageFiles(template).find(({ address }) => address.test(path))?.files ?? [];
  // The scripts ask for styles with `crossorigin`; without it the browser would fetch them twice, with a warning.
  return files.map((file) =>
    file.endsWith('.css')
      ? html`    <link rel="preload" as="style" crossorigin href="${file}" />\n`
      : html`    <link rel="modulepreload" fetchpriority="low" href="${file}" />\n`,
  );
}

/** What is seen of a game before the scripts have come: its name, and the poster where the page shows it too. */
function startSubject({ path, preview }: PageSubject): Html | null {
  if (path === null || !preview || !path.startsWith('/games/')) return null;
  const hasPoster = preview.picture !== null && /^\/games\/\d+$/.test(path);
  const poster = hasPoster ? html`<img src="${preview.picture}" alt="" fetchpriority="high" />` : null;
  return html`<div class="start-subject">${poster}${preview.title}</div>`;
}

/** Name, description, icon and language are in the page for search engines and previews of links. */
export function renderPage(template: string, settings: Settings, language: Language, subject = nowhere): string {
  const { title, description, faviconHash } = settings.globalConfig;
  const name = platformName(title);
  const ofSite = description ?? standardSettings.globalConfig.description ?? '';
  const words = { title: subject.preview?.title || name, description: subject.preview?.text || ofSite };
  const tabTitle = words.title === name ? name : `${words.title} · ${name}`;
  // Functions, because a text may hold what `replace` takes as a pattern.
  const page = template
    .replace(/(<html[^>]*?\slang=")[^"]*/, (_, before: string) => before + language)
    .replace(/<title>[^<]*<\/title>/, () => html`<title>${tabTitle}</title>`.markup)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, before: string) => before + html`${words.description}`.markup,
    )
    .replace(pageFilesTag, '')
    .replace(startMark, (mark) => mark + html`${startSubject(subject)}`.markup)
    // Behind the scripts of every page, which are needed first.
    .replace('</head>', () => {
      const tags = linkTags(settings, language, subject, words);
      return html`${preloadTags(template, subject)}    ${tags}\n  </head>`.markup;
    });
  if (!faviconHash) return page;
  return page
    .replace(/<link rel="icon"[^>]*>/, () => '<link rel="icon" href="/favicon.webp" />')
    .replace(/(<link rel="apple-touch-icon" href=")[^"]*/, (_, before: string) => `${before}/favicon.webp`);
}

/** A data block: browsers do not run it, and no text in it can end the element. */
export function addPageData(page: string, data: PageData): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  return page.replace('</body>', () => `<script type="application/json" id="${pageDataId}">${json}</script></body>`);
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export interface PageOptions {
  template: string;
  clientConfigOf(settings: Settings): ClientConfig;
  /** Without a trailing slash; null when no origin can be trusted. */
  originOf(request: FastifyRequest): string | null;
  findPreview(path: PagePath): Promise<LinkPreview | null>;
}

interface Page {
  identity: Buffer;
  gzip: Buffer;
  preview: LinkPreview | null;
}

/** Of one state of the settings: the described pages that are asked for, in the languages of their readers. */
const pagesMax = 500;

export function createPage(
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
  { template, clientConfigOf, originOf, findPreview }: PageOptions,
): SendPage {
  const rendered = new WeakMap<Settings, LRUCache<string, Page>>();

  async function readSettings(): Promise<Settings> {
    try {
      return await settings.read();
    } catch (error) {
      log.warn({ event: 'page.settings_unreadable', err: error }, 'The page is sent without its settings');
      return standardSettings;
    }
  }

  async function readSubject(request: FastifyRequest): Promise<PageSubject> {
    const address = request.url.split('?', 1)[0] ?? '/';
    const origin = originOf(request);
    if (address === '/') return { origin, path: '/', preview: null };
    const described = readPagePath(address);
    if (!described) return { origin, path: null, preview: null };
    try {
      const preview = await findPreview(described);
      return { origin, path: preview && described.path, preview };
    } catch (error) {
      log.warn({ event: 'page.preview_unreadable', err: error }, 'The page is sent without a preview of its link');
      return { origin, path: null, preview: null };
    }
  }

  function render(settings: Settings, language: Language, hasSession: boolean, subject: PageSubject): Page {
    const page = renderPage(template, settings, language, subject);
    const isKnown = settings !== standardSettings;
    const marked = hasSession ? page.replace(startScript, `${startScript} data-session`) : page;
    const text = isKnown ? addPageData(marked, { config: clientConfigOf(settings), hasSession }) : marked;
    const identity = Buffer.from(text);
    return { identity, gzip: gzipSync(identity, { level: 9 }), preview: subject.preview };
  }

  return async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    const hasSession = Boolean(request.cookies[sessionCookie]);
    const [settings, subject] = await Promise.all([readSettings(), readSubject(request)]);
    const pages = rendered.get(settings) ?? new LRUCache<string, Page>({ max: pagesMax });
    rendered.set(settings, pages);
    const key = `${language} ${hasSession} ${subject.origin} ${subject.path}`;
    const known = pages.get(key);
    // A change of the game or the post comes with another preview.
    const page = known?.preview === subject.preview ? known : render(settings, language, hasSession, subject);
    if (page !== known) pages.set(key, page);
    if (settings.globalConfig.foreignImages === 'refuse') {
      const policy = reply.getHeader('content-security-policy');
      if (typeof policy === 'string') reply.header('content-security-policy', refuseForeignImages(policy));
    }
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
