import { challengeCategories } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { CategoryLook } from './category';
import { monitorEndpoints } from './monitor.endpoints';
import { defineRoutes } from './route';
import { GameParams, Id, Time } from './wire';

/** Minutes of submissions that the figures go back. */
export const figureMinutes = 60;

export const MonitorFigures = z.object({
  time: Time,
  minutes: z
    .array(
      z.object({
        time: Time.describe('When the minute began, in Unix milliseconds'),
        right: z.int().describe('Right answers of the minute'),
        wrong: z.int().describe('Other answers of the minute'),
      }),
    )
    .describe('The last 60 minutes, oldest first; the last one is not over'),
  submissions: z
    .object({
      right: z.int().describe('Right answers'),
      wrong: z.int().describe('Wrong answers'),
      shared: z.int().describe("Answers that were another team's flag"),
      waiting: z.int().describe('Answers without a verdict'),
      waitingSince: Time.nullable().describe('Arrival of the oldest answer without a verdict'),
    })
    .describe('Answers of the whole game'),
  teams: z
    .object({
      accepted: z.int().describe('Teams that may play'),
      active: z.int().describe('Teams that answered in the last 60 minutes'),
      solved: z.int().describe('Teams with a solve'),
    })
    .describe('Teams of the game'),
  instances: z
    .object({
      running: z.int().describe('Containers that run'),
      waiting: z.int().describe('Containers that are being started'),
      ending: z.int().describe('Containers that are being ended'),
      failed: z.int().describe('Containers that failed in the last 60 minutes'),
    })
    .describe('Containers of the teams of the game'),
  challenges: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        category: z.enum(challengeCategories),
        customCategory: CategoryLook.nullable(),
        solves: z.int().describe('Teams that solved it'),
        answers: z.int().describe('Answers of all teams'),
      }),
    )
    .describe('Enabled challenges by category and title'),
});
export type MonitorFigures = z.infer<typeof MonitorFigures>;

export const monitorRoutes = defineRoutes(monitorEndpoints, { access: 'observer' })({
  figures: {
    summary: 'Figures of a game for a control room; at most a second old',
    params: GameParams,
    reply: MonitorFigures,
    errors: ['game.notStarted'],
  },
});
