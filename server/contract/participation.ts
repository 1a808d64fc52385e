import { participationStatuses, storedParticipationStatuses } from '@vexil/db/enums/participation';
import { z } from 'zod';
import { Profile } from './account';
import { FieldValue, FieldValuesBody } from './own-field';
import { participationEndpoints } from './participation.endpoints';
import { reasonLengthMax } from './reason.limits';
import { reviewEndpoints } from './review.endpoints';
import { defineRoutes } from './route';
import { AcceptBody, AcceptedHash, AcceptedRule, AnyId, AssetUrl, GameParams, Guid, Id, pathId, text } from './wire';

// The reference answers 404 for an absent team; ours names the member.
export const JoinBody = z.object({
  teamId: AnyId.optional().describe('Absent in a game that is joined alone'),
  divisionId: AnyId.nullish(),
  inviteCode: text(256).nullish(),
  acceptedRules: AcceptedHash,
  fields: FieldValuesBody,
  acceptRule: AcceptedRule,
});

export const ParticipationInfo = z.object({
  id: Id,
  team: z.object({
    id: Id,
    locked: z.boolean(),
    captainId: Guid,
    name: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: AssetUrl.nullable(),
    members: z.array(Profile),
  }),
  registeredMembers: z.array(Guid),
  memberFields: z
    .array(z.object({ userId: Guid, fields: z.array(FieldValue) }))
    .describe('What registered members answered to the questions of the game'),
  divisionId: Id.nullable(),
  status: z.enum(participationStatuses),
});
export type ParticipationInfo = z.infer<typeof ParticipationInfo>;

export const participationRoutes = defineRoutes(
  { ...participationEndpoints, ...reviewEndpoints },
  { access: 'User', params: GameParams },
)({
  check: {
    summary: 'Which divisions the caller could join with which team',
    reply: z.object({
      joinedTeams: z.array(z.object({ id: Id, division: Id })),
      joinableDivisions: z.array(Id),
      openDivisions: z
        .array(Id)
        .describe('Of these, those that a group of the caller’s sign-in opens without their code'),
    }),
  },
  join: {
    summary: 'Join a game with a team',
    body: JoinBody,
    errors: [
      'game.ended',
      'participation.rulesNotAccepted',
      'account.fieldRequired',
      'account.fieldInvalid',
      'participation.ruleNotAccepted',
      'participation.teamNotFound',
      'participation.notTeamMember',
      'participation.joinedAlone',
      'participation.divisionRequired',
      'participation.divisionNotJoinable',
      'participation.divisionFixed',
      'participation.inviteCodeWrong',
      'participation.alreadyJoined',
      'participation.teamSuspended',
      'participation.memberLimit',
      'participation.isStaff',
      'participation.staffCannotPlay',
      'team.nameTaken',
    ],
  },
  acceptRules: {
    summary: 'Accept the rules of a joined game, or the one of the own division, anew, after they have changed',
    body: AcceptBody,
    errors: ['participation.missing', 'participation.rulesNotAccepted'],
  },
  answerFields: {
    summary: 'Answer what a joined game asks of its participants, until it ends; absent answers stay',
    body: z.object({ fields: FieldValuesBody }),
    errors: ['game.ended', 'participation.missing', 'account.fieldRequired', 'account.fieldInvalid'],
  },
  publicFields: {
    access: 'Anonymous',
    summary: 'Public answers of the members of a team on the scoreboard',
    params: GameParams.extend({ teamId: pathId() }),
    reply: z.array(z.object({ userName: z.string(), fields: z.array(FieldValue) })),
    errors: ['game.notStarted', 'scoreboard.notVisible', 'participation.teamNotFound'],
  },
  leave: {
    summary: 'Leave a game before being accepted',
    errors: ['participation.missing', 'participation.cannotLeave'],
  },
  list: {
    access: 'organiser',
    // Contains contact data, which monitors may not see.
    scope: 'edit:read',
    summary: 'All teams of a game, for review',
    reply: z.array(ParticipationInfo),
  },
  /** The path names no game: the handler's policy checks the staff. */
  update: {
    summary: 'Accept, reject or suspend a team, or move it to a division; absent members stay',
    params: z.object({ id: pathId() }),
    body: z.object({
      status: z.enum(storedParticipationStatuses).nullish(),
      divisionId: AnyId.nullable().optional(),
      reason: z
        .string()
        .trim()
        .max(reasonLengthMax)
        .nullish()
        .describe('For the audit log; required to change the division once the game has started'),
    }),
    errors: ['participation.notFound', 'division.notFound', 'division.reasonMissing', 'team.nameTaken'],
  },
});

export const ParticipationChanged = z.object({ gameId: Id, status: z.enum(participationStatuses) });
