import { describe, expect, it } from 'vitest';
import { isPublicAddress, mayBePublicUrl } from './public-address.rules';

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'admits %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
  ])('refuses %j', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the edges of a network', () => {
  it.each([
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
    ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['2001::', '2001:1ff:ffff::1', '2000:ffff::1', '2001:200::1'],
    ['2001:db8::', '2001:db8:ffff::1', '2001:db7:ffff::1', '2001:db9::1'],
    ['3fff::', '3fff:fff:ffff::1', '3ffe:ffff::1', '3fff:1000::1'],
  ])('%s to %s are within it, %s and %s are not', (first, last, before, after) => {
    expect([first, last, before, after].map(isPublicAddress)).toEqual([false, false, true, true]);
  });

  it.each(['1fff::1', '4000::1', '5f00::1'])('of the global unicast addresses leave out %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('mayBePublicUrl', () => {
  it.each([
    'https://discord.com/api/webhooks/1/x',
    'https://discord.com./',
    'https://www.internal.example.com/',
    'https://hooks.localhost.example.com/',
    'https://home.example.org/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('admits %s', (address) => expect(mayBePublicUrl(new URL(address))).toBe(true));

  it.each([
    'http://discord.com/',
    'https://localhost/',
    'https://127.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'https://redis/',
    'https://db.internal/',
    'https://printer.local./',
    'https://localhost./',
    'https://LOCALHOST%2E/',
    'https://localhost../',
    'https://redis./',
    'https://.localhost/',
    'https://discord..com/',
    'https://127.0.0.1./',
    'https://app.localhost./',
    'https://localhost.localdomain/',
    'https://nas.lan/',
    'https://wiki.corp./',
    'https://home.arpa/',
    'https://.discord.com/',
  ])('refuses %s', (address) => expect(mayBePublicUrl(new URL(address))).toBe(false));
});
