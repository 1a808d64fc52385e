import { activityTypes } from '@vexil/db/enums/activity';
import { z } from 'zod';
import { activityEndpoints } from './activity.endpoints';
import { defineRoutes } from './route';
import { GameParams, Id, monitorFilter, pageQuery, Time } from './wire';

export const endReasons = [
  'player',
  'expired',
  'staff',
  'outOfMemory',
  'exited',
  'limit',
  'diskLimit',
  'disabled',
  'participation',
  'engineRemoved',
  'paused',
] as const;

export const Activity = z.object({
  type: z.enum(activityTypes),
  values: z.array(z.string()),
  time: Time,
  user: z.string(),
  team: z.string(),
  id: Id,
  participationId: Id.nullable().describe('Of the team in this game'),
  teamId: Id.nullable(),
  challengeId: Id.nullable().describe('null when the event is about no challenge'),
  challenge: z.string().nullable(),
  endReason: z.enum(endReasons).nullable().describe('Why an instance ended; null for other events'),
});
export type Activity = z.infer<typeof Activity>;

export const activityRoutes = defineRoutes(activityEndpoints, { access: 'observer' })({
  list: {
    summary: 'What happened in a game, newest first',
    params: GameParams,
    query: pageQuery(100, 100).extend({
      hideContainer: z
        .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])
        .default(false),
      type: z.enum(activityTypes).optional(),
      ...monitorFilter,
    }),
    reply: z.array(Activity),
    errors: ['game.notStarted'],
  },
});
