import { z } from 'zod';
import { healthEndpoints } from './health.endpoints';
import { defineRoutes } from './route';
import { GameParams, Id, Time } from './wire';

const about = { id: Id, title: z.string() };

export const GameHealth = z.object({
  incomplete: z
    .array(z.object(about))
    .describe('Enabled challenges that cannot be solved: without flag or without image'),
  failedStarts: z
    .array(
      z.object({
        ...about,
        failed: z.int().describe('Instances of the last hour that did not start'),
        starts: z.int().describe('Instances that teams asked for in the last hour'),
        team: z.string().describe('Whose start failed last'),
        reason: z.string().describe('Why it failed, in the caller’s language'),
      }),
    )
    .describe('Challenges whose instances fail, most failures first'),
  selfEnds: z
    .array(
      z.object({
        ...about,
        ended: z.int().describe('Instances that ended by themselves in the last hour'),
        outOfMemory: z.int().describe('Those of them that ran out of memory'),
      }),
    )
    .describe('Challenges whose instances end by themselves, most ends first'),
  failedChecks: z
    .array(
      z.object({
        ...about,
        result: z.enum(['failed', 'timedOut', 'error']).describe('How the last check ended'),
        since: Time.describe('When the last check ended'),
      }),
    )
    .describe('Challenges whose solver did not pass last, also before the start'),
  wrongFlags: z
    .array(
      z.object({
        ...about,
        wrong: z.int().describe('Wrong answers of the last ten minutes'),
        usual: z.number().describe('Wrong answers of ten minutes in the hour before, on average'),
      }),
    )
    .describe('Challenges with unusually many wrong answers, most first'),
  unsolved: z
    .array(
      z.object({
        ...about,
        since: Time.describe('Since when teams have seen it'),
        teams: z.int().describe('Teams that sent an answer'),
      }),
    )
    .describe('Challenges unsolved for a tenth of the game, at most two hours; longest first'),
  runningOut: z
    .array(
      z.object({
        ...about,
        left: z.int().describe('Attachments that no team has'),
        teams: z.int().describe('Accepted teams without one'),
      }),
    )
    .describe('Challenges with fewer attachments left than teams without one'),
  unjudged: z
    .object({ count: z.int(), since: Time.nullable().describe('Arrival of the oldest') })
    .describe('Answers without a verdict after half a minute'),
  review: z
    .object({ count: z.int(), since: Time.nullable().describe('When the first of them joined') })
    .describe('Teams that wait for review'),
  cheating: z
    .object({ count: z.int(), latest: Time.nullable().describe('The latest finding') })
    .describe('Teams that sent the flag of another one and still take part'),
  writeups: z
    .object({
      unread: z.int().describe('Writeups without grade and comment'),
      missing: z.int().describe('Accepted teams without one after the deadline'),
    })
    .describe('Zeros before the end of the game'),
});
export type GameHealth = z.infer<typeof GameHealth>;

export const healthRoutes = defineRoutes(healthEndpoints, { access: 'organiser' })({
  get: {
    summary: 'What needs attention in a game that has started; before, its failed solver checks only',
    params: GameParams,
    reply: GameHealth,
  },
});
