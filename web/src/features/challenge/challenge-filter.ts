import type { GameDetails, ListedChallenge } from '@vexil/contract/challenge';
import { compareTags, difficultyRank } from '@vexil/rules/tag.rules';
import { byCategory, type Categorised, categoryKey } from '../../ui/category';
import type { ChallengeSort, ChallengesSearch } from './challenge-search';

export type ChallengeGroup = Categorised & { challenges: ListedChallenge[] };

/** Of all challenges: difficulties by their rank, then the others by name. */
export const tagsOf = (groups: readonly ChallengeGroup[]): string[] =>
  [...new Set(groups.flatMap(({ challenges }) => challenges.flatMap(({ tags = [] }) => tags)))].sort(compareTags);

const orders: Record<ChallengeSort, (a: ListedChallenge, b: ListedChallenge) => number> = {
  title: () => 0,
  value: (a, b) => b.score - a.score,
  solves: (a, b) => b.solved - a.solved,
  // Ids increase with creation time.
  newest: (a, b) => b.id - a.id,
  difficulty: (a, b) => difficultyRank(a.tags) - difficultyRank(b.tags),
};

export const challengeGroups = ({ challenges }: Pick<GameDetails, 'challenges'>): ChallengeGroup[] =>
  byCategory(challenges);

/** Filtered groups in the selected order. The server sorts by title. */
export function filterChallenges(
  groups: readonly ChallengeGroup[],
  { q = '', category, tag, unsolved = false, sort = 'title' }: ChallengesSearch,
  solved: ReadonlySet<number>,
): ChallengeGroup[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, title, tags = [] }: ListedChallenge) =>
    (!unsolved || !solved.has(id)) &&
    (tag === undefined || tags.includes(tag)) &&
    words.every((word) => title.toLowerCase().includes(word));
  return groups
    .filter((group) => category === undefined || categoryKey(group) === category)
    .map((group) => ({ ...group, challenges: group.challenges.filter(fits).sort(orders[sort]) }))
    .filter((group) => group.challenges.length > 0);
}
