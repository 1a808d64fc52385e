import { describe, expect, it } from 'vitest';
import { isImageAllowed, isPublicRegistry, parseImageName, parseRegistryList } from './image.rules';

const digest = `sha256:${'0a'.repeat(32)}`;
const parsed = (text: string) => {
  const name = parseImageName(text);
  if (name === null) throw new Error(`${text} is no image name`);
  return name;
};

describe('the name of an image', () => {
  it.each([
    ['busybox', 'docker.io', 'library/busybox', null, null],
    ['busybox:musl', 'docker.io', 'library/busybox', 'musl', null],
    ['vexil/quiz:1', 'docker.io', 'vexil/quiz', '1', null],
    ['docker.io/nginx', 'docker.io', 'library/nginx', null, null],
    ['index.docker.io/a/b', 'docker.io', 'a/b', null, null],
    ['ghcr.io/club/web_1/a--b.c:v1.0-x', 'ghcr.io', 'club/web_1/a--b.c', 'v1.0-x', null],
    ['GHCR.io/a/b', 'ghcr.io', 'a/b', null, null],
    ['ghcr.io/nginx', 'ghcr.io', 'nginx', null, null],
    ['localhost/a', 'localhost', 'a', null, null],
    ['reg.lan:5000/a/b:2', 'reg.lan:5000', 'a/b', '2', null],
    ['[fd00::1]:5000/a', '[fd00::1]:5000', 'a', null, null],
    [`a@x+y2.z-b_c:${'0a'.repeat(16)}`, 'docker.io', 'library/a', null, `x+y2.z-b_c:${'0a'.repeat(16)}`],
    [`a@a+bcd:${'0a'.repeat(16)}`, 'docker.io', 'library/a', null, `a+bcd:${'0a'.repeat(16)}`],
    ['r.x/a', 'r.x', 'a', null, null],
    [`${'0'.repeat(64)}1`, 'docker.io', `library/${'0'.repeat(64)}1`, null, null],
    [`a/b:1@${digest}`, 'docker.io', 'a/b', '1', digest],
    [`a@${digest}`, 'docker.io', 'library/a', null, digest],
    [`a:${'t'.repeat(128)}`, 'docker.io', 'library/a', 't'.repeat(128), null],
    [`x/${'a'.repeat(253)}`, 'docker.io', `x/${'a'.repeat(253)}`, null, null],
    ['a'.repeat(63), 'docker.io', `library/${'a'.repeat(63)}`, null, null],
  ])('%s is read', (text, registry, path, tag, itsDigest) => {
    expect(parseImageName(text)).toEqual({ registry, path, tag, digest: itsDigest });
  });

  it.each([
    '',
    ' ',
    'a b',
    'Quiz',
    'vexil/Quiz',
    `a@-${digest}`,
    `a@${digest}x`,
    `a@x+2:${'0a'.repeat(16)}`,
    `a@x~y:${'0a'.repeat(16)}`,
    'a//b',
    '/a',
    'a/',
    'a:',
    'a:-1',
    'a:b:c',
    'a:t/b',
    'a@sha256:0123',
    `a@${digest}@${digest}`,
    'a..b',
    'a___b',
    '-a',
    'a-',
    'http://host/a',
    'user@host/a',
    'host.:80/a',
    '-host.io/a',
    'host.io:123456/a',
    'ho_st.io/a',
    `a:${'t'.repeat(129)}`,
    `x/${'a'.repeat(254)}`,
    'a'.repeat(64).replaceAll('a', '0'),
    'a\nb',
    'ä',
  ])('%j is none', (text) => {
    expect(parseImageName(text)).toBeNull();
  });
});

describe('a registry', () => {
  it.each(['docker.io', 'ghcr.io', 'registry.example.org', 'a1.b2.c3', 'xn--bcher-kva.xn--p1ai'])(
    '%s is public',
    (name) => expect(isPublicRegistry(name)).toBe(true),
  );

  it.each([
    'localhost',
    'redis',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    'a.0x7f',
    '[fd00::1]',
    'ghcr.io:443',
    'docker.io:5000',
    'db.internal',
    'nas.local',
    'a.localhost',
    'a.lan',
    'a.home',
    'a.corp',
    'a.private',
    'a.intranet',
    'router.home.arpa',
  ])('%s is not', (name) => expect(isPublicRegistry(name)).toBe(false));
});

describe('the list of registries', () => {
  it('has commas, blanks or lines between its entries', () => {
    expect(parseRegistryList(' docker.io,GHCR.io/Club//\n*  localhost:5000/a ')).toEqual([
      'docker.io',
      'ghcr.io/club',
      '*',
      'localhost:5000/a',
    ]);
    expect(parseRegistryList('')).toEqual([]);
  });

  it.each(['club', 'club/web', 'docker.io, club', '**', '/docker.io'])('%j is refused', (text) => {
    expect(parseRegistryList(text)).toBeNull();
  });

  it.each([
    ['busybox', [], true],
    ['redis:5000/a', [], false],
    ['10.0.0.1/a', ['*'], false],
    ['10.0.0.1/a', ['*', '10.0.0.1'], true],
    ['ghcr.io/club/web', ['*'], true],
    ['ghcr.io/club/web', ['docker.io'], false],
    ['ghcr.io/club/web', ['docker.io', 'ghcr.io/club'], true],
    ['ghcr.io/club/web', ['ghcr.io/club/web'], true],
    ['ghcr.io/clubs/web', ['ghcr.io/club'], false],
    ['ghcr.io.evil.org/a', ['ghcr.io'], false],
    ['nginx', ['docker.io/library'], true],
    ['vexil/quiz', ['docker.io/library'], false],
    ['ghcr.io/club/game-7/web', ['ghcr.io/club/game-{gameid}'], true],
    ['ghcr.io/club/game-70/web', ['ghcr.io/club/game-{gameid}'], false],
    ['ghcr.io/club/game-8/web', ['ghcr.io/club/game-{gameid}'], false],
  ])('of %s and %j for game 7: %s', (text, entries, allowed) => {
    expect(isImageAllowed(parsed(text), entries, 7)).toBe(allowed);
  });
});
