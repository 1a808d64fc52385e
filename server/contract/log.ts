import { logKinds, logLevels, taskStatuses } from '@vexil/db/enums/log';
import { z } from 'zod';
import { defineJob } from './job';
import { logEndpoints } from './log.endpoints';
import { defineRoutes } from './route';
import { int32Max, pageQuery, text } from './wire';

export const LogMessage = z.object({
  time: z.int(),
  name: z.string().nullable().describe('User name, Anonymous or System'),
  level: z.enum(logLevels).nullable(),
  ip: z.string().nullable(),
  msg: z.string().nullable(),
  status: z.enum(taskStatuses).nullable(),
  kind: z.enum(logKinds).nullable().describe('null in lines of earlier versions'),
  gameId: z.int().nullable().describe('Of the game it is about; null where it is about none'),
});
export type LogMessage = z.infer<typeof LogMessage>;

export const logRoutes = defineRoutes(logEndpoints, { access: 'Admin' })({
  list: {
    summary: 'What happened on the platform, the newest first',
    query: pageQuery(1000, 50).extend({
      level: text(32).default('All').describe('Information, Warning, Error, Fatal, or All; another level has no lines'),
      hint: text(128).optional().describe('In the message, the name or the address'),
      kind: z
        .enum(['operation', ...logKinds])
        .optional()
        .describe('`operation`: all but submissions; left out: all'),
      gameId: z.coerce.number<number>().int().min(1).max(int32Max).optional(),
    }),
    reply: z.array(LogMessage),
  },
});

/** Lines must be both young and among the newest. */
export const logRetention = { days: 30, rows: 100_000 } as const;

export const logJobs = {
  sweep: defineJob({ queue: 'sweep', name: 'sweep-logs', payload: z.object({}), attempts: 1 }),
};
