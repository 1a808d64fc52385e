import { noticeTypes } from '@vexil/db/enums/notice';
import { z } from 'zod';
import { defineJob } from './job';
import { noticeEndpoints } from './notice.endpoints';
import { noticeEditEndpoints } from './notice-edit.endpoints';
import { defineRoutes } from './route';
import { EditedVersion, filled, GameParams, Id, pathId, Time, Version } from './wire';

export const Notice = z.object({
  id: Id,
  type: z.enum(noticeTypes),
  values: z.array(z.string()),
  time: Time,
  pinned: z.boolean().optional().describe('Absent where it is not pinned'),
  challengeId: Id.optional().describe('The challenge that a written notice is about, absent without one'),
});
export type Notice = z.infer<typeof Notice>;

export const WrittenNotice = Notice.extend({
  pinned: z.boolean().describe('Stays above the others'),
  challengeId: Id.nullable().describe('The challenge it is about'),
  scheduledUtc: Time.nullable().describe('When players will see it; null once they do'),
  version: Version,
});
export type WrittenNotice = z.infer<typeof WrittenNotice>;

const NoticeParams = GameParams.extend({ noticeId: pathId() });
const NoticeBody = z.object({
  content: filled(65_536),
  pinned: z.boolean().optional().describe('Stays above the others'),
  challengeId: Id.nullish().describe('A challenge of the game'),
  scheduledUtc: Time.min(0).nullish().describe('When it is published; null, absent or in the past: at once'),
});
const NoticeUpdateBody = NoticeBody.extend({
  scheduledUtc: Time.min(0).nullish().describe('null publishes at once; has no effect once published'),
  version: EditedVersion,
});

export const noticeRoutes = defineRoutes(noticeEndpoints, { access: 'Anonymous' })({
  list: {
    summary: 'Notices of a game: written ones first, then newest first',
    params: GameParams,
    query: z.object({
      count: z.coerce.number<number>().int().min(0).max(100).default(100),
      skip: z.coerce.number<number>().int().min(0).max(300).default(0),
    }),
    reply: z.array(Notice),
    errors: ['game.notStarted'],
  },
});

export const noticeEditRoutes = defineRoutes(noticeEditEndpoints, { access: 'organiser' })({
  list: {
    summary: 'Notices written by organisers, also those that are not published yet',
    params: GameParams,
    reply: z.array(WrittenNotice),
  },
  create: {
    summary: 'Publish a notice, at once or at a planned time',
    params: GameParams,
    body: NoticeBody,
    bodyBytesMax: 512 * 1024,
    reply: WrittenNotice,
    errors: ['challenge.notFound'],
  },
  update: {
    summary: 'Change a notice; a new text makes its time now, absent members stay',
    params: NoticeParams,
    body: NoticeUpdateBody,
    bodyBytesMax: 512 * 1024,
    reply: WrittenNotice,
    errors: ['notice.notFound', 'notice.notNormal', 'challenge.notFound', 'request.outdated'],
  },
  delete: {
    summary: 'Delete a notice',
    params: NoticeParams,
    errors: ['notice.notFound', 'notice.notNormal'],
  },
});

export const noticeJobs = {
  announce: defineJob({
    queue: 'submission',
    name: 'announce-bloods',
    payload: z.object({ gameId: Id }),
    attempts: 5,
    deduplicateBy: ({ gameId }) => `announce-${gameId}`,
  }),
  /** Publishes what is planned for now, and what a crash left between commit and publish. */
  sweep: defineJob({ queue: 'sweep', name: 'sweep-notices', payload: z.object({}), attempts: 1 }),
};
