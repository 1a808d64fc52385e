import { describe, expect, it } from 'vitest';
import {
  coversContainers,
  findDomainOverlap,
  findHostExposure,
  type HostSettings,
  hostWithPort,
  namedContainerHost,
} from './public-host.rules';

const settings = (
  publicUrl: string | null,
  containerPublicHost: string | null,
  more: Partial<HostSettings> = {},
): HostSettings => ({
  publicUrl,
  containerPublicHost,
  containerPortMapping: 'default',
  containerEngine: 'docker',
  ...more,
});

describe('namedContainerHost', () => {
  it.each([
    [null, null, null],
    ['https://ctf.example.org:8443', null, 'ctf.example.org'],
    ['https://ctf.example.org', 'play.example.net', 'play.example.net'],
    [null, 'play.example.net', 'play.example.net'],
    ['http://[::1]:8080', null, '::1'],
  ])('with PUBLIC_URL %s and CONTAINER_PUBLIC_HOST %s is %s', (publicUrl, containerPublicHost, expected) => {
    expect(namedContainerHost({ publicUrl, containerPublicHost })).toBe(expected);
  });
});

describe('findDomainOverlap', () => {
  it.each([
    ['https://ctf.example.org', 'ctf.example.org', 'same'],
    ['https://ctf.example.org', 'CTF.example.org.', 'same'],
    ['https://ctf.example.org', 'play.ctf.example.org', 'below'],
    ['https://ctf.example.org', 'example.org', 'above'],
    ['https://ctf.example.org', 'play.example.org', 'site'],
    ['https://example.org', 'play.example.org', 'below'],
    ['https://ctf.example.org', 'play-ctf.net', null],
    ['https://ctf.example.org', 'evil-ctf.example.org', 'site'],
    ['http://localhost:8080', 'play.test', null],
    ['http://localhost:8080', 'test', null],
    ['http://203.0.113.5', 'play.test', null],
    [null, 'play.test', null],
  ])('of %s and %s is %s', (publicUrl, domain, expected) => {
    expect(findDomainOverlap(publicUrl, domain)).toBe(expected);
  });
});

describe('findHostExposure', () => {
  it.each([
    [null, null, 'sameHost'],
    ['https://ctf.example.org', null, 'sameHost'],
    ['https://ctf.example.org', 'ctf.example.org', 'sameHost'],
    ['https://ctf.example.org', 'CTF.example.org.', 'sameHost'],
    ['http://[::1]:8080', '::1', 'sameHost'],
    ['http://203.0.113.5', '203.0.113.5', 'sameHost'],
    ['http://localhost:8080', 'localhost', 'sameHost'],
    ['https://ctf.example.org', 'play.example.org', 'sameSite'],
    ['https://example.org', 'play.example.org', 'sameSite'],
    ['https://ctf.example.org', 'example.org', 'sameSite'],
    ['https://ctf.example.org', 'a.b.example.org', 'sameSite'],
    ['https://ctf.example.org', '203.0.113.5.example.org', 'sameSite'],
    ['https://ctf.exam.ple', 'play.exa.mple', null],
    ['https://ctf.example.org', 'ctf.example.net', null],
    ['https://ctf.example.org', 'ctf-example.org', null],
    ['https://ctf.example.org', '203.0.113.5', null],
    ['http://198.51.0.113', '203.0.0.113', null],
    ['http://[2001:db8::1]', '2001:db8::2', null],
    ['http://localhost:8080', 'other', null],
    [null, 'play.example.org', null],
  ])('of %s and %s is %s', (publicUrl, containerPublicHost, expected) => {
    expect(findHostExposure(settings(publicUrl, containerPublicHost))).toBe(expected);
  });

  it('is none where servers relay, and where nothing runs', () => {
    expect(findHostExposure(settings(null, null, { containerPortMapping: 'proxy' }))).toBe(null);
    expect(findHostExposure(settings(null, null, { containerEngine: 'none' }))).toBe(null);
    expect(findHostExposure(settings(null, null, { containerEngine: 'auto' }))).toBe('sameHost');
  });
});

describe('coversContainers', () => {
  const site = 'https://ctf.example.org';
  const narrow = { maxAgeSeconds: 1, includeSubDomains: false };
  const wide = { maxAgeSeconds: 1, includeSubDomains: true };

  it.each([
    [narrow, site, null, true],
    [narrow, site, 'ctf.example.org', true],
    [narrow, site, 'Ctf.Example.org.', true],
    [narrow, site, 'play.ctf.example.org', false],
    [wide, site, 'ctf.example.org', true],
    [wide, site, 'play.ctf.example.org', true],
    [wide, site, 'playctf.example.org', false],
    [wide, site, 'play.example.org', false],
    [wide, site, 'example.org', false],
    [wide, site, '203.0.113.5', false],
    [wide, 'https://203.0.113.5', null, false],
    [wide, 'https://[2001:db8::1]', null, false],
    [wide, null, null, false],
    [{ ...wide, maxAgeSeconds: 0 }, site, null, false],
  ])('%j of %s over containers at %s is %s', (hsts, publicUrl, containerPublicHost, expected) => {
    expect(coversContainers(hsts, settings(publicUrl, containerPublicHost))).toBe(expected);
  });

  it('is of no account where players open no port', () => {
    expect(coversContainers(wide, settings(site, null, { containerPortMapping: 'proxy' }))).toBe(false);
    expect(coversContainers(wide, settings(site, null, { containerEngine: 'none' }))).toBe(false);
  });
});

describe('hostWithPort', () => {
  it.each([
    ['play.example.org', 'play.example.org:1'],
    ['203.0.113.5', '203.0.113.5:1'],
    ['::1', '[::1]:1'],
    ['[::1]', '[::1]:1'],
  ])('of %s is %s', (host, expected) => {
    expect(hostWithPort(host, 1)).toBe(expected);
  });
});
