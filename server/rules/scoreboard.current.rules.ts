import { avatarUrl } from './asset.rules';
import type { Scoreboard } from './scoreboard.board.rules';
import { computeScoreboard, type ParticipationFacts, type ScoreboardFacts } from './scoreboard.rules';

/** Facts as they are stored: pictures are hashes still. */
export type StoredFacts = Omit<ScoreboardFacts, 'participations'> & {
  participations: readonly (Omit<ParticipationFacts, 'avatar'> & { avatarHash: string | null })[];
};

/**
 * The board of now, whatever the clocks of other processes said: it is later than the board published before it
 * (`publishedAt`, null when there was none) and not earlier than any of its solves.
 */
export function currentScoreboard(stored: StoredFacts, now: number, publishedAt: number | null): Scoreboard {
  const lastSolve = stored.solves.reduce((last, { time }) => Math.max(last, time), now);
  return scoreboardAt(stored, Math.max(lastSolve, publishedAt === null ? 0 : publishedAt + 1));
}

/** The board as it stood at `asOf`, from stored facts. */
export function scoreboardAt(stored: StoredFacts, asOf: number): Scoreboard {
  const participations = stored.participations.map(({ avatarHash, ...one }) => ({
    ...one,
    avatar: avatarUrl(avatarHash),
  }));
  return computeScoreboard({ ...stored, participations }, asOf);
}
