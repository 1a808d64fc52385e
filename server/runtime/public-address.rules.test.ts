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

describe('mayBePublicUrl', () => {
  it.each([
    'https://discord.com/api/webhooks/1/x',
    'https://discord.com./',
    'https://localhost.example.org/',
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
  ])('refuses %s', (address) => expect(mayBePublicUrl(new URL(address))).toBe(false));
});
