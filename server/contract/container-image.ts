import { z } from 'zod';
import { containerImageEndpoints } from './container-image.endpoints';
import { defineRoutes } from './route';
import { ChallengeParams, Time } from './wire';

/** Unrequested: the challenge is not enabled or planned, or its game is over, and no pull was asked for. */
export const imagePullStates = ['unrequested', 'waiting', 'pulling', 'present', 'failed'] as const;

export const ImagePull = z.object({
  engine: z.string().describe('Name of the container engine'),
  image: z.string().describe('Image of the challenge or of a companion'),
  state: z.enum(imagePullStates),
  percent: z.int().nullable().describe('0 to 100 while it is pulled, else null'),
  reason: z.string().nullable().describe('Why the pull failed, in the caller’s language'),
  isKept: z
    .boolean()
    .describe('After a failed pull: the engine still has the image as it was pulled before, and starts use it'),
  changedAt: Time.nullable().describe('Of this state, in Unix milliseconds; null where there is none'),
});
export type ImagePull = z.infer<typeof ImagePull>;

export const containerImageRoutes = defineRoutes(containerImageEndpoints, {
  access: 'organiser',
  params: ChallengeParams,
})({
  list: {
    summary: "How far each engine is with the challenge's images",
    reply: z.array(ImagePull),
    errors: ['container.notSupported'],
  },
  pull: {
    summary: 'Pull the images again on every engine, also where they are present',
    rate: 'container',
    reply: z.array(ImagePull),
    errors: ['container.notSupported', 'challenge.imageMissing', 'container.noEngine'],
  },
});
