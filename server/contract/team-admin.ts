import { z } from 'zod';
import { defineRoute, Empty } from './route';
import { Team } from './team';
import { teamBioLengthMax, teamNameLengthMax } from './team.limits';
import { teamAdminEndpoints } from './team-admin.endpoints';
import { filled, Guid, optionalName, page, pageQuery, TeamParams } from './wire';

/** Absent and empty members stay: wire clients send empty ones for what they do not edit. */
export const AdminTeamUpdateBody = z.object({
  name: optionalName(teamNameLengthMax).nullish(),
  bio: z.string().max(teamBioLengthMax).nullish(),
  locked: z.boolean().nullish(),
  captainId: Guid.nullish().describe('A member of the team'),
});

export const teamAdminRoutes = {
  list: defineRoute({
    ...teamAdminEndpoints.list,
    access: 'Admin',
    summary: 'All teams with their members, oldest first',
    query: pageQuery(500, 100).extend({
      hint: z.string().max(256).optional().describe('In the name, or the id'),
      locked: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
    }),
    reply: page(Team),
    errors: [],
  }),
  search: defineRoute({
    ...teamAdminEndpoints.search,
    access: 'Admin',
    scope: 'admin:read',
    summary: 'At most 30 teams whose name has the hint in it, or whose id it is',
    query: z.object({ hint: filled(256) }),
    reply: page(Team),
    errors: [],
  }),
  update: defineRoute({
    ...teamAdminEndpoints.update,
    access: 'Admin',
    summary: 'Rename a team, change its text, lock or unlock its members, hand it to another member',
    params: TeamParams,
    body: AdminTeamUpdateBody,
    reply: Empty,
    errors: ['team.unknown', 'team.notMember'],
  }),
  delete: defineRoute({
    ...teamAdminEndpoints.delete,
    access: 'Admin',
    summary: 'Disband a team, locked or not, with all it did in games',
    params: TeamParams,
    reply: Empty,
    errors: ['team.notFound'],
  }),
};
