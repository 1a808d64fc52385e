import { describe, expect, it } from 'vitest';
import { nameOfTarget } from './target-name';

const entry = { targetName: null, before: null, after: null };

describe('the name of what was changed', () => {
  it('is the one that it has today', () => {
    const changed = { targetName: 'Newest', before: { title: 'Old' }, after: { title: 'New' } };
    expect(nameOfTarget(changed)).toBe('Newest');
  });

  it('is the one in the entry where the thing is gone', () => {
    expect(nameOfTarget({ ...entry, before: { title: 'Tide tables' } })).toBe('Tide tables');
    expect(nameOfTarget({ ...entry, after: { name: 'Students' } })).toBe('Students');
  });

  it('is the beginning of a notice', () => {
    const content = `**The bar** ${'closes at two. '.repeat(5)}\nSecond line`;
    expect(nameOfTarget({ ...entry, after: { content } })).toMatch(/^The bar closes.{30,50}…$/);
  });

  it('is unknown where nothing says it', () => {
    expect(nameOfTarget({ ...entry, after: { isEnabled: true } })).toBeUndefined();
  });
});
