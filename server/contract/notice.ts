import { noticeTypes } from '@vexil/db/enums/notice';
import { z } from 'zod';
import { defineJob } from './job';
import { noticeEditEndpoints, noticeEndpoints } from './notice.endpoints';
import { defineRoute, Empty } from './route';
import { filled, GameParams, Id, pathId, Time } from './wire';

export const Notice = z.object({ id: Id, type: z.enum(noticeTypes), values: z.array(z.string()), time: Time });
export type Notice = z.infer<typeof Notice>;

const NoticeParams = GameParams.extend({ noticeId: pathId() });
const NoticeBody = z.object({ content: filled(65_536) });

export const noticeRoutes = {
  list: defineRoute({
    ...noticeEndpoints.list,
    access: 'Anonymous',
    summary: 'Notices of a game: written ones first, then newest first',
    params: GameParams,
    query: z.object({
      count: z.coerce.number<number>().int().min(0).max(100).default(100),
      skip: z.coerce.number<number>().int().min(0).max(300).default(0),
    }),
    reply: z.array(Notice),
    errors: ['game.notFound', 'game.notStarted'],
  }),
};

export const noticeEditRoutes = {
  list: defineRoute({
    ...noticeEditEndpoints.list,
    access: 'organiser',
    summary: 'Notices written by organisers',
    params: GameParams,
    reply: z.array(Notice),
    errors: ['game.notFound'],
  }),
  create: defineRoute({
    ...noticeEditEndpoints.create,
    access: 'organiser',
    summary: 'Publish a notice at once',
    params: GameParams,
    body: NoticeBody,
    bodyBytesMax: 512 * 1024,
    reply: Notice,
    errors: ['game.notFound'],
  }),
  update: defineRoute({
    ...noticeEditEndpoints.update,
    access: 'organiser',
    summary: 'Change a notice; its time becomes now',
    params: NoticeParams,
    body: NoticeBody,
    bodyBytesMax: 512 * 1024,
    reply: Notice,
    errors: ['game.notFound', 'notice.notFound', 'notice.notNormal'],
  }),
  delete: defineRoute({
    ...noticeEditEndpoints.delete,
    access: 'organiser',
    summary: 'Delete a notice',
    params: NoticeParams,
    reply: Empty,
    errors: ['game.notFound', 'notice.notFound', 'notice.notNormal'],
  }),
};

export const noticeJobs = {
  announce: defineJob({
    queue: 'submission',
    name: 'announce-bloods',
    payload: z.object({ gameId: Id }),
    attempts: 5,
    deduplicateBy: ({ gameId }) => `announce-${gameId}`,
  }),
  /** Publishes what a crash left between commit and publish. */
  sweep: defineJob({ queue: 'sweep', name: 'sweep-notices', payload: z.object({}), attempts: 1 }),
};
