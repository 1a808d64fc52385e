import { avatarUrl } from './asset.rules';
import type { Scoreboard } from './scoreboard.board.rules';
import { computeScoreboard, type ParticipationFacts, type ScoreboardFacts } from './scoreboard.rules';

/** Pictures as hashes. */
export type StoredFacts = Omit<ScoreboardFacts, 'participations'> & {
  participations: readonly (Omit<ParticipationFacts, 'avatar'> & { avatarHash: string | null })[];
};

export function scoreboardAt(stored: StoredFacts, asOf: number): Scoreboard {
  const participations = stored.participations.map(({ avatarHash, ...one }) => ({
    ...one,
    avatar: avatarUrl(avatarHash),
  }));
  return computeScoreboard({ ...stored, participations }, asOf);
}
