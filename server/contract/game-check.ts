import { z } from 'zod';
import { GameCheckResult } from './doctor';
import { gameCheckEndpoints } from './game-check.endpoints';
import { defineJob } from './job';
import { defineRoutes } from './route';
import { GameParams, Time } from './wire';

export const GameCheck = z.object({
  startedAt: Time,
  finishedAt: Time.nullable().describe('null while it runs'),
  checks: z.array(GameCheckResult).describe('Found so far, in the order of the run'),
});
export type GameCheck = z.infer<typeof GameCheck>;

export const gameCheckRoutes = defineRoutes(gameCheckEndpoints, { access: 'organiser', params: GameParams })({
  get: {
    summary: 'The last check of a game, kept for a day; null for none',
    reply: GameCheck.nullable(),
  },
  start: {
    summary:
      'Check a game: the launch checklist, its files, and a dry run in a hidden copy with an account, a team, submissions, instances and a notice, all removed afterwards',
    reply: GameCheck,
    errors: ['gameCheck.runs'],
  },
});

export const gameCheckJobs = {
  sweep: defineJob({ queue: 'sweep', name: 'sweep-game-checks', payload: z.object({}), attempts: 1 }),
};
