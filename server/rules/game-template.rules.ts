import type { GameCreateBody } from '@vexil/contract/game';
import { allPermissions } from '@vexil/db/enums/division';
import type { z } from 'zod';
import { withoutPermissions } from './permission.rules';
import { defaultBloodBonus } from './score.rules';

const hour = 3_600_000;
const day = 24 * hour;

export const templateNames = ['weekend', 'oneDay', 'training', 'students', 'internal'] as const;
export type TemplateName = (typeof templateNames)[number];
export type TemplateDivision = 'students' | 'open';

export type GameTemplate = {
  lengthMs: number;
  teamMemberCountLimit: number;
  acceptWithoutReview: boolean;
  /** Of the game; divisions have their own. */
  hasInviteCode: boolean;
  /** Null never freezes. */
  freezeBeforeEndMs: number | null;
  /** Null asks for no writeup. */
  writeupAfterEndMs: number | null;
  practiceMode: boolean;
  bloodBonus: number;
  divisions: readonly { name: TemplateDivision; hasInviteCode: boolean }[];
};

const standard = {
  acceptWithoutReview: true,
  hasInviteCode: false,
  freezeBeforeEndMs: null,
  writeupAfterEndMs: null,
  practiceMode: true,
  bloodBonus: defaultBloodBonus,
  divisions: [],
};

export const gameTemplates: Record<TemplateName, GameTemplate> = {
  weekend: {
    ...standard,
    lengthMs: 48 * hour,
    teamMemberCountLimit: 5,
    freezeBeforeEndMs: hour,
    writeupAfterEndMs: day,
  },
  oneDay: { ...standard, lengthMs: 8 * hour, teamMemberCountLimit: 4 },
  training: { ...standard, lengthMs: 28 * day, teamMemberCountLimit: 1, hasInviteCode: true, bloodBonus: 0 },
  students: {
    ...standard,
    lengthMs: 24 * hour,
    teamMemberCountLimit: 4,
    freezeBeforeEndMs: hour,
    divisions: [
      { name: 'students', hasInviteCode: true },
      { name: 'open', hasInviteCode: false },
    ],
  },
  internal: {
    ...standard,
    lengthMs: 24 * hour,
    teamMemberCountLimit: 4,
    acceptWithoutReview: false,
    practiceMode: false,
  },
};

type Chosen = {
  title: string;
  start: number;
  end: number;
  divisionNames: Record<TemplateDivision, string>;
  makeCode: () => string;
};

/** The body that makes a game of a template, hidden: it has no rules and no challenges yet. */
export function gameOfTemplate(
  template: GameTemplate,
  { title, start, end, divisionNames, makeCode }: Chosen,
): z.input<typeof GameCreateBody> {
  const { freezeBeforeEndMs, writeupAfterEndMs } = template;
  const codeIf = (hasInviteCode: boolean) => (hasInviteCode ? makeCode() : null);
  // A division's setting of the review takes the place of the game's.
  const defaultPermissions = template.acceptWithoutReview
    ? withoutPermissions(allPermissions, ['RequireReview'])
    : allPermissions;
  return {
    title,
    start,
    end,
    hidden: true,
    acceptWithoutReview: template.acceptWithoutReview,
    inviteCode: codeIf(template.hasInviteCode),
    teamMemberCountLimit: template.teamMemberCountLimit,
    practiceMode: template.practiceMode,
    bloodBonus: template.bloodBonus,
    freezeTime: freezeBeforeEndMs === null ? null : end - freezeBeforeEndMs,
    writeupRequired: writeupAfterEndMs !== null,
    writeupDeadline: end + (writeupAfterEndMs ?? 0),
    divisions: template.divisions.map(({ name, hasInviteCode }) => ({
      name: divisionNames[name],
      inviteCode: codeIf(hasInviteCode),
      defaultPermissions,
    })),
  };
}
