import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { ChallengeCategory, ChallengeType } from '@vexil/db/enums/challenge';

export const challengeStates = ['enabled', 'disabled'] as const;

export type ChallengesSearch = {
  q?: string;
  category?: ChallengeCategory;
  type?: ChallengeType;
  state?: (typeof challengeStates)[number];
};

export function fits({ title, id, category, type, isEnabled }: ChallengeInfo, search: ChallengesSearch): boolean {
  if (search.category && category !== search.category) return false;
  if (search.type && type !== search.type) return false;
  if (search.state && (search.state === 'enabled') !== isEnabled) return false;
  const text = `${title} #${id}`.toLowerCase();
  const words = (search.q ?? '').toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
