import { challengeCategories } from '@vexil/db/enums/challenge';
import { submissionTypes } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { defineJob } from './job';
import { Binary, defineRoute } from './route';
import { AssetUrl, GameParams, Id, Time } from './wire';

export const Blood = z.object({
  id: Id,
  name: z.string(),
  avatar: AssetUrl.nullable(),
  submitTimeUtc: Time.nullable(),
});

export const ScoreboardChallenge = z.object({
  id: Id,
  title: z.string(),
  category: z.enum(challengeCategories),
  score: z.int(),
  solved: z.int(),
  deadline: Time.nullable(),
  bloods: z.array(Blood),
  disableBloodBonus: z.boolean(),
});
export type ScoreboardChallenge = z.infer<typeof ScoreboardChallenge>;

export const ScoreboardSolve = z.object({
  id: Id,
  score: z.int(),
  type: z.enum(submissionTypes),
  userName: z.string().nullable(),
  time: Time,
});

export const ScoreboardItem = z.object({
  id: Id,
  name: z.string(),
  bio: z.string().nullable(),
  divisionId: Id.nullable(),
  avatar: AssetUrl.nullable(),
  score: z.int(),
  rank: z.int(),
  divisionRank: z.int().nullable(),
  lastSubmissionTime: Time,
  solvedChallenges: z.array(ScoreboardSolve),
  solvedCount: z.int(),
});
export type ScoreboardItem = z.infer<typeof ScoreboardItem>;

/** The whole board, as the wire format knows it. */
export const Scoreboard = z.object({
  updateTimeUtc: Time,
  bloodBonus: z.int(),
  timelines: z.array(
    z.object({
      divisionId: z.int(),
      teams: z.array(z.object({ id: Id, name: z.string(), items: z.array(z.object({ time: Time, score: z.int() })) })),
    }),
  ),
  items: z.array(ScoreboardItem),
  divisions: z.array(
    z.object({
      id: Id,
      name: z.string(),
      defaultPermissions: z.int(),
      challengeConfigs: z.record(z.string(), z.object({ challengeId: Id, permissions: z.int() })),
    }),
  ),
  challenges: z.partialRecord(z.enum(challengeCategories), z.array(ScoreboardChallenge)),
  challengeCount: z.int(),
  /** Beyond the reference: counts up with every published board; a delta names the version it leads to. */
  version: z.int(),
});
export type Scoreboard = z.infer<typeof Scoreboard>;

export const scoreboardRoutes = {
  get: defineRoute({
    method: 'GET',
    path: '/api/game/:id/scoreboard',
    access: 'Anonymous',
    summary: 'The ranking, all challenges and all solves',
    params: GameParams,
    reply: Scoreboard,
    errors: ['game.notFound', 'game.notStarted'],
  }),
  sheet: defineRoute({
    method: 'GET',
    path: '/api/game/:id/scoreboardsheet',
    access: 'observer',
    summary: 'The ranking as a spreadsheet (.xlsx), with how to reach the members of each team',
    params: GameParams,
    reply: Binary,
    errors: ['game.notFound', 'game.notStarted', 'scoreboard.noTeams'],
  }),
};

/** `delta` is the value of scoreboard.delta.rules; it leads from `version - 1` to `version`. */
export const ScoreboardChanged = z.object({ gameId: Id, version: z.int(), delta: z.unknown() });

export const scoreboardJobs = {
  /** Brings the published board up to the stored facts. */
  advance: defineJob({
    queue: 'scoreboard',
    name: 'advance-scoreboard',
    payload: z.object({ gameId: Id }),
    attempts: 10,
    deduplicateBy: (payload) => `advance-${payload.gameId}`,
  }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-scoreboards', payload: z.object({}), attempts: 1 }),
};
