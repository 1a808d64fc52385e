import { describe, expect, it } from 'vitest';
import { isValidBuild } from './banner';

const build = { tag: 'v1.2.3', commit: 'a'.repeat(40), time: '2026-11-20T08:00:00Z' };

describe('isValidBuild', () => {
  it.each([
    [build, true],
    [{ ...build, tag: 'develop' }, true],
    [{ ...build, tag: 'v1.2' }, false],
    [{ ...build, commit: 'abc' }, false],
    [{ ...build, time: '2026-11-20' }, false],
  ])('takes %j for %s', (given, expected) => {
    expect(isValidBuild(given)).toBe(expected);
  });
});
