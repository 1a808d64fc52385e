import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('public/start.js', import.meta.url), 'utf8');
const files = 'en-us.a1 de-de.b2';

type Visit = {
  hasSession?: boolean;
  stored?: string | null;
  storedScheme?: string;
};

type Early = Map<string, Promise<{ response: Response; sentAt: number; receivedAt: number }>>;

/** What `start.js` asks for on a page of ours, and the attributes that it sets. */
function startOn(address: string, { hasSession = false, stored = null, storedScheme }: Visit = {}) {
  const asked: string[] = [];
  const look: Record<string, string> = {};
  const root = { lang: 'de-DE', setAttribute: (name: string, value: string) => Object.assign(look, { [name]: value }) };
  const window: { addEventListener(): void; earlyReplies?: Early; earlyGame?: unknown } = { addEventListener() {} };
  const { pathname, search } = new URL(address, 'http://vexil.test');
  runInNewContext(script, {
    document: {
      documentElement: root,
      currentScript: { hasAttribute: () => hasSession },
      querySelector: () => ({ content: files, setAttribute() {} }),
    },
    localStorage: { getItem: (name: string) => (name === 'language' ? stored : storedScheme) },
    matchMedia: () => ({ matches: false }),
    location: { pathname, search },
    URLSearchParams,
    window,
    fetch: async (address: string) => {
      asked.push(address);
      return new Response('{}');
    },
  });
  return { asked, look, early: window.earlyReplies, game: window.earlyGame };
}

const askedOn = (address: string, visit?: Visit) => startOn(address, visit).asked;

describe('start.js', () => {
  const texts = '/static/de-de.b2.json';
  const profile = '/api/account/profile';

  it.each([
    ['/', false, [texts, '/api/game/recent?limit=8', '/api/posts/latest']],
    ['/', true, [texts, profile, '/api/game/recent?limit=8', '/api/posts/latest', '/api/game/mine']],
    ['/games/7', false, [texts, '/api/game/7']],
    ['/games/7', true, [texts, '/api/game/7/page']],
    ['/Games/7/Challenges', true, [texts, '/api/game/7/page']],
    ['/games/7/embed', true, [texts, profile, '/api/game/7']],
    ['/games/7/Present/', true, [texts, profile, '/api/game/7']],
    ['/games/7/reveal', true, [texts, profile, '/api/game/7']],
    ['/games/07', false, [texts]],
    ['/games/7x', false, [texts]],
    ['/teams', true, [texts, profile]],
  ])('asks on %s (with a session: %s) for what the page shows in any case', (path, hasSession, asked) => {
    expect(askedOn(path, { hasSession })).toEqual(asked);
  });

  it('leaves the calls to the application where the language is unknown', () => {
    expect(askedOn('/', { stored: 'tlh' })).toEqual([]);
    expect(askedOn('/', { stored: 'en-US' })[0]).toBe('/static/en-us.a1.json');
  });

  it('gives an embedded board the look of its address, whatever is stored for the site', () => {
    expect(startOn('/games/7/embed?theme=light&background=none', { storedScheme: 'dark' }).look).toEqual({
      'data-forced-scheme': 'light',
      'data-mantine-color-scheme': 'light',
      'data-background': 'none',
    });
    expect(startOn('/Games/7/Embed?theme=dark', { storedScheme: 'light' }).look).toEqual({
      'data-forced-scheme': 'dark',
      'data-mantine-color-scheme': 'dark',
    });
    for (const address of ['/games/7/embed?theme=pink&background=red', '/games/7?theme=light&background=none']) {
      expect(startOn(address, { storedScheme: 'dark' }).look).toEqual({ 'data-mantine-color-scheme': 'dark' });
    }
  });
});

describe('the first page of a game', () => {
  it.each([
    ['/games/7', { id: 7 }],
    ['/Games/7/Challenges', { id: 7, page: 'challenges' }],
    ['/games/7/embed', undefined],
    ['/teams', undefined],
  ])('on %s is told to the application: %o', (path, game) => {
    expect(startOn(path, { hasSession: true }).game).toEqual(game);
    expect(startOn(path).game).toBeUndefined();
  });

  it('has its reply with the times of asking and receiving', async () => {
    const { early } = startOn('/games/7', { hasSession: true });
    const { response, sentAt, receivedAt } = (await early?.get('/api/game/7/page')) ?? {};
    expect(await response?.text()).toBe('{}');
    expect(receivedAt).toBeGreaterThanOrEqual(sentAt as number);
  });
});
