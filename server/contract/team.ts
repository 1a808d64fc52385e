import { z } from 'zod';
import { defineRoutes } from './route';
import { teamEndpoints } from './team.endpoints';
import { teamBioLengthMax, teamNameLengthMax } from './team.limits';
import { AssetUrl, filled, Guid, Id, optionalName, shownName, TeamParams, text } from './wire';

export const TeamMember = z.object({
  id: Guid.nullable(),
  userName: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: AssetUrl.nullable(),
  captain: z.boolean(),
});

export const Team = z.object({
  id: Id,
  name: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: AssetUrl.nullable(),
  locked: z.boolean(),
  members: z.array(TeamMember),
});
export type Team = z.infer<typeof Team>;
export const teamHolds = ['members', 'team'] as const;

export const OwnTeam = Team.extend({
  held: z
    .enum(teamHolds)
    .nullable()
    .describe('What a game keeps until it ends: members, none can leave or be removed; team, it cannot be disbanded'),
});
export type OwnTeam = z.infer<typeof OwnTeam>;
/** The reply of calls that replace the invite code, to the captain. */
export const InvitingTeam = Team.extend({
  inviteCode: z.string().describe('The new invite code, `{name}:{id}:{token}`'),
});
export type InvitingTeam = z.infer<typeof InvitingTeam>;
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamCreateBody = z.object({
  name: shownName(teamNameLengthMax),
  bio: text(teamBioLengthMax).nullish(),
});
/** Absent members stay; a null bio clears. */
export const TeamUpdateBody = z.object({
  name: optionalName(teamNameLengthMax).nullish(),
  bio: text(teamBioLengthMax).nullish(),
});

const captainErrors = ['team.notFound', 'team.notCaptain'] as const;

export const teamRoutes = defineRoutes(teamEndpoints, { access: 'User' })({
  get: {
    access: 'Anonymous',
    summary: 'A team and its members',
    params: TeamParams,
    reply: Team,
    errors: ['team.notFound'],
  },
  list: {
    summary: 'The teams one is a member of',
    reply: z.array(OwnTeam),
  },
  create: {
    summary: 'Found a team and lead it',
    rate: 'team',
    body: TeamCreateBody,
    reply: Team,
    errors: ['team.captainLimit', 'account.nameReserved'],
  },
  update: {
    summary: 'Rename a team or change its text',
    params: TeamParams,
    body: TeamUpdateBody,
    reply: Team,
    errors: [...captainErrors, 'account.nameReserved', 'team.nameTaken'],
  },
  transfer: {
    summary: 'Hand the team over to another member; the invite code changes',
    params: TeamParams,
    body: z.object({ newCaptainId: Guid }),
    reply: InvitingTeam,
    errors: [...captainErrors, 'team.notMember', 'team.newCaptainLimit'],
  },
  invite: {
    summary: 'The invite code, `{name}:{id}:{token}`',
    params: TeamParams,
    reply: z.string(),
    errors: captainErrors,
  },
  rotateInvite: {
    summary: 'A new invite code; the old one stops working',
    params: TeamParams,
    reply: z.string(),
    errors: captainErrors,
  },
  kick: {
    summary: 'Remove a member; the invite code changes',
    params: TeamParams.extend({ userId: Guid }),
    reply: InvitingTeam,
    errors: [...captainErrors, 'team.locked', 'team.notMember', 'team.captainStays'],
  },
  accept: {
    summary: 'Join a team by its invite code, given as a JSON string',
    rate: 'team',
    body: text(256),
    errors: ['team.inviteInvalid', 'team.alreadyMember'],
  },
  leave: {
    summary: 'Leave a team, whose invite code changes',
    params: TeamParams,
    errors: ['team.notFound', 'team.notMember', 'team.locked', 'team.captainStays'],
  },
  avatar: {
    summary: "Replace the team's picture",
    rate: 'upload',
    params: TeamParams,
    reply: AssetUrl,
    errors: [...captainErrors, 'asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  },
  delete: {
    summary: 'Disband a team',
    params: TeamParams,
    errors: [...captainErrors, 'team.locked'],
  },
  verify: {
    access: 'Anonymous',
    summary: "Check a team token against a game's public key",
    body: z.object({ teamToken: filled(512), publicKey: filled(128) }),
    errors: ['team.tokenMalformed', 'team.tokenWrong'],
  },
});
