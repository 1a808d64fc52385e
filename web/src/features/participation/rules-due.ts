import type { DetailedGame } from '@vexil/contract/game';

type RuledGame = Pick<DetailedGame, 'status' | 'rulesHash' | 'acceptedRules' | 'divisions' | 'division'>;

export const takesPart = ({ status }: Pick<DetailedGame, 'status'>): boolean =>
  status === 'Accepted' || status === 'Pending';

/** Whose rules a participant still has to accept: of the game first, then of the own division. */
export function rulesDue(game: RuledGame) {
  const { rulesHash, acceptedRules, divisions, division } = game;
  if (!takesPart(game)) return null;
  const isDue = (hash: string | null | undefined) => hash != null && !acceptedRules.includes(hash);
  if (isDue(rulesHash)) return 'game';
  return isDue(divisions.find(({ id }) => id === division)?.ruleHash) ? 'division' : null;
}
