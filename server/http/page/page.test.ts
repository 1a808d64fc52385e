import { gunzipSync } from 'node:zlib';
import fastifyCookie from '@fastify/cookie';
import type { ClientConfig } from '@vexil/contract/config-info';
import { type Settings, standardSettings } from '@vexil/contract/settings';
import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { sessionCookie } from '../call/actor';
import { securityHeadersPlugin } from '../guard/security-headers';
import type { LinkPreview } from './link-preview';
import { addPageData, createPage, renderPage } from './page';

const template = `<!doctype html><html lang="en-US" data-x="1"><head>
<meta name="description" content="Built text." /><title>Built</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/icons/apple-touch.png" /></head><body>
<div id="root"><div class="start" role="status"><svg>\n</svg></div></div><script src="/start.js"></script></body></html>`;

const having = (globalConfig: Partial<Settings['globalConfig']>): Settings => ({
  ...standardSettings,
  globalConfig: { ...standardSettings.globalConfig, ...globalConfig },
});

const configOf = ({ globalConfig }: Settings) => ({ title: globalConfig.title }) as ClientConfig;
const dataOf = (page: string): unknown => {
  const [, json] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page) ?? [];
  return json && JSON.parse(json);
};

const readTags = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta (?:property|name)="((?:og|twitter):\w+)" content="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

describe('the page', () => {
  it('has the name, the description and the language', () => {
    const page = renderPage(template, having({ title: 'Cup', description: 'Come and play' }), 'zh-CN');
    expect(page).toContain('<html lang="zh-CN" data-x="1">');
    expect(page).toContain('<title>Cup</title>');
    expect(page).toContain('<meta name="description" content="Come and play" />');
  });

  it("has the product's name as long as none is set", () => {
    for (const title of ['GZ', '', '  ']) {
      expect(renderPage(template, having({ title }), 'en-US')).toContain('<title>Vexil</title>');
    }
  });

  it('shows markup as text, and patterns of replacement as they are', () => {
    const title = `</title><script>alert("1")</script>&'$&$1`;
    const hostile: LinkPreview = { type: 'website', title, text: `"><script>$'`, picture: `/assets/"><script>` };
    for (const subject of [undefined, { origin: `https://"><script>`, path: '/games/1', preview: hostile }]) {
      const page = renderPage(template, having({ title, description: `"><script>$'` }), 'en-US', subject);
      expect(page.match(/<script/g)).toHaveLength(1);
    }
    const page = renderPage(template, having({ title, description: `"><script>$'` }), 'en-US');
    expect(page).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;$&amp;$1</title>',
    );
    expect(page).toContain(`content="&quot;&gt;&lt;script&gt;$&#39;" />`);
  });

  it('has a preview of its link: the platform, or what the page is about', () => {
    const origin = 'https://ctf.example';
    const settings = having({ title: 'Cup', description: 'Come and play' });
    const home = renderPage(template, settings, 'zh-CN', { origin, path: '/', preview: null });
    expect(readTags(home)).toEqual({
      'og:type': 'website',
      'og:site_name': 'Cup',
      'og:title': 'Cup',
      'og:description': 'Come and play',
      'og:locale': 'zh_CN',
      'og:image': 'https://ctf.example/icons/512.png',
      'og:url': 'https://ctf.example/',
      'twitter:card': 'summary',
    });
    expect(home).toContain('<link rel="canonical" href="https://ctf.example/" />');
    const preview: LinkPreview = { type: 'article', title: 'Final', text: 'In June', picture: '/assets/1/poster' };
    const page = renderPage(template, settings, 'en-US', { origin, path: '/posts/1', preview });
    expect(page).toContain('<title>Final · Cup</title>');
    expect(page).toContain('<meta name="description" content="In June" />');
    expect(readTags(page)).toMatchObject({
      'og:type': 'article',
      'og:site_name': 'Cup',
      'og:title': 'Final',
      'og:description': 'In June',
      'og:image': 'https://ctf.example/assets/1/poster',
      'og:url': 'https://ctf.example/posts/1',
      'twitter:card': 'summary_large_image',
    });
  });

  it('shows the logo that was set where a page has no picture, and no address that is not known for certain', () => {
    const settings = having({ logoHash: 'b'.repeat(64) });
    const preview: LinkPreview = { type: 'website', title: '', text: '', picture: null };
    const at = (origin: string | null) =>
      renderPage(template, settings, 'en-US', { origin, path: '/games/1', preview });
    expect(readTags(at('https://a.example'))['og:image']).toBe(`https://a.example/assets/${'b'.repeat(64)}/logo`);
    expect(at('https://a.example')).toContain('<title>Vexil</title>');
    const unknown = at(null);
    expect(unknown).not.toContain('canonical');
    expect(Object.keys(readTags(unknown))).not.toContain('og:image');
    expect(Object.keys(readTags(unknown))).not.toContain('og:url');
  });

  it('names the files of its page, behind the scripts of every page', () => {
    const files = '/ /static/home.js;/games/:id /static/game.js /static/game.css;/games/:id/challenges /static/list.js';
    const built = template.replace('<title>', `\n    <meta name="page-files" content="${files}" />\n<title>`);
    const preview: LinkPreview = { type: 'website', title: 'Final', text: '', picture: '/assets/1/poster' };
    const preloadsOf = (path: string | null, shown: LinkPreview | null) => {
      const page = renderPage(built, having({}), 'en-US', { origin: null, path, preview: shown });
      expect(page).not.toContain('page-files');
      return [...page.matchAll(/<link rel="(?:module)?preload"[^>]*href="([^"]*)"/g)].map(([, href]) => href);
    };
    expect(preloadsOf('/', null)).toEqual(['/static/home.js']);
    expect(preloadsOf('/games/12', preview)).toEqual(['/static/game.js', '/static/game.css']);
    expect(preloadsOf('/games/12/challenges', preview)).toEqual(['/static/list.js']);
    expect(preloadsOf('/posts/12', { ...preview, type: 'article' })).toEqual([]);
    expect(preloadsOf(null, null)).toEqual([]);
  });

  it('shows the name of a game, and its poster where the page has it, before the scripts have come', () => {
    const preview: LinkPreview = { type: 'website', title: 'A < B $&', text: '', picture: '/assets/1/poster' };
    const startOf = (path: string | null, shown: LinkPreview | null) => {
      const page = renderPage(template, having({}), 'en-US', { origin: null, path, preview: shown });
      return /<svg>\n<\/svg>(.*)<\/div><\/div><script/s.exec(page)?.[1];
    };
    const name = 'A &lt; B $&amp;';
    const poster = '<img src="/assets/1/poster" alt="" fetchpriority="high" />';
    expect(startOf('/games/12', preview)).toBe(`<div class="start-subject">${poster}${name}</div>`);
    expect(startOf('/games/12', { ...preview, picture: null })).toBe(`<div class="start-subject">${name}</div>`);
    expect(startOf('/games/12/scoreboard', preview)).toBe(`<div class="start-subject">${name}</div>`);
    expect(startOf('/posts/12', { ...preview, type: 'article' })).toBe('');
    expect(startOf('/', null)).toBe('');
  });

  it('names the favicon that was set', () => {
    expect(renderPage(template, having({}), 'en-US')).toContain('href="/favicon.svg"');
    const page = renderPage(template, having({ faviconHash: 'a'.repeat(64) }), 'en-US');
    expect(page).toContain('<link rel="icon" href="/favicon.webp" />');
    expect(page).toContain('<link rel="apple-touch-icon" href="/favicon.webp" />');
    expect(page).not.toContain('favicon.svg');
  });

  it('holds its data where no text can end the element', () => {
    const title = `</script><!--<script>alert("1")$&\u2028`;
    const page = addPageData(template, { config: { ...configOf(standardSettings), title }, hasSession: true });
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain('<!--');
    expect(dataOf(page)).toMatchObject({ config: { title }, hasSession: true });
  });
});

describe('the page as it is sent', () => {
  async function startPage(read: () => Promise<Settings>) {
    const app = Fastify();
    await app.register(fastifyCookie);
    let made = 0;
    const clientConfigOf = (settings: Settings) => {
      made += 1;
      return configOf(settings);
    };
    const deps = { settings: { read, forget: () => {} }, log: pino({ level: 'silent' }) };
    const previews = new Map<string, LinkPreview | Error>();
    const findPreview = async ({ id }: { id: string }) => {
      const preview = previews.get(id) ?? null;
      if (preview instanceof Error) throw preview;
      return preview;
    };
    const originOf = () => 'https://ctf.example';
    await app.register(securityHeadersPlugin, { inlineScriptHashes: [], widgets: [], hsts: null });
    app.get('/*', createPage(deps, { template, clientConfigOf, originOf, findPreview }));
    const get = (headers: Record<string, string> = {}, url = '/') => app.inject({ url, headers });
    return { get, previews, made: () => made, close: () => app.close() };
  }

  it.each([
    ['ask', "img-src 'self' data: https:"],
    ['refuse', "img-src 'self' data:"],
  ] as const)('may load pictures of other hosts as the setting %s says', async (foreignImages, directive) => {
    const page = await startPage(async () => having({ foreignImages }));
    const { headers } = await page.get();
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.filter((each) => each.startsWith('img-src'))).toEqual([directive]);
    expect(policy).toContain("frame-ancestors 'none'");
    await page.close();
  });

  it('is in the language of the reader, and without its settings when there are none to be had', async () => {
    let away = false;
    const page = await startPage(async () => {
      if (away) throw new Error('away');
      return having({ title: 'Cup' });
    });
    const reply = await page.get({ 'accept-language': 'ja,en;q=0.5' });
    expect(reply.body).toContain('lang="ja-JP"');
    expect(reply.body).toContain('<title>Cup</title>');
    expect(reply.headers).toMatchObject({
      'content-language': 'ja-JP',
      vary: 'Accept-Language, Accept-Encoding, Cookie',
    });
    expect(reply.headers['cache-control']).toContain('no-store');
    away = true;
    const { body } = await page.get();
    expect(body).toContain('<title>Vexil</title>');
    expect(dataOf(body)).toBeUndefined();
    await page.close();
  });

  it('says whether there may be a session, and has the settings as they are now', async () => {
    let settings = having({ title: 'Cup' });
    const page = await startPage(async () => settings);
    expect(dataOf((await page.get()).body)).toEqual({ config: configOf(settings), hasSession: false });
    const cookie = `${sessionCookie}=anything`;
    const signedIn = (await page.get({ cookie })).body;
    expect(dataOf(signedIn)).toMatchObject({ hasSession: true });
    expect(signedIn).toContain('<script src="/start.js" data-session></script>');
    expect((await page.get()).body).toContain('<script src="/start.js"></script>');
    settings = having({ title: 'Second cup' });
    expect(dataOf((await page.get()).body)).toMatchObject({ config: { title: 'Second cup' }, hasSession: false });
    await page.close();
  });

  it('is made once for each kind of reader', async () => {
    const settings = having({ title: 'Cup' });
    const page = await startPage(async () => settings);
    for (let times = 0; times < 3; times += 1) {
      await page.get();
      await page.get({ cookie: `${sessionCookie}=anything` });
    }
    expect(page.made()).toBe(2);
    await page.close();
  });

  it('follows a change of what it is about, and is whole when that cannot be read', async () => {
    const settings = having({ title: 'Cup' });
    const page = await startPage(async () => settings);
    const titleAt = async (url: string) => /<title>(.*)<\/title>/.exec((await page.get({}, url)).body)?.[1];
    const preview = { type: 'website', text: '', picture: null } as const;
    page.previews.set('7', { ...preview, title: 'Spring' });
    expect(await titleAt('/games/7/scoreboard?view=chart')).toBe('Spring · Cup');
    expect(await titleAt('/GAMES/7/Scoreboard/')).toBe('Spring · Cup');
    expect(page.made()).toBe(1);
    page.previews.set('7', { ...preview, title: 'Summer' });
    expect(await titleAt('/games/7/scoreboard')).toBe('Summer · Cup');
    expect(await titleAt('/games/8')).toBe('Cup');
    page.previews.set('7', new Error('away'));
    expect(await titleAt('/games/7')).toBe('Cup');
    await page.close();
  });

  it('has the same bytes whether it is compressed or not', async () => {
    const page = await startPage(async () => having({ title: 'Cup' }));
    const plain = await page.get();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await page.get({ 'accept-encoding': 'gzip;q=0' })).body).toBe(plain.body);
    const small = await page.get({ 'accept-encoding': 'gzip, deflate, br' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
    await page.close();
  });
});
