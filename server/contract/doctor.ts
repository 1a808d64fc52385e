import { z } from 'zod';
import { doctorEndpoints } from './doctor.endpoints';
import { defineJob } from './job';
import { defineRoutes } from './route';
import type { DoctorText } from './texts';
import { Guid, Time, text } from './wire';

export const checkStates = ['ok', 'warning', 'fault', 'unknown'] as const;
export type CheckState = (typeof checkStates)[number];

/** In the order of pages and lists. */
export const checkedParts = [
  'database',
  'migrations',
  'key',
  'redis',
  'clock',
  'workers',
  'engine',
  'storage',
  'disk',
  'mail',
  'webhooks',
  'address',
  'limits',
  'backup',
  'queues',
  'solvers',
  'accounts',
] as const;
export type CheckedPart = (typeof checkedParts)[number];

const gameCheckParts = ['checklist', 'dryRun'] as const;
export type GameCheckPart = (typeof gameCheckParts)[number];

/** What a check finds, such as `redis.evicts`; its part stands before the dot. */
export type CheckCode = Exclude<DoctorText, `${string}.do`>;

export const CheckResult = z.object({
  part: z.enum(checkedParts).describe('What was checked'),
  code: z.string().describe('Stable dotted word for what was found'),
  state: z.enum(checkStates).describe('`unknown`: could not be checked'),
  message: z.string().describe('In the language of the caller'),
  advice: z.string().nullable().describe('What to do about it'),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const GameCheckResult = CheckResult.extend({ part: z.enum(gameCheckParts).describe('What was checked') });
export type GameCheckResult = z.infer<typeof GameCheckResult>;

export const PlatformHealth = z.object({
  checkedAt: Time,
  checks: z.array(CheckResult).describe('By part; a part can have several'),
});
export type PlatformHealth = z.infer<typeof PlatformHealth>;

export const Echo = z.object({
  address: z.string().describe('From which the server takes this request to come'),
  isForwarded: z.boolean().describe('Whether a proxy named another address'),
  trustsProxies: z.boolean().describe('Whether TRUST_PROXY names any'),
});
export type Echo = z.infer<typeof Echo>;

export const doctorRoutes = defineRoutes(doctorEndpoints)({
  get: {
    access: 'Admin',
    summary: 'Checks of every part of the platform, with what to do; at most ten seconds old',
    reply: PlatformHealth,
  },
  echo: {
    access: 'Anonymous',
    summary: 'How a request of the platform to its own address arrives',
    query: z.object({ proof: text(128).describe('Made with the key of the installation, for a minute') }),
    reply: Echo,
  },
});

export const doctorJobs = {
  /** What only workers reach: engine and mail server. The answer waits in Redis under the id. */
  inspect: defineJob({
    queue: 'sweep',
    name: 'inspect-worker',
    payload: z.object({ requestId: Guid }),
    attempts: 1,
  }),
};

/** What a worker finds out about itself and what only workers reach. */
export const WorkerFindings = z.object({
  worker: z.string().describe('Name of its machine'),
  openFilesMax: z.number().nullable(),
  /** That the worker reaches. */
  engines: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      down: z.string().nullable().describe('Why it does not answer'),
      instances: z.int(),
      memoryMiB: z.number().nullable(),
      cpuTenths: z.number().nullable(),
      unenforced: z.array(z.object({ what: z.string(), why: z.string() })),
    }),
  ),
  mail: z
    .object({ host: z.string(), refusal: z.string().nullable().describe('null when a sign-in succeeded') })
    .nullable()
    .describe('null when it sends no mails'),
});
export type WorkerFindings = z.infer<typeof WorkerFindings>;
