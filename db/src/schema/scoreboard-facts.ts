// Written by hand rather than by the query builder: a large game has tens of thousands of solves, and mapping each of
// them through the builder costs more than reading it.

import type postgres from 'postgres';
import type { ChallengeCategory } from '../enums/challenge';
import type { StoredParticipationStatus } from '../enums/participation';

export interface StoredScoreboardFacts {
  /** `freeze`: from then on the public sees no solve; null is never. */
  game: { id: number; start: number; end: number; freeze: number | null; bloodBonus: number };
  divisions: {
    id: number;
    name: string;
    defaultPermissions: number;
    challengeConfigs: { challengeId: number; permissions: number }[];
  }[];
  participations: {
    id: number;
    teamId: number;
    teamName: string;
    bio: string | null;
    avatarHash: string | null;
    divisionId: number | null;
    status: StoredParticipationStatus;
  }[];
  challenges: {
    id: number;
    title: string;
    category: ChallengeCategory;
    enabled: boolean;
    deadline: number | null;
    disableBloodBonus: boolean;
    originalScore: number;
    minScoreRate: number;
    difficulty: number;
  }[];
  solves: { participationId: number; challengeId: number; submissionId: number; userName: string; time: number }[];
  /** The database's clock, the one that all processes share. */
  databaseTime: number;
}

type SolveValues = [number, number, number, string, number];

/**
 * All that a game's board is made of, as of one instant: accepted teams, enabled challenges, divisions, solves. Times are
 * Unix milliseconds. Null when there is no such game.
 */
export function loadScoreboardFacts(sql: postgres.Sql, gameId: number): Promise<StoredScoreboardFacts | null> {
  // One snapshot for all statements: a solve without its team or challenge would be a board that never was.
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const [games, divisions, masks, participations, challenges, solves] = await Promise.all([
      tx<(StoredScoreboardFacts['game'] & { databaseTime: number })[]>`
        select id, (extract(epoch from start_at) * 1000)::float8 as start, (extract(epoch from end_at) * 1000)::float8 as end,
          (extract(epoch from freeze_at) * 1000)::float8 as freeze,
          blood_bonus::float8 as "bloodBonus", floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseTime"
        from games where id = ${gameId}`,
      tx<Omit<StoredScoreboardFacts['divisions'][number], 'challengeConfigs'>[]>`
        select id, name, default_permissions as "defaultPermissions"
        from divisions where game_id = ${gameId} order by id`,
      tx<{ divisionId: number; challengeId: number; permissions: number }[]>`
        select division_id as "divisionId", challenge_id as "challengeId", permissions
        from division_challenges where game_id = ${gameId} order by challenge_id`,
      tx<StoredScoreboardFacts['participations']>`
        select p.id, p.team_id as "teamId", t.name as "teamName", t.bio, t.avatar_hash as "avatarHash",
          p.division_id as "divisionId", p.status
        from participations p join teams t on t.id = p.team_id
        where p.game_id = ${gameId} and p.status = 'Accepted' order by p.id`,
      tx<StoredScoreboardFacts['challenges']>`
        select id, title, category, is_enabled as enabled, (extract(epoch from deadline_at) * 1000)::float8 as deadline,
          disable_blood_bonus as "disableBloodBonus", original_score as "originalScore",
          min_score_rate as "minScoreRate", difficulty
        from challenges where game_id = ${gameId} and is_enabled order by id`,
      tx`
        select s.participation_id, s.challenge_id, s.submission_id, coalesce(a.user_name, ''),
          (extract(epoch from s.solved_at) * 1000)::float8
        from solves s left join accounts a on a.id = s.account_id
        where s.game_id = ${gameId} order by s.submission_id`.values() as Promise<unknown> as Promise<SolveValues[]>,
    ]);
    const [found] = games;
    if (!found) return null;
    const { databaseTime, ...game } = found;
    return {
      game,
      divisions: divisions.map((one) => ({
        ...one,
        challengeConfigs: masks
          .filter(({ divisionId }) => divisionId === one.id)
          .map(({ divisionId, ...mask }) => mask),
      })),
      participations: [...participations],
      challenges: [...challenges],
      solves: solves.map(([participationId, challengeId, submissionId, userName, time]) => ({
        participationId,
        challengeId,
        submissionId,
        userName,
        time,
      })),
      databaseTime,
    };
  });
}
