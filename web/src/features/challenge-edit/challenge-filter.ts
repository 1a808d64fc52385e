import type { ChallengeInfo } from '@vexil/contract/challenge';
import { categoryKey } from '../../ui/category';
import type { ChallengeState, ChallengesSearch } from './challenges-search';

function isIn({ isEnabled, releaseUtc }: ChallengeInfo, state: ChallengeState, isOdd: boolean): boolean {
  if (state === 'odd') return isOdd;
  if (state === 'planned') return releaseUtc !== null;
  return (state === 'enabled') === isEnabled;
}

export function fits(challenge: ChallengeInfo, search: ChallengesSearch, isOdd = false): boolean {
  const { title, id, type } = challenge;
  if (search.category && categoryKey(challenge) !== search.category) return false;
  if (search.type && type !== search.type) return false;
  if (search.state && !isIn(challenge, search.state, isOdd)) return false;
  const text = `${title} #${id}`.toLowerCase();
  const words = (search.q ?? '').toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
