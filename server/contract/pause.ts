import { z } from 'zod';
import { GameInfo, GamePause } from './game';
import { pauseEndpoints } from './pause.endpoints';
import { reasonLengthMax } from './reason.limits';
import { defineRoutes } from './route';
import { filled, GameParams, Id, page, pageQuery } from './wire';

const switches = {
  hideStatements: z.boolean().describe('Whether players cannot read challenges while it lasts'),
  stopInstances: z.boolean().describe('Whether the instances of players were ended when it began'),
};

export const Pause = GamePause.extend({
  id: Id,
  ...switches,
  userName: z
    .string()
    .nullable()
    .describe('Who paused the game; null for the command line and when the account is gone'),
  resumedBy: z.string().nullable().describe('Who resumed it; null while it lasts, and as above'),
});
export type Pause = z.infer<typeof Pause>;

export const PauseBody = z.object({
  reason: filled(reasonLengthMax).describe('Players read it'),
  hideStatements: switches.hideStatements.default(false),
  stopInstances: switches.stopInstances.default(false),
});

export const pauseRoutes = defineRoutes(pauseEndpoints)({
  list: {
    access: 'observer',
    summary: 'When a game was paused, newest first',
    params: GameParams,
    query: pageQuery(100, 20),
    reply: page(Pause),
  },
  pause: {
    access: 'organiser',
    summary: 'Stop the clocks of a running game: no submissions, no starts of instances, and no time of it comes',
    params: GameParams,
    body: PauseBody,
    reply: GameInfo,
    errors: ['game.paused', 'game.notRunning'],
  },
  resume: {
    access: 'organiser',
    summary:
      'Go on with a paused game: its end, freeze, deadlines, planned releases and notices, and the ends of instances come later by the length of the pause',
    params: GameParams,
    reply: GameInfo,
    errors: ['game.notPaused'],
  },
  pauseAll: {
    access: 'Admin',
    summary: 'Pause every running game that is not paused, all or none; the reply has their numbers',
    body: PauseBody,
    reply: z.array(Id),
  },
  resumeAll: {
    access: 'Admin',
    summary: 'Resume every paused game, all or none; the reply has their numbers',
    reply: z.array(Id),
  },
});
