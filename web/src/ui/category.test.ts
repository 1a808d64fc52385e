import { describe, expect, it } from 'vitest';
import { byCategory, type Categorised, categoryKey } from './category';

const look = (name: string) => ({ name, icon: 'AI', colour: 'Web' }) as const;
const listed = (id: number, category: Categorised['category'], own?: string) => ({
  id,
  category,
  ...(own === undefined ? {} : { customCategory: look(own) }),
});

describe('challenges by category', () => {
  it('have own categories behind their nearest, by name, and keep their order', () => {
    const groups = byCategory({
      Web: [listed(1, 'Web', 'cloud'), listed(2, 'Web'), listed(3, 'Web', 'API'), listed(4, 'Web', 'cloud')],
      Misc: [listed(5, 'Misc', 'Zen'), listed(6, 'Misc')],
    });
    expect(groups.map((group) => [categoryKey(group), group.challenges.map(({ id }) => id)])).toEqual([
      ['Misc', [6]],
      ['Zen', [5]],
      ['Web', [2]],
      ['API', [3]],
      ['cloud', [1, 4]],
    ]);
    expect(groups[4]).toMatchObject({ category: 'Web', customCategory: look('cloud') });
  });
});
