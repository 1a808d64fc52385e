import { findingReasons } from '@vexil/db/enums/evidence';
import { participationStatuses } from '@vexil/db/enums/participation';
import { answerResults, vias } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { defineJob } from './job';
import { Binary, defineRoutes } from './route';
import { submissionEndpoints } from './submission.endpoints';
import { submissionMonitorEndpoints } from './submission-monitor.endpoints';
import {
  AssetUrl,
  ChallengeParams,
  GameParams,
  Guid,
  Id,
  monitorFilter,
  page,
  pageQuery,
  pathId,
  Time,
  text,
  wireNumbers,
} from './wire';

const AnswerResult = z.enum(answerResults).register(wireNumbers, { NotFound: -1 });

export const TeamSubmission = z.object({
  id: Id,
  answer: z.string(),
  status: AnswerResult.describe('Cheating shows as WrongAnswer'),
  time: Time,
  user: z.string().describe('Empty for a deleted account'),
  isEarlierFlag: z.boolean().describe('Wrong because it is the flag of an earlier instance of the team'),
  rejudged: z.string().nullable().describe('Why a re-judging made it right or wrong; null where none did'),
});
export type TeamSubmission = z.infer<typeof TeamSubmission>;

export const teamSubmissionsMax = 100;

export const submissionRoutes = defineRoutes(submissionEndpoints, { access: 'User' })({
  submit: {
    summary: "Send an answer; replies with the submission's id",
    rate: 'submit',
    params: ChallengeParams,
    // Blank and too long have their own codes; this only bounds the size.
    body: z.object({ flag: text(8192) }),
    bodyBytesMax: 64 * 1024,
    reply: Id,
    errors: [
      'submission.empty',
      'submission.tooLong',
      'participation.missing',
      'participation.notAccepted',
      'participation.staffCannotPlay',
      'participation.isStaff',
      'game.notStarted',
      'game.ended',
      'game.paused',
      'submission.deadlinePassed',
      'submission.notPermitted',
      'submission.limitReached',
    ],
  },
  ofTeam: {
    summary: "The own team's latest answers to a challenge, newest first, at most 100",
    params: ChallengeParams,
    reply: z.array(TeamSubmission),
    errors: ['participation.missing', 'participation.notAccepted', 'game.notStarted', 'game.ended'],
  },
  status: {
    summary: 'The verdict on an own submission',
    params: ChallengeParams.extend({ submissionId: pathId() }),
    reply: AnswerResult,
    errors: ['submission.notFound'],
  },
});

/** For members of the submitting team; cheating shows as WrongAnswer. */
export const SubmissionJudged = z.object({
  id: Id,
  challengeId: Id,
  status: AnswerResult,
  time: Time,
  userName: z.string(),
  attempts: z.int(),
  /** Absent in messages of earlier releases. */
  isEarlierFlag: z.boolean().optional(),
});
export type SubmissionJudged = z.infer<typeof SubmissionJudged>;

export const Submission = z.object({
  answer: z.string(),
  status: AnswerResult,
  time: Time,
  user: z.string(),
  team: z.string(),
  challenge: z.string(),
  id: Id,
  userId: Guid.nullable(),
  participationId: Id.describe('Of the team in this game'),
  teamId: Id,
  challengeId: Id,
  via: z.enum(vias).describe('In the browser, with a token, or with a tool of /mcp'),
});
export type Submission = z.infer<typeof Submission>;

export const CheatingTeam = z.object({
  id: Id,
  team: z.object({ id: Id, name: z.string(), avatar: AssetUrl.nullable() }),
  status: z.enum(participationStatuses),
  division: z.string().nullable(),
  divisionId: Id.nullable(),
  members: z
    .array(
      z.object({
        id: Guid,
        name: z.string(),
        avatar: AssetUrl.nullable(),
        banned: z.boolean().describe('The account was excluded by an administrator'),
      }),
    )
    .describe('Who plays for the team in this game'),
});

export const CheatInfo = z.object({
  ownedTeam: CheatingTeam.describe('Whose flag it was'),
  submitTeam: CheatingTeam.describe('Who handed it in'),
  submission: Submission,
});
export type CheatInfo = z.infer<typeof CheatInfo>;

const FindingTeam = z.object({ participationId: Id, teamId: Id, name: z.string() });
const number = (about: string) => z.int().nullable().describe(`${about}; null for other reasons`);

export const Finding = z.object({
  key: z.string().describe('Equal as long as it is the same finding'),
  reason: z.enum(findingReasons).describe('What was seen; it is no verdict'),
  team: FindingTeam,
  other: FindingTeam.nullable().describe('The other team, where there is one'),
  challengeId: Id.nullable(),
  challenge: z.string().nullable(),
  time: Time,
  spanMs: number('How long it took, in milliseconds'),
  boundMs: number('What is shorter than this is a finding, in milliseconds'),
  count: number('Answers in common, solves of a run, or accounts on a device'),
  submission: Submission.nullable().describe('Of a canary or the flag of another team'),
});
export type Finding = z.infer<typeof Finding>;

export const submissionMonitorRoutes = defineRoutes(submissionMonitorEndpoints, {
  access: 'observer',
  params: GameParams,
})({
  list: {
    summary: 'Answers of all teams, newest first; a count of 0 gives all of them',
    query: pageQuery(100, 100).extend({
      type: AnswerResult.optional(),
      via: z.enum(vias).optional(),
      ...monitorFilter,
    }),
    reply: z.array(Submission),
    errors: ['game.notStarted'],
  },
  cheatInfo: {
    summary: "Answers that were another team's flag, newest first",
    reply: z.array(CheatInfo),
    errors: ['game.notStarted'],
  },
  findings: {
    summary: 'What staff should look into, with its reason, newest first; none is a verdict',
    query: pageQuery(100, 50).extend({
      reason: z.enum(findingReasons).optional().describe('Only of this reason'),
      participationId: Id.optional().describe('Only of this team in the game, on either side'),
    }),
    reply: page(Finding),
    errors: ['game.notStarted'],
  },
  sheet: {
    summary: 'All answers as a spreadsheet (.xlsx), newest first',
    query: z.object({ via: z.enum(vias).optional() }),
    reply: Binary,
    errors: ['game.notStarted'],
  },
});

// A job per challenge would cost a job and a transaction per submission in a burst over many challenges; partitions let
// several workers judge one game.
export const judgePartitions = 4;

export const judgePartition = (challengeId: number): number => challengeId % judgePartitions;

export const submissionJobs = {
  /** Deduplicated: one waiting job serves any number of submissions. */
  judge: defineJob({
    queue: 'submission',
    name: 'judge-submissions',
    payload: z.object({
      gameId: Id,
      partition: z
        .int()
        .min(0)
        .max(judgePartitions - 1),
    }),
    attempts: 10,
    deduplicateBy: ({ gameId, partition }) => `judge-${gameId}-${partition}`,
  }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-submissions', payload: z.object({}), attempts: 1 }),
};
