import { solverResults } from '@vexil/db/enums/container';
import { z } from 'zod';
import { problem } from './field';
import { defineEngineJob, defineSingleJob } from './job';
import { defineRoutes } from './route';
import { solverEndpoints } from './solver.endpoints';
import { ChallengeParams, filled, Id, pathId, Time, text } from './wire';

/** Linux refuses an argument of more than 128 KiB. */
export const solverScriptLengthMax = 32_768;

export const SolverSettings = z.object({
  image: filled(512),
  command: z
    .array(text(1024).min(1))
    .max(16)
    .default([])
    .describe('Instead of what the image starts by itself; with a script its interpreter, sh -c by default'),
  script: text(solverScriptLengthMax).default('').describe('Last argument of the command'),
  timeoutSeconds: z.int().min(5).max(1800).default(120).describe('After which a run has failed'),
  everyMinutes: z
    .int()
    .min(0)
    .max(1440)
    .refine((minutes) => minutes === 0 || minutes >= 5, problem('field.zeroOr', { limit: 5 }))
    .default(0)
    .describe('At least 5; 0 checks on request and before opening only'),
  showStatus: z.boolean().default(false).describe('Players see the result of the last check'),
});
export type SolverSettings = z.output<typeof SolverSettings>;

const Result = z
  .enum(solverResults)
  .describe('Failed: it ended without the flag. Error: instance or solver could not be run');

/** Without output, which is a call of its own. */
export const SolverCheck = z.object({
  id: Id,
  result: Result,
  userName: z.string().nullable().describe('Who asked for it; null for a scheduled one'),
  reason: z.string().nullable().describe('Why it could not be run, in the language of the caller'),
  exitCode: z.int().nullable().describe('Of the solver'),
  requestedAt: Time,
  startedAt: Time.nullable().describe('When the instance was ready and the solver began'),
  endedAt: Time.nullable().describe('null while it runs'),
});
export type SolverCheck = z.infer<typeof SolverCheck>;

export const ChallengeSolver = z.object({
  solver: SolverSettings.nullable().describe('null without a solver'),
  checks: z.array(SolverCheck).describe('The last 20, newest first'),
});
export type ChallengeSolver = z.infer<typeof ChallengeSolver>;

/** Of a challenge, for lists. */
export const LastCheck = z.object({
  result: Result,
  at: Time.describe('Of its end; while it runs, of its request'),
});
export type LastCheck = z.infer<typeof LastCheck>;

const errors = ['container.notSupported'] as const;

export const solverRoutes = defineRoutes(solverEndpoints, { access: 'organiser', params: ChallengeParams })({
  get: {
    summary: "A challenge's solver and its last checks",
    reply: ChallengeSolver,
    errors: [...errors],
  },
  set: {
    summary: 'Set or remove the solver of a challenge',
    body: z.object({ solver: SolverSettings.nullable().describe('null removes it') }),
    bodyBytesMax: 512 * 1024,
    reply: ChallengeSolver,
    errors: [...errors, 'challenge.imageInvalid', 'challenge.imageNotAllowed'],
  },
  check: {
    summary: 'Run the solver against a fresh instance now; while a check runs it goes on',
    rate: 'container',
    reply: ChallengeSolver,
    errors: [...errors, 'solver.none', 'challenge.imageMissing', 'container.noEngine', 'container.queueFull'],
  },
  output: {
    summary: 'The last 16 KiB that the solver wrote; they may hold the flag of its instance',
    params: ChallengeParams.extend({ checkId: pathId() }),
    reply: z.object({ text: z.string().nullable().describe('null where the solver did not run to an end') }),
    errors: ['solver.checkNotFound'],
  },
});

export const solverJobs = {
  /** Begins the checks that are due, and ends those whose instance is gone. */
  sweep: defineSingleJob('sweep', 'sweep-solver-checks'),
  run: defineEngineJob({
    name: 'run-solver',
    payload: z.object({ checkId: Id }),
    attempts: 3,
    deduplicateBy: ({ checkId }) => `run-solver-${checkId}`,
  }),
};
