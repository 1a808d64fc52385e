import { z } from 'zod';
import { defineRoutes } from './route';
import { Team } from './team';
import { teamBioLengthMax, teamNameLengthMax } from './team.limits';
import { teamAdminEndpoints } from './team-admin.endpoints';
import {
  ContentVersion,
  EditedVersion,
  filled,
  Guid,
  Id,
  optionalName,
  page,
  pageQuery,
  pathId,
  TeamParams,
  text,
} from './wire';

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

export const teamOrders = ['id', 'name', 'members', 'games'] as const;

export const AdminTeam = Team.extend({
  gameCount: z.int().describe('Games that it has joined'),
  version: ContentVersion,
});
export type AdminTeam = z.infer<typeof AdminTeam>;

const clearedTexts = ['bio'] as const;

/** Absent and empty members stay: wire clients send empty ones for what they do not edit. What `clear` names ends. */
export const AdminTeamUpdateBody = z.object({
  name: optionalName(teamNameLengthMax).nullish(),
  bio: text(teamBioLengthMax).nullish(),
  locked: z.boolean().nullish(),
  captainId: Guid.nullish().describe('A member of the team'),
  clear: z
    .array(z.enum(clearedTexts))
    .max(clearedTexts.length)
    .nullish()
    .describe('Texts to remove, because an empty one stays'),
  version: EditedVersion,
});

export const teamAdminRoutes = defineRoutes(teamAdminEndpoints, { access: 'Admin' })({
  list: {
    summary: 'All teams with their members, oldest first unless another order is named',
    query: pageQuery(500, 100).extend({
      hint: text(256).optional().describe('In the name, or the id'),
      locked: flag.optional(),
      mergesWith: pathId().optional().describe('Only teams that can be merged with this one'),
      order: z.enum(teamOrders).default('id'),
      descending: flag.default(false),
    }),
    reply: page(AdminTeam),
  },
  search: {
    scope: 'admin:read',
    summary: 'At most 30 teams whose name has the hint in it, or whose id it is',
    query: z.object({ hint: filled(256) }),
    reply: page(Team),
  },
  update: {
    summary: 'Rename a team, change its text, lock or unlock its members, hand it to another member',
    params: TeamParams,
    body: AdminTeamUpdateBody,
    errors: ['team.unknown', 'team.notMember', 'team.nameTaken', 'request.outdated'],
  },
  merge: {
    summary: 'Move members and games of a team to another one, and delete the first',
    params: TeamParams,
    body: z.object({ intoTeamId: Id.describe('Team that stays') }),
    reply: Team.describe('The other team, as it is now'),
    errors: ['team.notFound', 'team.unknown', 'team.mergeSame', 'team.mergeCommonGame', 'team.nameTaken'],
  },
  delete: {
    summary: 'Disband a team, locked or not, with all it did in games',
    params: TeamParams,
    errors: ['team.notFound'],
  },
});
