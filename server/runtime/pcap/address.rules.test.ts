import { describe, expect, it } from 'vitest';
import { addressBytes, addressPair } from './address.rules';

describe('addresses in packets', () => {
  it.each([
    ['203.0.113.7', [203, 0, 113, 7]],
    ['::ffff:203.0.113.7', [203, 0, 113, 7]],
    ['2001:db8::7', [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]],
    ['fe80::1%eth0', [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['::', new Array(16).fill(0)],
    ['container', [0, 0, 0, 0]],
    ['', [0, 0, 0, 0]],
  ])('%s is written in network order', (text, bytes) => {
    expect([...addressBytes(text)]).toEqual(bytes);
  });

  it('have one version in a packet', () => {
    expect(addressPair('203.0.113.7', '172.17.0.2').version).toBe(4);
    expect(addressPair('2001:db8::7', 'fd00::2').version).toBe(6);
    const mixed = addressPair('203.0.113.7', 'fd00::2');
    expect(mixed.version).toBe(6);
    expect([...mixed.client]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 203, 0, 113, 7]);
    expect(mixed.container).toHaveLength(16);
  });
});
