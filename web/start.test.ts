import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('public/start.js', import.meta.url), 'utf8');
const files = 'en-us.a1 de-de.b2';

type Visit = {
  hasSession?: boolean;
  stored?: string | null;
  storedScheme?: string;
  answer?: (address: string) => Response | Promise<Response>;
};

type Early = Map<string, Promise<{ response: Response; value?: unknown; sentAt: number; receivedAt: number }>>;

/** What `start.js` asks for on a page of ours, and the attributes that it sets. */
function startOn(address: string, { hasSession = false, stored = null, storedScheme, answer }: Visit = {}) {
  const asked: string[] = [];
  const look: Record<string, string> = {};
  const root = { lang: 'de-DE', setAttribute: (name: string, value: string) => Object.assign(look, { [name]: value }) };
  const window: { addEventListener(): void; earlyReplies?: Early } = { addEventListener() {} };
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
      return answer?.(address) ?? new Response('{}');
    },
  });
  return { asked, look, early: window.earlyReplies };
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
  const game = '/api/game/7';
  const profile = '/api/account/profile';
  const whole = { profile: { userName: 'mira' }, game: { id: 7 }, details: { challengeCount: 1 }, instances: [] };

  /** What each address gets: its reply's status and text, or null where the page has to ask by itself. */
  async function earlyOn(page: string, answer: NonNullable<Visit['answer']>) {
    const { early = new Map() as Early } = startOn(`/games/7/${page}`, { hasSession: true, answer });
    const read = async (address: string) => {
      const reply = await early.get(address)?.catch(() => undefined);
      if (!reply) return null;
      expect(reply.receivedAt).toBeGreaterThanOrEqual(reply.sentAt);
      const { response, value } = reply;
      return [response.status, value ? JSON.stringify(value) : await response.text(), response.headers.get('Date')];
    };
    return {
      profile: await read(profile),
      game: await read(game),
      details: await read(`${game}/details`),
      instances: await read(`${game}/container`),
      others: [...early.keys()].filter((key) => key !== profile && !key.startsWith(game)),
    };
  }

  const date = 'Sat, 01 Aug 2026 10:00:00 GMT';
  const reply = (value: unknown) => new Response(JSON.stringify(value), { headers: { Date: date } });

  it('has each member of the one call under the address of its own, with the time of the server', async () => {
    expect(await earlyOn('challenges', () => reply(whole))).toEqual({
      profile: [200, '{"userName":"mira"}', date],
      game: [200, '{"id":7}', date],
      details: [200, '{"challengeCount":1}', date],
      instances: [200, '[]', date],
      others: [],
    });
  });

  it('keeps no instances for pages that do not ask for them, which would find them outdated later', async () => {
    expect(await earlyOn('scoreboard', () => reply(whole))).toMatchObject({
      game: [200, '{"id":7}', date],
      instances: null,
    });
  });

  it('leaves what is refused to the page', async () => {
    expect(await earlyOn('challenges', () => reply({ ...whole, details: null, instances: null }))).toMatchObject({
      profile: [200, '{"userName":"mira"}', date],
      details: null,
      instances: null,
    });
  });

  it.each([
    [401, 'account.unauthenticated'],
    [403, 'account.banned'],
  ])('replies to the profile what refuses the account: %s', async (status, code) => {
    const refused = { game: null, details: null, instances: null };
    expect(await earlyOn('challenges', () => Response.json({ code }, { status }))).toMatchObject({
      ...refused,
      profile: [status, JSON.stringify({ code }), null],
    });
  });

  it.each<[string, NonNullable<Visit['answer']>]>([
    ['a server without the call', () => Response.json({ code: 'request.notFound' }, { status: 404 })],
    ['a busy server', () => Response.json({ code: 'request.busy' }, { status: 503 })],
    ['a proxy', () => new Response('<html></html>')],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('leaves all to the page after the reply of %s', async (_name, answer) => {
    const nothing = { profile: null, game: null, details: null, instances: null };
    const early = await earlyOn('challenges', (address) =>
      address.startsWith('/static/') ? new Response('{}') : answer(address),
    );
    expect(early).toEqual({ ...nothing, others: [] });
  });
});
