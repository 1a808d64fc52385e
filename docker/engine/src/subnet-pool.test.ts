import { describe, expect, it } from 'vitest';
import { createSubnetPool } from './subnet-pool';

const addresses = (subnet: string) => {
  const [address = '', prefix] = subnet.split('/');
  const start = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  return { start, end: start + 2 ** (32 - Number(prefix)) };
};

describe('a pool of subnets', () => {
  const pool = () => createSubnetPool('10.213.0.0/16', { avoidOwnInterfaces: false });

  it('has room for four thousand instances in each half, and then says that it is full', () => {
    const { take } = pool();
    const subnets = Array.from({ length: 4096 }, () => take('open'));
    expect(new Set(subnets).size).toBe(4096);
    expect(() => take('open')).toThrow(expect.objectContaining({ code: 'noCapacity' }));
    expect(take('isolated')).toMatch(/^10\.213\.(12[89]|1[3-9]\d|2\d\d)\.\d+\/29$/);
  });

  it('never hands out overlapping subnets, whatever their sizes', () => {
    const { take } = pool();
    const blocks = Array.from({ length: 1000 }, (_, at) => addresses(take('open', 1 + (at % 12))));
    blocks.sort((one, other) => one.start - other.start);
    const overlaps = blocks.filter(({ start }, at) => start < (blocks[at - 1]?.end ?? 0));
    expect(overlaps).toEqual([]);
  });

  it.each([
    [1, 29],
    [5, 29],
    [6, 28],
    [13, 28],
  ])('gives %i containers a /%i', (containers, prefix) => {
    expect(pool().take('open', containers)).toMatch(new RegExp(`/${prefix}$`));
  });

  it('leaves out what other networks use, and takes back what is released', () => {
    const small = createSubnetPool('10.9.0.0/26', { avoidOwnInterfaces: false });
    small.setForeign(['10.9.0.0/28', 'fd00::/64']);
    const taken = [small.take('open'), small.take('open')];
    expect(taken.sort()).toEqual(['10.9.0.16/29', '10.9.0.24/29']);
    expect(() => small.take('open')).toThrow(expect.objectContaining({ code: 'noCapacity' }));
    small.release('10.9.0.16/29');
    expect(small.take('open')).toBe('10.9.0.16/29');
  });

  it.each(['10.0.0.0/27', '10.0.0.0/7', '10.0.0/16', 'fd00::/16'])('refuses the range %s', (range) => {
    expect(() => createSubnetPool(range, { avoidOwnInterfaces: false })).toThrow('network pool');
  });
});
