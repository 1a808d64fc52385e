import { describe, expect, it } from 'vitest';
import {
  type ContainerDomain,
  hasNames,
  isUnderDomain,
  type NameSettings,
  portNameOf,
  readHostName,
} from './container-names.rules';

const token = '0123456789abcdef0123456789abcdef';
const domain: ContainerDomain = { protocol: 'https', host: 'play-ctf.net', port: 443 };
const settings: NameSettings = { containerDomain: domain, containerTlsPort: null, containerPortMapping: 'default' };
const web = { entry: 'name', mainKind: 'http', ports: [] } as const;
const shell = { name: 'shell', kind: 'tcp' } as const;

describe('hasNames', () => {
  it.each<[boolean, string, Parameters<typeof hasNames>[0], Partial<NameSettings>]>([
    [true, 'a web challenge', web, {}],
    [true, 'one with two ports of the web', { ...web, ports: [{ name: 'admin', kind: 'http' }] }, {}],
    [false, 'one that asks for a port', { ...web, entry: 'port' }, {}],
    [false, 'one without a domain', web, { containerDomain: null }],
    [false, 'a TCP port that nothing reaches', { ...web, mainKind: 'tcp' }, {}],
    [false, 'another TCP port that nothing reaches', { ...web, ports: [shell] }, {}],
    [true, 'a TCP port with TLS', { ...web, mainKind: 'tcp' }, { containerTlsPort: 8443 }],
    [true, 'a TCP port behind the relay', { ...web, ports: [shell] }, { containerPortMapping: 'proxy' }],
  ])('is %s for %s', (expected, _, options, more) => {
    expect(hasNames(options, { ...settings, ...more })).toBe(expected);
  });
});

describe('portNameOf', () => {
  const main = { name: 'main', kind: 'http' } as const;

  it.each<[object, Parameters<typeof portNameOf>[1], Partial<NameSettings>]>([
    [{ entry: `${token}.play-ctf.net:443`, url: `https://${token}.play-ctf.net/`, tls: true }, main, {}],
    [
      { entry: `${token}-admin.play-ctf.net:443`, url: `https://${token}-admin.play-ctf.net/`, tls: true },
      { name: 'admin', kind: 'http' },
      {},
    ],
    [
      { entry: `${token}.play.test:8080`, url: `http://${token}.play.test:8080/`, tls: false },
      main,
      { containerDomain: { protocol: 'http', host: 'play.test', port: 8080 } },
    ],
    [{ entry: `${token}-shell.play-ctf.net:8443`, url: null, tls: true }, shell, { containerTlsPort: 8443 }],
  ])('gives %o', (expected, port, more) => {
    expect(portNameOf(token, port, { ...settings, ...more })).toEqual(expected);
  });

  it('gives none without a token, a domain, or a listener for TLS', () => {
    expect(portNameOf(null, main, settings)).toBeNull();
    expect(portNameOf(token, main, { ...settings, containerDomain: null })).toBeNull();
    expect(portNameOf(token, shell, settings)).toBeNull();
  });
});

describe('readHostName', () => {
  it.each([
    [`${token}.play-ctf.net`, 'main'],
    [`${token.toUpperCase()}.Play-CTF.net.:443`, 'main'],
    [`${token}-shell.play-ctf.net:8443`, 'shell'],
    [`${token}-a-b.play-ctf.net`, 'a-b'],
  ])('of %s is the port %s', (host, portName) => {
    expect(readHostName(host, domain)).toEqual({ token, portName });
  });

  it.each([
    'play-ctf.net',
    `${token}.play-ctf.net.evil.example`,
    `${token}.evil-play-ctf.net`,
    `${token}.play-ctf.org`,
    `${token}:80.play-ctf.net`,
    `${token}x.play-ctf.net`,
    `a.${token}.play-ctf.net`,
    `${token}-.play-ctf.net`,
    `${token}--x.play-ctf.net`,
    `${token.slice(1)}.play-ctf.net`,
    '',
  ])('of %j is none', (host) => expect(readHostName(host, domain)).toBeNull());
});

describe('isUnderDomain', () => {
  it.each([
    ['play-ctf.net', true],
    ['PLAY-ctf.net.:80', true],
    ['anything.play-ctf.net', true],
    ['evil-play-ctf.net', false],
    ['ctf.example.org', false],
    ['', false],
  ])('of %j is %s', (host, expected) => expect(isUnderDomain(host, domain)).toBe(expected));
});
