import { type Settings, standardSettings } from '@vexil/contract/settings';
import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createPage, renderPage } from './page';

const template = `<!doctype html><html lang="en-US" data-x="1"><head>
<meta name="description" content="Built text." /><title>Built</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head><body><script src="/start.js"></script></body></html>`;

const having = (globalConfig: Partial<Settings['globalConfig']>): Settings => ({
  ...standardSettings,
  globalConfig: { ...standardSettings.globalConfig, ...globalConfig },
});

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
    const page = renderPage(template, having({ title, description: `"><script>$'` }), 'en-US');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;$&amp;$1</title>',
    );
    expect(page).toContain(`content="&quot;&gt;&lt;script&gt;$&#39;" />`);
  });

  it('names the favicon that was set', () => {
    expect(renderPage(template, having({}), 'en-US')).toContain('href="/favicon.svg"');
    const page = renderPage(template, having({ faviconHash: 'a'.repeat(64) }), 'en-US');
    expect(page).toContain('<link rel="icon" href="/favicon.webp" />');
    expect(page).not.toContain('favicon.svg');
  });

  it('is sent in the language of the reader, and without its settings when there are none to be had', async () => {
    let away = false;
    const settings = {
      read: () => (away ? Promise.reject(new Error('away')) : Promise.resolve(having({ title: 'Cup' }))),
      forget: () => {},
    };
    const app = Fastify();
    app.get('/', createPage({ settings, log: pino({ level: 'silent' }) }, template));
    const reply = await app.inject({ url: '/', headers: { 'accept-language': 'ja,en;q=0.5' } });
    expect(reply.body).toContain('lang="ja-JP"');
    expect(reply.body).toContain('<title>Cup</title>');
    expect(reply.headers).toMatchObject({ 'content-language': 'ja-JP', vary: 'Accept-Language' });
    expect(reply.headers['cache-control']).toContain('no-store');
    away = true;
    expect((await app.inject('/')).body).toContain('<title>Vexil</title>');
    await app.close();
  });
});
