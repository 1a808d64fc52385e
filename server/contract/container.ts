import { containerStates, containerStatuses } from '@vexil/db/enums/container';
import { z } from 'zod';
import { ceilingCodes } from './ceiling';
import { containerEndpoints, testContainerEndpoints } from './container.endpoints';
import { defineJob } from './job';
import { defineRoute, Empty } from './route';
import { ChallengeParams, GameParams, Guid, Id, Time } from './wire';

export const shownEndReasons = ['expired', 'exited', 'limit', 'staff', 'diskLimit', 'engineDown', 'diskFull'] as const;
export type ShownEndReason = (typeof shownEndReasons)[number];

/** `entry` is `host:port`, or the container's id where the platform relays. */
export const ContainerInfo = z.object({
  status: z.enum(containerStatuses),
  startedAt: Time,
  expectStopAt: Time,
  entry: z.string(),
});
export type ContainerInfo = z.infer<typeof ContainerInfo>;

/** `ticket` opens the relay without a session; null for published ports and API tokens, which open it themselves. */
export const TestContainerInfo = ContainerInfo.extend({ ticket: z.string().nullable() });
export type TestContainerInfo = z.infer<typeof TestContainerInfo>;

export const ContainerLog = z.object({
  text: z.string().nullable().describe('null when no worker answered in time'),
});

export const ContainerChanged = z.object({
  challengeId: Id,
  containerId: Guid,
  state: z.enum(containerStates),
  entry: z.string().nullable(),
  expectStopAt: Time.nullable(),
  /** Starts ahead of this one. */
  position: z.int().nullable(),
  userName: z.string().nullable(),
  /** Null while it lives, and for reasons only staff may see. */
  endReason: z.enum(shownEndReasons).nullable(),
});
export type ContainerChanged = z.infer<typeof ContainerChanged>;

const playErrors = [
  'game.notFound',
  'participation.missing',
  'participation.notAccepted',
  'game.notStarted',
  'game.ended',
  'challenge.notFound',
  'container.notSupported',
] as const;

export const containerRoutes = {
  list: defineRoute({
    ...containerEndpoints.list,
    access: 'User',
    summary: "The team's instances that wait or run",
    params: GameParams,
    reply: z.array(ContainerChanged),
    errors: ['game.notFound', 'participation.missing', 'participation.notAccepted', 'game.notStarted', 'game.ended'],
  }),
  create: defineRoute({
    ...containerEndpoints.create,
    access: 'User',
    summary: "Start the team's instance; answers when it answers",
    rate: 'container',
    params: ChallengeParams,
    reply: ContainerInfo,
    errors: [
      ...playErrors,
      'participation.staffCannotPlay',
      'participation.isStaff',
      'challenge.noFlagLeft',
      'challenge.imageMissing',
      'container.tooSoon',
      'container.alreadyRunning',
      'container.limitReached',
      'container.startFailed',
      'container.noEngine',
      'container.engineUnavailable',
      'container.diskFull',
      'container.diskLimitExceeded',
      'container.queueFull',
    ],
  }),
  extend: defineRoute({
    ...containerEndpoints.extend,
    access: 'User',
    summary: "Give the team's instance more time",
    rate: 'container',
    params: ChallengeParams,
    reply: ContainerInfo,
    errors: [
      ...playErrors,
      'participation.staffCannotPlay',
      'participation.isStaff',
      'container.none',
      'container.notYetRenewable',
      'container.lifetimeReached',
    ],
  }),
  destroy: defineRoute({
    ...containerEndpoints.destroy,
    access: 'User',
    summary: "Stop the team's instance",
    rate: 'container',
    params: ChallengeParams,
    reply: Empty,
    errors: [...playErrors, 'container.none', 'container.tooSoon', 'container.stopFailed'],
  }),
};

export const testContainerRoutes = {
  create: defineRoute({
    ...testContainerEndpoints.create,
    access: 'organiser',
    summary: 'Start a test instance for two hours',
    rate: 'container',
    params: ChallengeParams,
    reply: TestContainerInfo,
    errors: [
      'game.notFound',
      'challenge.notFound',
      'container.notSupported',
      'challenge.imageMissing',
      'container.startFailed',
      'container.noEngine',
      'container.engineUnavailable',
      'container.diskFull',
      'container.diskLimitExceeded',
      'container.noCapacity',
      'container.exitedEarly',
      'container.noAnswer',
      'container.imageMissing',
      'container.imageDenied',
      'container.imagePullFailed',
      'container.specRefused',
      ...ceilingCodes,
      'container.queueFull',
    ],
  }),
  extend: defineRoute({
    ...testContainerEndpoints.extend,
    access: 'organiser',
    summary: 'Let the test instance run for two hours from now',
    rate: 'container',
    params: ChallengeParams,
    reply: TestContainerInfo,
    errors: ['game.notFound', 'challenge.notFound', 'container.none', 'container.lifetimeReached'],
  }),
  destroy: defineRoute({
    ...testContainerEndpoints.destroy,
    access: 'organiser',
    summary: 'Stop the test instance',
    rate: 'container',
    params: ChallengeParams,
    reply: Empty,
    errors: ['game.notFound', 'challenge.notFound', 'container.stopFailed'],
  }),
  log: defineRoute({
    ...testContainerEndpoints.log,
    access: 'organiser',
    summary: 'The last lines that the test instance wrote, at most 64 KiB; they may hold its flag',
    rate: 'container',
    params: ChallengeParams,
    reply: ContainerLog,
    errors: ['game.notFound', 'challenge.notFound', 'container.none'],
  }),
};

const ContainerPayload = z.object({ containerId: Guid });

export const containerJobs = {
  start: defineJob({
    queue: 'container',
    name: 'start-container',
    payload: ContainerPayload,
    attempts: 3,
    deduplicateBy: (payload) => `start-${payload.containerId}`,
  }),
  stop: defineJob({
    queue: 'container',
    name: 'stop-container',
    payload: ContainerPayload,
    attempts: 10,
    deduplicateBy: (payload) => `stop-${payload.containerId}`,
  }),
  /** Delayed to the container's end; runs again if that was extended. */
  expire: defineJob({ queue: 'container', name: 'expire-container', payload: ContainerPayload, attempts: 5 }),
  /** The answer waits in Redis under `requestId`. */
  readLog: defineJob({
    queue: 'container',
    name: 'read-container-log',
    payload: ContainerPayload.extend({
      requestId: Guid,
      linesMax: z.int().positive().default(200),
      bytesMax: z.int().positive().default(4096),
    }),
    attempts: 1,
  }),
  checkDisk: defineJob({
    queue: 'sweep',
    name: 'check-container-disk',
    payload: z.object({}),
    attempts: 1,
    deduplicateBy: () => 'check-container-disk',
  }),
  reconcile: defineJob({
    queue: 'sweep',
    name: 'reconcile-containers',
    payload: z.object({}),
    attempts: 1,
    deduplicateBy: () => 'reconcile-containers',
  }),
};
