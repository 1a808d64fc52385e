import { activityTypes } from '@vexil/db/enums/activity';
import { z } from 'zod';
import { Time } from './wire';

/** An event of a game as monitors see it. */
export const Activity = z.object({
  type: z.enum(activityTypes),
  values: z.array(z.string()),
  time: Time,
  user: z.string(),
  team: z.string(),
});
export type Activity = z.infer<typeof Activity>;
