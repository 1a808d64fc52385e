import type { GameDetails } from '@vexil/contract/challenge';
import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';
import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';

export const challengeSorts = ['title', 'value', 'solves', 'newest'] as const;
export type ChallengeSort = (typeof challengeSorts)[number];

/** Search parameters of the challenges page; invalid values are ignored. `division` is the one that staff read as. */
export const readChallengesSearch = searchOf({
  challenge: int(1),
  q: text(),
  category: oneOf(challengeCategories),
  unsolved: flag,
  sort: oneOf(challengeSorts),
  division: int(1),
});
export type ChallengesSearch = ReturnType<typeof readChallengesSearch>;

export type ChallengeGroup = { category: ChallengeCategory; challenges: ScoreboardChallenge[] };

const orders: Record<ChallengeSort, (a: ScoreboardChallenge, b: ScoreboardChallenge) => number> = {
  title: () => 0,
  value: (a, b) => b.score - a.score,
  solves: (a, b) => b.solved - a.solved,
  // Ids increase with creation time.
  newest: (a, b) => b.id - a.id,
};

export const challengeGroups = ({ challenges }: Pick<GameDetails, 'challenges'>): ChallengeGroup[] =>
  challengeCategories.flatMap((category) => {
    const list = challenges[category] ?? [];
    return list.length > 0 ? [{ category, challenges: list }] : [];
  });

/** Filtered groups in the selected order. The server sorts by title. */
export function filterChallenges(
  groups: readonly ChallengeGroup[],
  { q = '', category, unsolved = false, sort = 'title' }: ChallengesSearch,
  solved: ReadonlySet<number>,
): ChallengeGroup[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, title }: ScoreboardChallenge) =>
    (!unsolved || !solved.has(id)) && words.every((word) => title.toLowerCase().includes(word));
  return groups
    .filter((group) => category === undefined || group.category === category)
    .map((group) => ({ ...group, challenges: group.challenges.filter(fits).sort(orders[sort]) }))
    .filter((group) => group.challenges.length > 0);
}
