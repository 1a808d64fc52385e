import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('public/start.js', import.meta.url), 'utf8');
const files = 'en-us.a1 de-de.b2';

/** What `start.js` asks for on a page of ours. */
function askedOn(pathname: string, { hasSession = false, stored = null as string | null } = {}): string[] {
  const asked: string[] = [];
  const root = { lang: 'de-DE', setAttribute() {} };
  runInNewContext(script, {
    document: {
      documentElement: root,
      currentScript: { hasAttribute: () => hasSession },
      querySelector: (selector: string) => (selector.includes('language-files') ? { content: files } : null),
    },
    localStorage: { getItem: (name: string) => (name === 'language' ? stored : null) },
    matchMedia: () => ({ matches: false }),
    location: { pathname },
    window: { addEventListener() {} },
    fetch: async (address: string) => {
      asked.push(address);
      return new Response('{}');
    },
  });
  return asked;
}

describe('start.js', () => {
  const texts = '/static/de-de.b2.json';
  const profile = '/api/account/profile';

  it.each([
    ['/', false, [texts, '/api/game/recent?limit=8', '/api/posts/latest']],
    ['/', true, [texts, profile, '/api/game/recent?limit=8', '/api/posts/latest', '/api/game/mine']],
    ['/games/7', false, [texts, '/api/game/7']],
    ['/Games/7/Challenges', true, [texts, profile, '/api/game/7']],
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
});
