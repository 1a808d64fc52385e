import { describe, expect, it } from 'vitest';
import { Email } from './account';
import { asciiEmail, asciiHost } from './email.rules';

describe('an e-mail address', () => {
  it.each([
    ['mira@example.com', 'mira@example.com'],
    ['mira@xn--e1aybc.xn--p1ai', 'mira@xn--e1aybc.xn--p1ai'],
    ['mira@тест.рф', 'mira@xn--e1aybc.xn--p1ai'],
    ['mira@bücher.example', 'mira@xn--bcher-kva.example'],
    ['m.i+r_a@例え.テスト', 'm.i+r_a@xn--r8jz45g.xn--zckzah'],
    ['MIRA@Example.COM', 'MIRA@Example.COM'],
    ['mira@mail.club-1.example.com', 'mira@mail.club-1.example.com'],
  ])('%s is taken as %s', (given, stored) => {
    expect(Email.parse(given)).toBe(stored);
  });

  it.each([
    'mira',
    'mira@',
    '@example.com',
    'mira@localhost',
    'mira@例',
    'mira@ü/x.example',
    'mira@ü:80',
    'mira@ü.example?x',
    'mira@127.0.0.1',
    'a..b@example.com',
    'mira..lee@example.com',
    'mira@example.com/x',
    'mira@xn--',
    'mïra@example.com',
  ])('%s is refused', (given) => {
    expect(Email.safeParse(given).success).toBe(false);
  });
});

describe('a host in ASCII', () => {
  it.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['Example.COM', 'Example.COM'],
    ['ü:80', 'ü:80'],
    ['ü/x', 'ü/x'],
    [`${'ü.'.repeat(126)}a`, `${'xn--tda.'.repeat(126)}a`],
    [`${'ü.'.repeat(126)}aa`, `${'ü.'.repeat(126)}aa`],
  ])('%s is %s', (host, ascii) => expect(asciiHost(host)).toBe(ascii));

  it('keeps the name before it', () => {
    expect(asciiEmail('ü@ü.example')).toBe('ü@xn--tda.example');
    expect(asciiEmail('ü')).toBe('ü');
  });
});
