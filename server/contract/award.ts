import { z } from 'zod';
import { awardEndpoints } from './award.endpoints';
import { awardLabelLengthMax, awardPointsMax, awardReasonLengthMax } from './award.limits';
import { problem } from './field';
import { defineRoutes } from './route';
import { filled, GameParams, Id, page, pageQuery, pathId, Time } from './wire';

const shared = {
  points: z.int().describe('Below zero for a penalty'),
  reason: z.string().describe('Everyone who sees the board can read it'),
  label: z.string().nullable().describe('Groups awards of one kind'),
  challengeId: Id.nullable().describe('Of the hint that the team took at this price; else null'),
};

export const Award = z.object({
  id: Id,
  teamId: Id,
  teamName: z.string(),
  ...shared,
  challengeTitle: z.string().nullable(),
  at: Time.describe('When the points count'),
  externalId: z.string().nullable().describe("The sender's own id"),
  createdAt: Time,
  userName: z.string().nullable().describe('Who gave it; null when the account is gone'),
  reversedAt: Time.nullable().describe('When it was taken back; since then no board counts it, at any moment'),
  reversedBy: z
    .string()
    .nullable()
    .describe('Who took it back; null as long as it counts, or when the account is gone'),
});
export type Award = z.infer<typeof Award>;

export const AwardBody = z.object({
  teamId: Id,
  points: z
    .int()
    .min(-awardPointsMax)
    .max(awardPointsMax)
    .refine((points) => points !== 0, problem('field.notZero'))
    .describe('Not 0; below zero for a penalty'),
  reason: filled(awardReasonLengthMax).describe('Everyone who sees the board can read it'),
  label: filled(awardLabelLengthMax).nullish().describe('Groups awards of one kind'),
  at: Time.nullish().describe('When the points count, not in the future; now by default, at the latest the end'),
  externalId: filled(64).nullish().describe("The sender's own id: sent again, the reply is the award it made first"),
});

/** For the team itself, also during a freeze. */
export const AwardChanged = z.object({ gameId: Id, id: Id, ...shared, reversed: z.boolean() });

export const awardRoutes = defineRoutes(awardEndpoints, { access: 'organiser' })({
  list: {
    access: 'observer',
    summary: 'Awards and penalties of a game, newest first, with those that were taken back',
    params: GameParams,
    query: pageQuery(100, 50),
    reply: page(Award),
  },
  create: {
    summary: 'Give a team points, or take some, with a reason',
    params: GameParams,
    body: AwardBody,
    reply: Award,
    errors: ['game.notStarted', 'award.teamNotAccepted', 'award.timeOutside', 'award.tooMany'],
  },
  delete: {
    summary: 'Take an award back; it stays in the list',
    params: GameParams.extend({ awardId: pathId() }),
    errors: ['award.notFound'],
  },
});
