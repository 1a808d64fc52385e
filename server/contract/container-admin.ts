import { challengeCategories } from '@vexil/db/enums/challenge';
import { containerStatuses } from '@vexil/db/enums/container';
import { vias } from '@vexil/db/enums/submission';
import { z } from 'zod';
import { CategoryLook } from './category';
import { ContainerLog, InstancePort } from './container';
import { containerAdminEndpoints } from './container-admin.endpoints';
import { defineRoutes } from './route';
import { AssetUrl, Guid, Id, page, Time } from './wire';

export const ContainerInstance = z.object({
  team: z.object({ id: Id, name: z.string(), avatar: AssetUrl.nullable() }).nullable(),
  challenge: z
    .object({
      id: Id,
      title: z.string(),
      category: z.enum(challengeCategories),
      customCategory: CategoryLook.nullable(),
    })
    .nullable(),
  /** Beyond the reference. */
  game: z.object({ id: Id, title: z.string() }),
  image: z.string(),
  containerGuid: Guid,
  /** Empty until the engine has one. */
  containerId: z.string(),
  startedAt: Time,
  expectStopAt: Time,
  /** Public address, else the internal one; empty and 0 until reachable. */
  ip: z.string(),
  port: z.int(),
  ports: z.array(InstancePort).describe('As its players reach them; empty until it runs'),
  /** Beyond the reference. */
  status: z.enum(['Queued', ...containerStatuses]),
  /** Starts ahead of one that is queued. */
  position: z.int().nullable(),
  via: z.enum(vias).describe('How it was started: in the browser, with a token, or with a tool of /mcp'),
});
export type ContainerInstance = z.infer<typeof ContainerInstance>;

export const FailedStart = ContainerInstance.pick({ team: true, challenge: true, game: true, image: true }).extend({
  containerGuid: Guid,
  at: Time,
  reason: z.string().describe('Why it failed, in the caller’s language'),
});
export type FailedStart = z.infer<typeof FailedStart>;

/** Also for organisers, for containers of their games. */
export const containerAdminRoutes = defineRoutes(containerAdminEndpoints, { access: 'User' })({
  list: {
    summary: 'Containers of teams, oldest first: all for administrators, those of their games for organisers',
    reply: page(ContainerInstance),
  },
  failures: {
    summary: 'Starts of the last day that failed and that their team has not repeated since, newest first, at most 200',
    reply: z.array(FailedStart),
  },
  log: {
    summary: 'The last lines that a container wrote, at most 4 KiB; they may hold its flag',
    params: z.object({ id: Guid.toLowerCase() }),
    reply: ContainerLog,
    errors: ['container.notFound'],
  },
  destroy: {
    summary: 'End a container, also a test container; answers when it is gone',
    params: z.object({ id: Guid.toLowerCase() }),
    errors: ['container.notFound', 'container.stopFailed'],
  },
});
