import { describe, expect, it } from 'vitest';
import { connectionLines } from './connection.rules';

const textsOf = (connection: string, entry: string | null = null) =>
  connectionLines(connection, entry).map(({ text }) => text);
const isLink = (connection: string, entry: string | null = null) =>
  connectionLines(connection, entry).map((line) => line.isLink);

describe('connectionLines', () => {
  it('has an entry for each line with text', () => {
    expect(textsOf('  nc a 1 \r\n\n \rhttps://a.test\n')).toEqual(['nc a 1', 'https://a.test']);
    expect(textsOf(' \n\t')).toEqual([]);
  });

  it('puts host and port of the instance for every placeholder', () => {
    expect(textsOf('nc {host} {port}\nssh -p {port} root@{host} # {host}', 'play.test:31337')).toEqual([
      'nc play.test 31337',
      'ssh -p 31337 root@play.test # play.test',
    ]);
    expect(textsOf('{HOST} {ports} { host } {host', 'play.test:1')).toEqual(['{HOST} {ports} { host } {host']);
  });

  it('keeps the placeholders without an instance that has host and port', () => {
    for (const entry of [null, '01890a5d-ac96-774b-bcce-b302099a8057']) {
      expect(textsOf('nc {host} {port}', entry)).toEqual(['nc {host} {port}']);
    }
  });

  it('takes an entry by its last colon', () => {
    expect(textsOf('nc {host} {port}', ':80')).toEqual(['nc  80']);
    expect(textsOf('nc {host} {port}', 'a:80')).toEqual(['nc a 80']);
  });

  it('writes an IPv6 address with brackets in addresses only', () => {
    const entry = '[2001:db8::1]:4000';
    expect(textsOf('nc {host} {port}\nhttp://{host}:{port}/', entry)).toEqual([
      'nc 2001:db8::1 4000',
      'http://[2001:db8::1]:4000/',
    ]);
    expect(isLink('http://{host}:{port}/', entry)).toEqual([true]);
  });

  it.each([
    ['https://a.test/x', true],
    ['HTTP://a.test', true],
    ['javascript:alert(1)//http://a.test', false],
    ['see http://a.test', false],
    ['ftp://a.test', false],
    ['http:a.test', false],
    ['http://', false],
    ['https://{host}/', false],
    ['https://a.test/?port={port}', false],
    ['https://a.test/{x}', true],
    ['nc a.test 1', false],
  ])('knows whether %s is a link', (connection, expected) => expect(isLink(connection)).toEqual([expected]));

  it('is a link with its placeholders filled', () => {
    expect(connectionLines('https://{host}:{port}', 'a.test:443')).toEqual([
      { text: 'https://a.test:443', isLink: true },
    ]);
    expect(connectionLines('https://{host}/$&', 'a$1.test:443')).toEqual([
      { text: 'https://a$1.test/$&', isLink: true },
    ]);
  });
});
