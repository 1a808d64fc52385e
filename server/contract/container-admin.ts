import { challengeCategories } from '@vexil/db/enums/challenge';
import { containerStatuses } from '@vexil/db/enums/container';
import { z } from 'zod';
import { containerAdminEndpoints } from './container-admin.endpoints';
import { defineRoute, Empty } from './route';
import { AssetUrl, Guid, Id, page, Time } from './wire';

/** A team's container as administrators see it. */
export const ContainerInstance = z.object({
  team: z.object({ id: Id, name: z.string(), avatar: AssetUrl.nullable() }).nullable(),
  challenge: z.object({ id: Id, title: z.string(), category: z.enum(challengeCategories) }).nullable(),
  image: z.string(),
  /** The id that calls take. */
  containerGuid: Guid,
  /** The engine's id; empty as long as the engine has none. */
  containerId: z.string(),
  startedAt: Time,
  expectStopAt: Time,
  /** Address for players, else for the platform; empty and 0 until it can be reached. */
  ip: z.string(),
  port: z.int(),
  /** Beyond the reference, whose list knows only what has started. */
  status: z.enum(containerStatuses),
});
export type ContainerInstance = z.infer<typeof ContainerInstance>;

/** Both calls name no game; besides administrators they serve organisers, for the containers of their games. */
export const containerAdminRoutes = {
  list: defineRoute({
    ...containerAdminEndpoints.list,
    access: 'User',
    summary: 'Containers of teams, oldest first: all for administrators, those of their games for organisers',
    reply: page(ContainerInstance),
    errors: [],
  }),
  destroy: defineRoute({
    ...containerAdminEndpoints.destroy,
    access: 'User',
    summary: 'End a container, also a test container; answers when it is gone',
    params: z.object({ id: Guid.toLowerCase() }),
    reply: Empty,
    errors: ['container.notFound', 'container.stopFailed'],
  }),
};
