import { rejudgingStates } from '@vexil/db/enums/rejudging';
import { answerResults } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { report } from './field';
import { defineJob } from './job';
import { rejudgingEndpoints } from './rejudging.endpoints';
import { rejudgingReasonLengthMax } from './rejudging.limits';
import { defineRoutes } from './route';
import { ChallengeParams, filled, GameParams, Id, page, pageQuery, pathId, Time } from './wire';

const BloodEffect = z.object({
  challengeId: Id,
  title: z.string(),
  before: z.array(z.string()).describe('Teams with the bloods now, in order'),
  after: z.array(z.string()).describe('Teams with the bloods afterwards, in order'),
});

export const Rejudging = z.object({
  id: Id,
  state: z.enum(rejudgingStates).describe('Ready can be applied; what is Outdated is computed anew'),
  reason: z.string().describe('Shown to the teams concerned'),
  challengeId: Id.nullable().describe('Only submissions to this challenge'),
  challengeTitle: z.string().nullable().describe('Its title now'),
  teamId: Id.nullable().describe('Only submissions of this team'),
  teamName: z.string().nullable(),
  from: Time.nullable().describe('Only submissions that arrived then or later'),
  to: Time.nullable().describe('Only submissions that arrived then or earlier'),
  takeBack: z.boolean().describe('Whether what was right and is wrong by the flags of today is lost'),
  createdAt: Time,
  userName: z.string().nullable().describe('Who made the draft; null when the account is gone'),
  computedAt: Time.nullable().describe('When its effect was computed'),
  closedAt: Time.nullable().describe('When it was applied or discarded'),
  closedBy: z.string().nullable().describe('Who did; null as long as it is open, or when the account is gone'),
  submissionCount: z.int().describe('Submissions that were judged again'),
  changedCount: z.int().describe('Of them those whose verdict changes'),
  keptCount: z.int().describe('Of them those that stay right although they are wrong by the flags of today'),
  teamCount: z.int().describe('Teams whose points or rank change'),
  gainCount: z.int().describe('Of them those that gain points'),
  lossCount: z.int().describe('Of them those that lose points'),
  bloods: z.array(BloodEffect).describe('Challenges whose bloods move'),
});
export type Rejudging = z.infer<typeof Rejudging>;

export const RejudgingBody = z
  .object({
    reason: filled(rejudgingReasonLengthMax).describe('Shown to the teams concerned'),
    challengeId: Id.nullish().describe('Only submissions to this challenge'),
    teamId: Id.nullish().describe('Only submissions of this team'),
    from: Time.nullish().describe('Only submissions that arrived then or later'),
    to: Time.nullish().describe('Only submissions that arrived then or earlier'),
    takeBack: z.boolean().default(false).describe('Whether what was right and is wrong by the flags of today is lost'),
  })
  .superRefine(({ from, to }, ctx) => {
    if (from != null && to != null && to < from) report(ctx, 'to', 'field.tooSmall', { limit: from });
  });

const AnswerResult = z.enum(answerResults);

export const RejudgedSubmission = z.object({
  id: Id,
  challengeId: Id,
  challenge: z.string(),
  teamId: Id,
  team: z.string(),
  user: z.string().describe('Empty for a deleted account'),
  answer: z.string(),
  time: Time.describe('When it arrived, which a re-judging does not change'),
  before: AnswerResult.describe('The verdict until it is applied'),
  after: AnswerResult.describe('The verdict by the flags of today'),
});

export const RejudgedTeam = z.object({
  teamId: Id,
  name: z.string(),
  scoreBefore: z.int().describe('Points on the board of staff until it is applied'),
  scoreAfter: z.int().describe('Points once it is applied'),
  rankBefore: z.int().describe('Rank until it is applied'),
  rankAfter: z.int().describe('Rank once it is applied'),
});

/** For the members of a team with other verdicts, also during a freeze. */
export const Rejudged = z.object({ gameId: Id, id: Id, reason: z.string(), challengeIds: z.array(Id) });

const RejudgingParams = GameParams.extend({ rejudgingId: pathId() });

export const rejudgingRoutes = defineRoutes(rejudgingEndpoints, { access: 'observer', params: RejudgingParams })({
  list: {
    summary: 'Re-judgings of a game, newest first: drafts, applied and discarded ones',
    params: GameParams,
    query: pageQuery(100, 50),
    reply: page(Rejudging),
  },
  create: {
    access: 'organiser',
    summary: 'Make a draft that judges submissions again by the flags of today; nothing changes until it is applied',
    params: GameParams,
    body: RejudgingBody,
    reply: Rejudging,
    errors: ['game.notStarted', 'challenge.notFound', 'participation.notFound', 'rejudging.open'],
  },
  get: {
    summary: 'A re-judging with what it changes',
    reply: Rejudging,
    errors: ['rejudging.notFound'],
  },
  submissions: {
    summary: 'Submissions whose verdict a re-judging changes, in order of arrival',
    query: pageQuery(100, 50),
    reply: page(RejudgedSubmission),
    errors: ['rejudging.notFound'],
  },
  teams: {
    summary: 'Teams whose points or rank a re-judging changes, those that gain or lose most first',
    query: pageQuery(100, 50),
    reply: page(RejudgedTeam),
    errors: ['rejudging.notFound'],
  },
  apply: {
    access: 'organiser',
    summary: 'Make the verdicts of a draft valid, all at once; a repeated call changes nothing more',
    reply: Rejudging,
    errors: ['rejudging.notFound', 'rejudging.notReady', 'rejudging.outdated', 'rejudging.earlierProcess'],
  },
  delete: {
    access: 'organiser',
    summary: 'Discard a draft; it stays in the list',
    errors: ['rejudging.notFound', 'rejudging.applied'],
  },
  count: {
    summary: 'How many submissions to a challenge its flags of today judge otherwise',
    params: ChallengeParams,
    reply: z.object({
      changedCount: z.int().describe('Of those that were wrong'),
      keptCount: z.int().describe('Right ones that are wrong by the flags of today'),
    }),
  },
});

export const rejudgingJobs = {
  compute: defineJob({
    queue: 'capture',
    name: 'compute-rejudging',
    payload: z.object({ rejudgingId: Id }),
    attempts: 3,
    deduplicateBy: ({ rejudgingId }) => `rejudging-${rejudgingId}`,
  }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-rejudgings', payload: z.object({}), attempts: 1 }),
};
