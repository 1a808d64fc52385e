import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { gameOfTemplate, gameTemplates, templateNames } from './game-template.rules';
import { hasPermission } from './permission.rules';
import { defaultBloodBonus } from './score.rules';

const hour = 3_600_000;
const [start, end] = [1_000_000, 1_000_000 + 100 * hour];
const made = (name: (typeof templateNames)[number]) => {
  return gameOfTemplate(gameTemplates[name], {
    ...{ title: 'Spring', start, end },
    divisionNames: { students: 'Students', open: 'Everyone' },
    makeCode: () => 'sesame',
  });
};

describe('the templates of a game', () => {
  it('are of these lengths, in hours, and sizes', () => {
    const shown = templateNames.map((name) => {
      const { lengthMs, teamMemberCountLimit } = gameTemplates[name];
      return [name, lengthMs / hour, teamMemberCountLimit];
    });
    expect(shown).toEqual([
      ['weekend', 48, 5],
      ['oneDay', 8, 4],
      ['training', 672, 1],
      ['students', 24, 4],
      ['internal', 24, 4],
    ]);
  });

  it.each([
    ['weekend', { freezeTime: end - hour, writeupRequired: true, writeupDeadline: end + 24 * hour }],
    ['oneDay', { freezeTime: null, writeupRequired: false, writeupDeadline: end }],
    ['training', { inviteCode: 'sesame', bloodBonus: 0, freezeTime: null, divisions: [] }],
    ['students', { freezeTime: end - hour, inviteCode: null }],
    ['internal', { acceptWithoutReview: false, practiceMode: false, divisions: [] }],
  ] as const)('make the game %s', (name, expected) => {
    expect(made(name)).toMatchObject({
      ...{ title: 'Spring', start, end, hidden: true, practiceMode: true, acceptWithoutReview: true },
      ...{ bloodBonus: defaultBloodBonus, teamMemberCountLimit: gameTemplates[name].teamMemberCountLimit },
      ...expected,
    });
    if (name !== 'training') expect(made(name).inviteCode).toBeNull();
  });

  it('give divisions their names, codes and rights', () => {
    expect(made('students').divisions).toMatchObject([
      { name: 'Students', inviteCode: 'sesame' },
      { name: 'Everyone', inviteCode: null },
    ]);
    for (const { defaultPermissions } of made('students').divisions ?? []) {
      expect(hasPermission(defaultPermissions ?? 0, 'RequireReview')).toBe(false);
      expect(hasPermission(defaultPermissions ?? 0, 'JoinGame')).toBe(true);
    }
    const reviewed = { ...gameTemplates.students, acceptWithoutReview: false };
    const words = { divisionNames: { students: 'a', open: 'b' }, makeCode: () => '' };
    const { divisions } = gameOfTemplate(reviewed, { title: '', start, end, ...words });
    expect(divisions?.map(({ defaultPermissions }) => defaultPermissions)).toEqual([allPermissions, allPermissions]);
  });
});
