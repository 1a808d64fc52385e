import { describe, expect, it } from 'vitest';
import { acceptsGzip, chooseEncoding } from './encoding';

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP, BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=1.0, gzip;q=0.000', 'br'],
    ['identity', 'identity'],
    ['*', 'gzip'],
    ['deflate', 'identity'],
  ])('takes %j as %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

describe('acceptsGzip', () => {
  it.each([
    ['gzip', true],
    ['br, GZIP ; q=0.5', true],
    ['br;q=1.0, *;q=0.1', true],
    ['*;q=0, gzip', true],
    ['gzip;q=0, *', false],
    ['gzip;q=0.000', false],
    ['br, deflate', false],
    ['x-gzip', false],
    ['', false],
    [undefined, false],
  ])('%j: %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected));
});
