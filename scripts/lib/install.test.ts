import { describe, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    db: { version: '0.1.0' },
    'node_modules/@vexil/db': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@img/sharp-darwin-arm64': { version: '0.35.5', optional: true },
  },
};

describe('isInstalled', () => {
  it('holds when every package has the version of the lockfile', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/zod': { version: '4.6.7' } } })).toBe(true);
  });

  it('does not miss packages of another platform', () => {
    const { '': _top, ...packages } = wanted.packages;
    expect(isInstalled(wanted, { packages })).toBe(true);
  });

  it.each([
    ['nothing was installed to its end', null],
    ['a package is missing', { packages: {} }],
    ['a package has another version', { packages: { 'node_modules/zod': { version: '4.6.6' } } }],
  ])('does not hold when %s', (_case, installed) => {
    expect(isInstalled(wanted, installed)).toBe(false);
  });
});
