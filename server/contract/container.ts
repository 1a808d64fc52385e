import { containerStates, containerStatuses, portKinds } from '@vexil/db/enums/container';
import { z } from 'zod';
import { ceilingCodes } from './ceiling';
import { containerEndpoints } from './container.endpoints';
import { testContainerEndpoints } from './container-test.endpoints';
import { defineEngineJob, defineJob, defineSingleEngineJob, defineSingleJob } from './job';
import { defineRoutes } from './route';
import { ChallengeParams, GameParams, Guid, Id, Time } from './wire';

export const shownEndReasons = [
  'expired',
  'exited',
  'outOfMemory',
  'limit',
  'staff',
  'diskLimit',
  'engineDown',
  'engineRemoved',
  'paused',
  'diskFull',
  'unreachable',
  'noCapacity',
  'tooLate',
] as const;
export type ShownEndReason = (typeof shownEndReasons)[number];

/** A reachable port of an instance; the first one is `main`. */
export const InstancePort = z.object({
  name: z.string(),
  kind: z.enum([...portKinds, 'ssh']).describe('ssh: port 22 of the container'),
  entry: z.string().describe('host:port, or the rest of the relay’s address behind /api/proxy/'),
  url: z.string().nullable().describe('For a browser; null where the port has no host name of its own'),
  tls: z.boolean().describe('Clients speak TLS to `entry`, with its host as server name'),
});
export type InstancePort = z.infer<typeof InstancePort>;

/** `entry` is `host:port`, or the container's id where the platform relays. */
export const ContainerInfo = z.object({
  status: z.enum(containerStatuses),
  startedAt: Time,
  expectStopAt: Time,
  entry: z.string(),
  ports: z.array(InstancePort).describe('Empty until it runs'),
});
export type ContainerInfo = z.infer<typeof ContainerInfo>;

/** `ticket` opens the relay without a session; null for published ports and API tokens, which open it themselves. */
export const TestContainerInfo = ContainerInfo.extend({ ticket: z.string().nullable() });
export type TestContainerInfo = z.infer<typeof TestContainerInfo>;

/** In the caller's language. */
export const StartFailure = z.object({
  at: Time,
  team: z.string().nullable().describe('Null for a test instance, and for one that all teams share'),
  reason: z.string().describe('Why it failed, in the caller’s language'),
  lastLines: z
    .string()
    .nullable()
    .describe('What a test instance wrote last; null for others, and where it wrote nothing'),
});
export type StartFailure = z.infer<typeof StartFailure>;

export const ContainerLog = z.object({
  text: z.string().nullable().describe('null when no worker answered in time'),
});

export const ContainerChanged = z.object({
  challengeId: Id,
  containerId: Guid,
  state: z.enum(containerStates),
  requestedAt: Time.describe('When it was asked for'),
  entry: z.string().nullable(),
  ports: z.array(InstancePort).describe('Empty until it runs'),
  expectStopAt: Time.nullable(),
  /** Starts ahead of this one; null when it does not wait. */
  position: z.int().nullable(),
  waitSeconds: z
    .int()
    .nullable()
    .describe('Until it will probably be ready; null when it does not wait, or nothing is known'),
  isFull: z.boolean().describe('Whether it waits for another instance to end, because there is no room'),
  userName: z.string().nullable(),
  isShared: z.boolean().describe('One instance for all teams, which no team can stop or extend'),
  /** Null while it lives, and for reasons only staff may see. */
  endReason: z.enum(shownEndReasons).nullable(),
});
export type ContainerChanged = z.infer<typeof ContainerChanged>;

const playErrors = [
  'participation.missing',
  'participation.notAccepted',
  'game.notStarted',
  'game.ended',
  'container.notSupported',
] as const;

export const containerRoutes = defineRoutes(containerEndpoints, { access: 'User', params: ChallengeParams })({
  list: {
    summary: "The team's instances that wait or run",
    params: GameParams,
    reply: z.array(ContainerChanged),
    errors: ['participation.missing', 'participation.notAccepted', 'game.notStarted', 'game.ended'],
  },
  create: {
    summary: "Start the team's instance; answers when it answers",
    rate: 'container',
    reply: ContainerInfo,
    errors: [
      ...playErrors,
      'participation.staffCannotPlay',
      'participation.isStaff',
      'game.paused',
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
      'container.noCapacity',
      'container.notReady',
      'container.queueFull',
      'container.stillWaiting',
      'container.full',
    ],
  },
  extend: {
    summary: "Give the team's instance more time",
    rate: 'container',
    reply: ContainerInfo,
    errors: [
      ...playErrors,
      'participation.staffCannotPlay',
      'participation.isStaff',
      'game.paused',
      'container.none',
      'container.notYetRenewable',
      'container.isShared',
      'container.lifetimeReached',
    ],
  },
  destroy: {
    summary: "Stop the team's instance",
    rate: 'container',
    errors: [...playErrors, 'container.none', 'container.tooSoon', 'container.stopFailed', 'container.isShared'],
  },
});

export const testContainerRoutes = defineRoutes(testContainerEndpoints, {
  access: 'organiser',
  rate: 'container',
  params: ChallengeParams,
})({
  create: {
    summary: 'Start a test instance for two hours',
    reply: TestContainerInfo,
    errors: [
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
      'container.runtimeMissing',
      ...ceilingCodes,
      'container.queueFull',
      'container.stillWaiting',
      'container.full',
    ],
  },
  extend: {
    summary: 'Let the test instance run for two hours from now',
    reply: TestContainerInfo,
    errors: ['container.none', 'container.lifetimeReached'],
  },
  destroy: {
    summary: 'Stop the test instance',
    errors: ['container.stopFailed'],
  },
  log: {
    summary: 'The last lines that the test instance wrote, at most 64 KiB; they may hold its flag',
    reply: ContainerLog,
    errors: ['container.none'],
  },
});

const ContainerPayload = z.object({ containerId: Guid });

/** Jobs of the queue `container` and sweeps are done by any worker, the others by one that reaches the engine. */
export const containerJobs = {
  /** Gives waiting starts an engine, first come, first served. */
  place: defineSingleJob('placement', 'place-containers'),
  /** Sends the teams that wait their positions; delayed, so that a moving queue is sent once a second. */
  announceQueue: defineSingleJob('placement', 'announce-container-queue'),
  start: defineEngineJob({
    name: 'start-container',
    /** `isTakenOver`: the worker that began it is lost. */
    payload: ContainerPayload.extend({ isTakenOver: z.boolean().default(false) }),
    attempts: 5,
    deduplicateBy: ({ containerId, isTakenOver }) => `${isTakenOver ? 'take-over' : 'start'}-${containerId}`,
  }),
  stop: defineJob({
    queue: 'container',
    name: 'stop-container',
    payload: ContainerPayload,
    attempts: 10,
    deduplicateBy: (payload) => `stop-${payload.containerId}`,
  }),
  stopOnEngine: defineEngineJob({
    name: 'stop-container',
    payload: ContainerPayload,
    attempts: 10,
    deduplicateBy: (payload) => `stop-${payload.containerId}`,
  }),
  /** Delayed to the container's end; runs again if that was extended. */
  expire: defineJob({ queue: 'container', name: 'expire-container', payload: ContainerPayload, attempts: 5 }),
  /** The answer waits in Redis under `requestId`. */
  readLog: defineEngineJob({
    name: 'read-container-log',
    payload: ContainerPayload.extend({
      requestId: Guid,
      linesMax: z.int().positive().default(200),
      bytesMax: z.int().positive().default(4096),
    }),
    attempts: 1,
  }),
  checkDisk: defineSingleEngineJob('check-container-disk'),
  /** The images of its rows that are due. */
  pullImages: defineSingleEngineJob('pull-images', 3),
  /** Starts and ends the containers that no team asked for: shared ones that are kept, and those started ahead. */
  keep: defineSingleJob('sweep', 'keep-containers'),
  /** Of the rows; each engine is compared by a job of its own. */
  reconcile: defineSingleJob('sweep', 'reconcile-containers'),
  reconcileEngine: defineSingleEngineJob('reconcile-engine'),
};
