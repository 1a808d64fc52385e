import { describe, expect, it } from 'vitest';
import { findOriginRefusal, type OriginFacts, type SiteFacts, siteOrigin } from './origin.policy';

const own = 'http://ctf.example:8080';
const site: SiteFacts = { publicUrl: null, requestOrigin: own };
const post: OriginFacts = { method: 'POST', isUpgrade: false, origin: undefined, fetchSite: undefined };
const upgrade: OriginFacts = { ...post, method: 'GET', isUpgrade: true };

describe('findOriginRefusal', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('lets a foreign page make a %s, whose reply it cannot read', (method) => {
    expect(findOriginRefusal({ ...post, method, origin: 'http://evil.example', fetchSite: 'cross-site' }, site)).toBe(
      null,
    );
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'get'])('looks at a %s', (method) => {
    expect(findOriginRefusal({ ...post, method, origin: 'http://evil.example' }, site)).toBe('request.crossSite');
  });

  for (const [what, call] of [
    ['a changing call', post],
    ['an upgrade', upgrade],
  ] as const) {
    describe(what, () => {
      it.each([
        ['without any header of a browser', {}],
        ['of the own origin', { origin: own }],
        ['of the own origin, with fetch metadata', { origin: own, fetchSite: 'same-origin' }],
        ['of a person who typed the address', { fetchSite: 'none' }],
        ['of the own page without origin', { fetchSite: 'same-origin' }],
      ])('passes %s', (_how, headers) => {
        expect(findOriginRefusal({ ...call, ...headers }, site)).toBe(null);
      });

      it.each([
        ['another site', { origin: 'https://evil.example' }],
        ['another port of the same host', { origin: 'http://ctf.example:31337' }],
        ['the default port of the same host', { origin: 'http://ctf.example' }],
        ['another name on the same port', { origin: 'http://sub.ctf.example:8080' }],
        ['a name that begins alike', { origin: 'http://ctf.example:80801' }],
        ['a page without an origin', { origin: 'null' }],
        ['nothing that is an origin', { origin: '' }],
        ['cross-site metadata alone', { fetchSite: 'cross-site' }],
        ['same-site metadata alone', { fetchSite: 'same-site' }],
        ['cross-site metadata beside the own origin', { origin: own, fetchSite: 'cross-site' }],
        ['same-site metadata beside the own origin', { origin: own, fetchSite: 'same-site' }],
        ['a typed address that names a foreign origin', { origin: 'http://evil.example', fetchSite: 'none' }],
      ])('is refused from %s', (_where, headers) => {
        expect(findOriginRefusal({ ...call, ...headers }, site)).toBe('request.crossSite');
      });
    });
  }

  it('compares with PUBLIC_URL where it is set', () => {
    const named = { publicUrl: 'https://ctf.example', requestOrigin: 'http://10.0.0.1:8080' };
    expect(findOriginRefusal({ ...post, origin: 'https://ctf.example' }, named)).toBe(null);
    expect(findOriginRefusal({ ...post, origin: 'http://ctf.example' }, named)).toBe('request.crossSite');
    expect(findOriginRefusal({ ...post, origin: 'https://ctf.example:8443' }, named)).toBe('request.crossSite');
  });

  it('says "wrong address" to people at another host than PUBLIC_URL', () => {
    const named = { publicUrl: 'https://ctf.example', requestOrigin: 'http://10.0.0.1:8080' };
    const at = (origin: string, fetchSite?: string) => findOriginRefusal({ ...post, origin, fetchSite }, named);
    expect(at('http://10.0.0.1:8080')).toBe('request.wrongAddress');
    expect(at('https://10.0.0.1:8080')).toBe('request.wrongAddress');
    expect(at('https://alias.example', 'same-origin')).toBe('request.wrongAddress');
    expect(at('https://10.0.0.1:8443', 'same-origin')).toBe('request.wrongAddress');
    expect(at('http://10.0.0.1:31337')).toBe('request.crossSite');
    expect(at('http://10.0.0.1:31337', 'same-site')).toBe('request.crossSite');
  });

  it('believes the browser where a proxy hides scheme or port, but not another host name', () => {
    const behind = { publicUrl: null, requestOrigin: 'http://ctf.example' };
    const at = (origin: string, fetchSite?: string) => findOriginRefusal({ ...post, origin, fetchSite }, behind);
    expect(at('https://ctf.example', 'same-origin')).toBe(null);
    expect(at('https://ctf.example:8443', 'same-origin')).toBe(null);
    expect(at('https://ctf.example')).toBe('request.wrongAddress');
    expect(at('https://ctf.example:8443')).toBe('request.crossSite');
    expect(at('https://other.example', 'same-origin')).toBe('request.wrongAddress');
    expect(at('null', 'same-origin')).toBe('request.wrongAddress');
  });

  it('matches no origin with a host that cannot be read', () => {
    const unreadable = { publicUrl: null, requestOrigin: null };
    expect(findOriginRefusal({ ...post, origin: 'null' }, unreadable)).toBe('request.crossSite');
    expect(findOriginRefusal({ ...post, origin: own }, unreadable)).toBe('request.crossSite');
    const ownPage = { ...post, origin: 'null', fetchSite: 'same-origin' };
    expect(findOriginRefusal(ownPage, unreadable)).toBe('request.wrongAddress');
    expect(findOriginRefusal(post, unreadable)).toBe(null);
  });
});

describe('siteOrigin', () => {
  it('is PUBLIC_URL, else that of the request', () => {
    expect(siteOrigin({ publicUrl: 'https://ctf.example', requestOrigin: own })).toBe('https://ctf.example');
    expect(siteOrigin(site)).toBe(own);
    expect(siteOrigin({ publicUrl: null, requestOrigin: null })).toBe(null);
  });
});
