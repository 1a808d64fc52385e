import { describe, expect, it } from 'vitest';
import { addressGroup } from './address.rules';

describe('addressGroup', () => {
  it.each([
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['a mapped IPv4 address', '::ffff:192.0.2.7', '192.0.2.7'],
    ['a mapped IPv4 address in capitals', '::FFFF:255.254.1.0', '255.254.1.0'],
    ['a mapped IPv4 address in hexadecimal', '::ffff:c0a8:0107', '192.168.1.7'],
    ['a mapped IPv4 address in full', '0:0:0:0:0:ffff:10.1.2.3', '10.1.2.3'],
    ['a mapped IPv4 address with its zeros on both sides', '0::ffff:10.1.2.3', '10.1.2.3'],
    ['a mapped IPv4 address with zeros in full before the gap', '0:0:0::ffff:10.1.2.3', '10.1.2.3'],
    ['a mapped IPv4 address with a zone', '::ffff:10.1.2.3%eth0', '10.1.2.3'],
  ])('keeps %s whole', (_what, ip, group) => expect(addressGroup(ip)).toBe(group));

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    // Neither is mapped: the sixth group is not ffff, and a group before it is not 0.
    ['::fffe:192.0.2.7', '0:0:0:0::/64'],
    ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
    ['0:0:0:0:1:ffff:192.0.2.7', '0:0:0:0::/64'],
  ])('counts %s by its /64', (ip, group) => expect(addressGroup(ip)).toBe(group));

  it('distinguishes two networks of one provider', () => {
    expect(addressGroup('2001:db8:0:1::1')).not.toBe(addressGroup('2001:db8:0:2::1'));
  });

  it.each(['', 'unix:', '1.2.3', '12345::', '1.2.3.4.5'])('gives back %j, which is no address', (text) =>
    expect(addressGroup(text)).toBe(text),
  );
});
