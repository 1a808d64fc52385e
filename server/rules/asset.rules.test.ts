import { describe, expect, it } from 'vitest';
import { addressName, assetUrl, avatarUrl, distinctNames, isPlace, ownFileName, placeKey } from './asset.rules';

const urlOf = (name: string) => assetUrl('abc', name).slice('/assets/abc/'.length);

describe('ownFileName', () => {
  it.each([
    ['task-1.zip', 'flag{one}', 'task-1.zip'],
    ['task-1.zip', 'flag{sesame}', 'task-1.zip'],
    ['undefined.zip', 'flag{one}', 'undefined.zip'],
    ['flag{sesame}.zip', 'flag{sesame}', 'attachment.zip'],
    ['sesame.tar.gz', 'flag{sesame}', 'attachment.gz'],
    ['flag{a.b}', 'flag{a.b}', 'attachment'],
    ['a.bin', 'flag{a}', 'a.bin'],
  ])('of %s for %s is %s', (name, flag, expected) => {
    expect(ownFileName(name, flag)).toBe(expected);
  });
});

describe('places in S3', () => {
  const folder = 's3://bucket/tasks/';
  const keyOf = (address: string) => placeKey(address, folder, 7);

  it.each(['s3://bucket/key', 'S3://'])('are %s', (address) => expect(isPlace(address)).toBe(true));
  it.each(['', 's3:/bucket', 'https://x/s3://', ' s3://bucket', 's4://bucket'])('are not %j', (address) => {
    expect(isPlace(address)).toBe(false);
  });

  it.each(['7/a', '7/a/b.zip', '7/...', '7/.hidden', '7/..a', '7/%2e%2e/ä b?c#d', '7/\u202e旗🏁\\'])(
    'of a game are %s',
    (key) => {
      expect(keyOf(`${folder}${key}`)).toBe(key);
    },
  );

  it.each([
    '',
    folder,
    `${folder}7`,
    `${folder}7/`,
    `${folder}7/a/`,
    `${folder}7//a`,
    `${folder}7/./a`,
    `${folder}7/../8/a`,
    `${folder}7/..`,
    `${folder}8/a`,
    `${folder}77/a`,
    `${folder}/7/a`,
    's3://bucket/7/a',
    's3://bucket/other/7/a',
    's3://other/tasks/7/a',
    'S3://bucket/tasks/7/a',
    ` ${folder}7/a`,
    `${folder}7/a\0`,
    `${folder}7/a\u0085`,
    `${folder}7/\ud800`,
  ])('of a game are not %j', (address) => expect(keyOf(address)).toBeNull());

  it('have keys of at most 1,024 bytes', () => {
    const longest = '🏁'.repeat(254);
    expect(keyOf(`${folder}7/${longest}`)).toBe(`7/${longest}`);
    expect(keyOf(`${folder}7/${longest}xx`)).toBe(null);
    expect(keyOf(`${folder}7/${'x'.repeat(1016)}`)).not.toBeNull();
    expect(keyOf(`${folder}7/${'x'.repeat(1017)}`)).toBeNull();
  });
});

describe('the address of a stored file', () => {
  it.each(['file 54.txt', ' leading.txt', '旗.txt', 'café (1).tar.gz', `it's "here" [a]+&=;,@$!*~<>{}|^.txt`])(
    'has the name %j as it is',
    (name) => {
      expect(assetUrl('abc', name)).toBe(`/assets/abc/${name}`);
    },
  );

  it.each([
    ['100%.txt', '100%25.txt'],
    ['a%20b', 'a%2520b'],
    ['a#b?c', 'a%23b%3Fc'],
    ['a/b\\c', 'a%2Fb%5Cc'],
    ['a\0b\tc\r\nd\x7fe\x85', 'a%00b%09c%0D%0Ad%7Fe%C2%85'],
    ['a b  ', 'a b%20%20'],
    ['%%', '%25%25'],
  ])('encodes what would break it: %j', (name, encoded) => {
    expect(urlOf(name)).toBe(encoded);
  });

  it.each(['file 54.txt', '100%.txt', 'a#b?c', 'a/b\\c', 'a\nb', 'b  ', '旗 "x".txt'])(
    'gives browsers a path that decodes to the name %j',
    (name) => {
      const { pathname, search, hash } = new URL(assetUrl('abc', name), 'http://a.test');
      expect([pathname.split('/').length, search, hash]).toEqual([4, '', '']);
      expect(decodeURIComponent(pathname.split('/')[3] ?? '')).toBe(name);
    },
  );

  it('is one that the server takes, whatever the name, and keeps its end', () => {
    const long = (char: string) => `${char.repeat(255 / char.length)}.tar.gz`;
    for (const name of ['a', ' ', '旗', '👩', '%'].map(long)) {
      const { pathname } = new URL(assetUrl('f'.repeat(64), name), 'http://a.test');
      expect(pathname.length).toBeLessThan(2000);
      expect(pathname).toMatch(/\.tar\.gz$/);
    }
    expect(urlOf(long('a'))).toBe(long('a'));
    expect(urlOf('a'.repeat(600))).toBe('a'.repeat(600));
    expect(urlOf(long('旗'))).toBe(`${'旗'.repeat(150 - '.tar.gz'.length)}.tar.gz`);
  });
});

describe('the address of a picture', () => {
  it('is under the name avatar, and null without a picture', () => {
    expect([avatarUrl('abc'), avatarUrl(null)]).toEqual(['/assets/abc/avatar', null]);
  });
});

describe('distinctNames', () => {
  it.each<[string[], string[]]>([
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a.zip', 'a.zip', 'a.zip'],
      ['a.zip', 'a (2).zip', 'a (3).zip'],
    ],
    [
      ['a', 'a', 'a (2)', 'a'],
      ['a', 'a (3)', 'a (2)', 'a (4)'],
    ],
    [
      ['A.TXT', 'a.txt'],
      ['A.TXT', 'a (2).txt'],
    ],
    [
      ['é', 'e\u0301'],
      ['é', 'e\u0301 (2)'],
    ],
    [
      ['straße', 'STRASSE'],
      ['straße', 'STRASSE'],
    ],
    [
      ['.env', '.env'],
      ['.env', '.env (2)'],
    ],
    [
      ['a.tar.gz', 'a.tar.gz'],
      ['a.tar.gz', 'a.tar (2).gz'],
    ],
    [
      ['a.123456789', 'a.123456789'],
      ['a.123456789', 'a.123456789 (2)'],
    ],
    [
      ['a.x y', 'a.x y'],
      ['a.x y', 'a.x y (2)'],
    ],
    [
      ['\n.c', '\n.c'],
      ['\n.c', '\n (2).c'],
    ],
    [
      ['旗.txt', '旗.txt', 'b'],
      ['旗.txt', '旗 (2).txt', 'b'],
    ],
  ])('of %j are %j', (names, expected) => expect(distinctNames(names)).toEqual(expected));
});

describe('addressName', () => {
  it.each([
    ['https://files.example/a/b%20c.zip?x=1#y', 'b c.zip'],
    ['https://files.example/', 'attachment'],
    ['https://files.example/a/', 'attachment'],
    ['https://files.example/100%', '100%'],
    ['https://files.example/%00%0a', 'attachment'],
    ['https://files.example/a%00b', 'ab'],
    ['no address', 'attachment'],
  ])('of %s is %s', (address, expected) => expect(addressName(address)).toBe(expected));
});
