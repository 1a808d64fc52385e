import { captchaProviders } from '@vexil/db/enums/captcha';
import { portMappings } from '@vexil/db/enums/container';
import { z } from 'zod';
import { overviewEndpoints } from './overview.endpoints';
import { defineRoutes } from './route';
import { Time } from './wire';

/** `full`: no room left to write. */
const partStates = ['ok', 'full', 'failed'] as const;

const QueueCounts = z.object({ waiting: z.int(), delayed: z.int(), failed: z.int() });

export const Overview = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  startedAt: Time.describe('Of the server that answers'),
  parts: z.object({
    database: z.enum(partStates),
    migrations: z.enum(partStates),
    redis: z.enum(partStates),
    storage: z.enum(partStates),
  }),
  disk: z.object({ state: z.enum(['ok', 'low', 'full']), freeBytes: z.number().nullable() }),
  workers: z
    .array(
      z.object({
        version: z.string().nullable(),
        engine: z.string().nullable().describe('null where no containers are run'),
        isEngineUp: z.boolean(),
        hasMail: z.boolean(),
      }),
    )
    .nullable()
    .describe('null when Redis does not say'),
  drainedEngines: z.array(z.string()).nullable().describe('Names; null when the database does not say'),
  queues: z.record(z.string(), QueueCounts).nullable().describe('By name; each container engine has one'),
  oldestWaitingAnswerSeconds: z.int().nullable(),
  unsentMails: z.int().nullable(),
  failingChecks: z
    .int()
    .nullable()
    .describe('Challenges whose solver did not pass last; null when the database does not say'),
  backup: z
    .object({
      lastAt: Time.nullable().describe('null before the first'),
      isLate: z.boolean().describe('Older than twice BACKUP_EVERY, or without a schedule than 26 hours'),
      faults: z.int().nullable().describe('Of the last verification; null before the first'),
    })
    .nullable()
    .describe('null when the database does not say'),
  setup: z.object({
    hasMail: z.boolean(),
    mailSender: z.string(),
    captcha: z.enum(captchaProviders),
    containerEngine: z.string(),
    portMapping: z.enum(portMappings),
    containerHost: z.enum(['apart', 'sameSite', 'sameHost']).describe('Whether containers share the host name'),
    storage: z.enum(['file', 's3']),
    publicUrl: z.string().nullable(),
  }),
  counts: z.object({
    accounts: z.int(),
    unconfirmed: z.int(),
    banned: z.int(),
    administrators: z.int(),
    teams: z.int(),
    games: z.int(),
    runningGames: z.int(),
    containers: z.int(),
    files: z.int(),
    fileBytes: z.number(),
  }),
  isUntouched: z.boolean().describe('No game was made and no setting changed'),
});
export type Overview = z.infer<typeof Overview>;

export const overviewRoutes = defineRoutes(overviewEndpoints, { access: 'Admin' })({
  get: {
    summary: 'What runs, what is wrong and how much there is; at most a second old',
    reply: Overview,
  },
});
