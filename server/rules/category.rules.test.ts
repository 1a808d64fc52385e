import type { CustomCategory } from '@vexil/db/enums/challenge';
import { describe, expect, it } from 'vitest';
import { findCategory, mergeCategories, namedCategories, numberCategories } from './category.rules';

const cloud: CustomCategory = { id: 3, name: 'Cloud', category: 'Web', icon: 'Hardware', colour: 'AI' };
const radio: CustomCategory = { id: 5, name: 'Radio', category: 'Hardware', icon: 'Hardware', colour: 'Hardware' };

describe('findCategory', () => {
  it.each([
    ['cloud', cloud],
    ['CLOUD', cloud],
    ['Radio', radio],
    ['Clouds', undefined],
    ['', undefined],
  ])('finds %j by folding', (name, found) => expect(findCategory([cloud, radio], name)).toBe(found));
});

describe('numberCategories', () => {
  it('keeps sent ids, finds those of a name, and gives others the next', () => {
    const sent = [
      { name: 'New', category: 'Pwn' as const },
      { id: 3, name: 'Sky', category: 'Misc' as const, icon: 'AI' as const },
      { name: 'RADIO', category: 'Web' as const, colour: 'PPC' as const },
      { name: 'Newer', category: 'Misc' as const },
    ];
    expect(numberCategories([cloud, radio], sent)).toEqual([
      { id: 6, name: 'New', category: 'Pwn', icon: 'Pwn', colour: 'Pwn' },
      { id: 3, name: 'Sky', category: 'Misc', icon: 'AI', colour: 'Misc' },
      { id: 5, name: 'RADIO', category: 'Web', icon: 'Web', colour: 'PPC' },
      { id: 7, name: 'Newer', category: 'Misc', icon: 'Misc', colour: 'Misc' },
    ]);
  });

  it('makes a new one of a name that its owner gives up in the same list', () => {
    const sent = [
      { name: 'Cloud', category: 'Web' as const },
      { ...cloud, name: 'Sky' },
    ];
    expect(numberCategories([cloud], sent).map(({ id, name }) => [id, name])).toEqual([
      [4, 'Cloud'],
      [3, 'Sky'],
    ]);
  });

  it('begins with 1', () => {
    expect(numberCategories([], [{ name: 'A', category: 'Misc' }]).map(({ id }) => id)).toEqual([1]);
    expect(numberCategories([cloud], [])).toEqual([]);
  });
});

describe('mergeCategories', () => {
  it('keeps what is there, changes what the folder has, and adds what challenges name', () => {
    const sent = [
      { name: 'cloud', category: 'Misc' as const },
      { name: 'Stego', category: 'Forensics' as const, icon: 'OSINT' as const },
    ];
    const named = [
      { name: 'RADIO', category: 'Web' as const },
      { name: 'Kernel', category: 'Pwn' as const },
      { name: 'kernel', category: 'Web' as const },
    ];
    expect(mergeCategories([cloud, radio], sent, named)).toEqual([
      { id: 3, name: 'cloud', category: 'Misc', icon: 'Misc', colour: 'Misc' },
      radio,
      { name: 'Stego', category: 'Forensics', icon: 'OSINT', colour: 'Forensics' },
      { name: 'Kernel', category: 'Pwn' },
    ]);
  });

  it('is equal to what is there where nothing is new', () => {
    expect(mergeCategories([cloud], [{ ...cloud, id: undefined }], [{ name: 'Cloud', category: 'Pwn' }])).toEqual([
      cloud,
    ]);
  });
});

it('takes names from challenges that have one', () => {
  expect(
    namedCategories([
      { category: 'Web', vexil: { customCategory: 'Cloud' } },
      { category: 'Web', vexil: {} },
      { category: 'Pwn' },
    ]),
  ).toEqual([{ name: 'Cloud', category: 'Web' }]);
});
