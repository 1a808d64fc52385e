import { z } from 'zod';
import { Binary, defineRoutes } from './route';
import { Team } from './team';
import { AssetUrl, GameParams, Id, pathId, Time, text } from './wire';
import { writeupAdminEndpoints, writeupEditEndpoints, writeupEndpoints } from './writeup.endpoints';

export const WriteupState = z.object({
  submitted: z.boolean(),
  name: z.string().describe('Name of the stored file, # when there is none'),
  fileSize: z.int().describe('Bytes, 0 when there is none'),
  note: z.string().describe('What the organisers ask for, in Markdown'),
  // Beyond the reference.
  uploadTimeUtc: Time.nullable(),
});
export type WriteupState = z.infer<typeof WriteupState>;

const Writeup = z.object({
  id: Id.describe('Of the participation'),
  team: Team,
  url: AssetUrl,
  uploadTimeUtc: Time,
  divisionId: Id.nullable(),
});

export const WriteupList = z.object({
  divisions: z.record(z.string(), z.string()).describe('Names by id'),
  writeups: z.array(Writeup),
});
export type WriteupList = z.infer<typeof WriteupList>;

export const writeupCommentLengthMax = 16_384;
export const writeupGradeMax = 100;

const ReviewedTeam = z.object({ id: Id, name: z.string(), avatar: AssetUrl.nullable() });

export const ReviewedWriteup = z.object({
  id: Id.describe('Of the participation'),
  team: ReviewedTeam,
  divisionId: Id.nullable(),
  url: AssetUrl,
  fileSize: z.int(),
  uploadTimeUtc: Time,
  comment: z.string().describe('Of the organisers; the team does not see it'),
  grade: z.int().nullable().describe('0 to 100, null for none'),
});
export type ReviewedWriteup = z.infer<typeof ReviewedWriteup>;

export const WriteupReviewList = z.object({
  writeups: z.array(ReviewedWriteup).describe('By time of hand-in'),
  missing: z
    .array(z.object({ id: Id, team: ReviewedTeam, divisionId: Id.nullable() }))
    .describe('Accepted teams without a writeup, by name'),
});
export type WriteupReviewList = z.infer<typeof WriteupReviewList>;

/** Absent members stay; a null grade is none. */
export const WriteupReviewBody = z.object({
  comment: text(writeupCommentLengthMax).optional().describe('Of the organisers; the team does not see it'),
  grade: z.int().min(0).max(writeupGradeMax).nullish().describe('0 to 100, null for none'),
});

const playErrors = ['participation.missing', 'participation.notAccepted', 'game.notStarted'] as const;

export const writeupRoutes = defineRoutes(writeupEndpoints, { access: 'User', params: GameParams })({
  get: {
    summary: "The team's writeup and what the organisers ask for; open after the game as well",
    reply: WriteupState,
    errors: playErrors,
  },
  upload: {
    summary: "Hand in the team's writeup, a PDF; replaces an earlier one until the deadline",
    rate: 'upload',
    errors: [
      ...playErrors,
      'writeup.notRequired',
      'writeup.deadlinePassed',
      'writeup.notPdf',
      'writeup.contentNotPdf',
      'asset.fileMissing',
      'asset.empty',
      'asset.tooLarge',
    ],
  },
});

export const writeupEditRoutes = defineRoutes(writeupEditEndpoints, { access: 'organiser', params: GameParams })({
  list: {
    summary: 'Writeups of a game to read and grade, and the teams without one',
    reply: WriteupReviewList,
  },
  archive: {
    summary: 'All writeups of a game in one archive (.tar.gz), for organisers',
    reply: Binary,
  },
  review: {
    summary: 'Comment on a writeup and grade it; absent members stay',
    params: GameParams.extend({ writeupId: pathId() }),
    body: WriteupReviewBody,
    bodyBytesMax: 128 * 1024,
    reply: ReviewedWriteup,
    errors: ['writeup.notFound'],
  },
  deleteAll: {
    summary: 'Delete all writeups of a game',
  },
});

export const writeupAdminRoutes = defineRoutes(writeupAdminEndpoints, { access: 'Admin', params: GameParams })({
  list: {
    summary: 'All writeups of a game, newest first',
    reply: WriteupList,
    errors: ['game.notFound'],
  },
  archive: {
    summary: 'All writeups of a game in one archive (.tar.gz)',
    reply: Binary,
    errors: ['game.notFound'],
  },
});
