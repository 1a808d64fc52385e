import { challengeCategories } from '@vexil/db/enums/challenge';
import { divisionKinds } from '@vexil/db/enums/division';
import { submissionTypes } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { CategoryLook } from './category';
import { Binary, defineRoutes } from './route';
import { scoreboardEndpoints } from './scoreboard.endpoints';
import { AssetUrl, BloodBonusPoints, GameParams, Id, int32Max, Time, text, timeMax } from './wire';

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
  /** Beyond the reference. */
  position: z.int().optional().describe('In its category; those without come after, by title'),
  customCategory: CategoryLook.optional().describe('Of the game’s own, in place of `category`; absent without one'),
});
export type ScoreboardChallenge = z.infer<typeof ScoreboardChallenge>;

export const ScoreboardSolve = z.object({
  id: Id,
  score: z.int(),
  type: z.enum(submissionTypes),
  userName: z.string().nullable(),
  time: Time,
});

export const ScoreboardAward = z.object({
  id: Id,
  points: z.int().describe('Below zero for a penalty'),
  reason: z.string().describe('Why, in the words of the staff'),
  label: z.string().nullable().describe('Groups awards of one kind'),
  time: Time,
  challengeId: Id.optional().describe('Of the hint that the team took at this price; absent for other awards'),
});

export const ScoreboardItem = z.object({
  id: Id,
  name: z.string(),
  bio: z.string().nullable(),
  divisionId: Id.nullable(),
  avatar: AssetUrl.nullable(),
  score: z.int().describe('Points of solves and awards together, which decide the rank'),
  rank: z.int(),
  divisionRank: z.int().nullable(),
  lastSubmissionTime: Time,
  /** Beyond the reference. */
  awardPoints: z.int().optional().describe('Points of awards and penalties, part of `score`; absent without any'),
  awards: z.array(ScoreboardAward).optional().describe('By time; absent without any'),
  solvedChallenges: z.array(ScoreboardSolve),
  solvedCount: z.int(),
});
export type ScoreboardItem = z.infer<typeof ScoreboardItem>;

const Timeline = z.array(z.object({ time: Time, score: z.int() }));

export const Scoreboard = z.object({
  updateTimeUtc: Time,
  bloodBonus: z.int(),
  bloodBonusPoints: BloodBonusPoints.optional().describe('In place of the packed bonus; absent where that counts'),
  timelines: z.array(
    z.object({
      divisionId: z.int(),
      teams: z.array(z.object({ id: Id, name: z.string(), items: Timeline })),
    }),
  ),
  items: z.array(ScoreboardItem),
  divisions: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Beyond the reference. */
      kind: z.enum(divisionKinds).optional().describe('Who plays in it; absent for none'),
      scoresAlone: z
        .literal(true)
        .optional()
        .describe('Its teams have values, bloods and ranks of their own, and no place in the overall ranking'),
      defaultPermissions: z.int(),
      challengeConfigs: z.record(z.string(), z.object({ challengeId: Id, permissions: z.int() })),
    }),
  ),
  challenges: z.partialRecord(z.enum(challengeCategories), z.array(ScoreboardChallenge)),
  challengeCount: z.int(),
  /** Beyond the reference. */
  divisionValues: z
    .array(
      z.object({
        divisionId: Id,
        challenges: z.array(ScoreboardChallenge.pick({ id: true, score: true, solved: true, bloods: true })),
      }),
    )
    .optional()
    .describe('What the challenges are worth to divisions that score alone; absent without any'),
  version: z.int().describe('Ascends with every published board'),
  /** Beyond the reference, in pages only. */
  total: z.int().optional().describe('Teams that fit the search, on all pages'),
});
export type Scoreboard = z.infer<typeof Scoreboard>;

export const boardPageMax = 1000;
export const timelineTeamsAskedMax = 50;

const moment = () => z.coerce.number<number>().int().min(0).max(timeMax).optional();

/** Without any of these the whole current board is sent. */
export const ScoreboardQuery = z.object({
  asOf: moment().describe(
    'The board as it stood then by what is known now, Unix milliseconds; the public gets nothing later than a freeze',
  ),
  knownAt: moment().describe(
    'The board as it was shown then, Unix milliseconds: without re-judgings, awards and changes of rules of later',
  ),
  skip: z.coerce.number<number>().int().min(0).max(int32Max).optional(),
  count: z.coerce.number<number>().int().min(0).max(boardPageMax).optional().describe('Teams at most, 100 by default'),
  division: z.coerce
    .number<number>()
    .int()
    .min(0)
    .max(int32Max)
    .optional()
    .describe('Only teams of this division, with its own values of the challenges where it scores alone'),
  search: text(128).optional().describe("Only teams whose name has this in it, whatever its letters' case"),
});
export type ScoreboardQuery = z.infer<typeof ScoreboardQuery>;

export const TeamTimeline = z.object({ id: Id, name: z.string(), items: Timeline });
export type TeamTimeline = z.infer<typeof TeamTimeline>;

const readIds = (text: string) => [...new Set(text.split(',').map(Number))];
const TimelineQuery = z.object({
  teams: z
    .string()
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)
    .transform(readIds)
    .pipe(z.array(Id).max(timelineTeamsAskedMax))
    .meta({ description: 'Numbers of teams, with commas between, at most 50', examples: ['3,14,15'] }),
  asOf: ScoreboardQuery.shape.asOf,
  knownAt: ScoreboardQuery.shape.knownAt,
});

const UnixSeconds = z.int().min(0).describe('Unix time in seconds');

/** Names and units are those that CTFtime documents. */
export const CtftimeFeed = z.object({
  tasks: z.array(z.string()).describe('Titles of the challenges; one that occurs twice carries its number'),
  standings: z
    .array(
      z.object({
        pos: z.int().min(1).describe('Place'),
        team: z.string(),
        score: z.int(),
        taskStats: z
          .record(
            z.string(),
            z.object({ points: z.int().describe('Points of the solve, bonus included'), time: UnixSeconds }),
          )
          .describe('Solved challenges by their entry in `tasks`'),
        lastAccept: UnixSeconds.optional().describe('Absent without a solve worth points'),
      }),
    )
    .describe('The teams, best first'),
});
export type CtftimeFeed = z.infer<typeof CtftimeFeed>;

export const scoreboardRoutes = defineRoutes(scoreboardEndpoints, { params: GameParams })({
  get: {
    access: 'Anonymous',
    summary: 'The ranking, all challenges and all solves; as of any time and by pages where asked',
    query: ScoreboardQuery,
    reply: Scoreboard,
    errors: ['game.notStarted', 'scoreboard.notVisible'],
  },
  timeline: {
    access: 'Anonymous',
    summary: 'How the scores of any teams grew, in the order they were asked for; unknown teams are left out',
    rate: 'query',
    query: TimelineQuery,
    reply: z.array(TeamTimeline),
    errors: ['game.notStarted', 'scoreboard.notVisible'],
  },
  ctftime: {
    access: 'Anonymous',
    summary:
      'The ranking in the format that CTFtime reads, without teams that have no rank; frozen as the public board is',
    query: z.object({
      division: ScoreboardQuery.shape.division.describe('The ranking of this division, in place of the overall one'),
    }),
    reply: CtftimeFeed,
    errors: ['game.notStarted', 'scoreboard.notVisible', 'division.notFound'],
  },
  sheet: {
    access: 'observer',
    summary: 'The ranking of now, frozen or not, as a spreadsheet (.xlsx), with how to reach the members of each team',
    reply: Binary,
    errors: ['game.notStarted', 'scoreboard.noTeams'],
  },
});

/** `delta` is the value of scoreboard.delta.rules and leads from version `from` to `version`. */
export const ScoreboardChanged = z.object({ gameId: Id, from: z.int(), version: z.int(), delta: z.unknown() });
