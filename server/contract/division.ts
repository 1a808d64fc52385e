import { allPermissions } from '@vexil/db/enums/division';
import { z } from 'zod';
import { divisionEndpoints } from './division.endpoints';
import { defineRoute, Empty } from './route';
import { EditedVersion, GameParams, Id, pathId, shownName, text, Version } from './wire';

export const Permissions = z.int().min(0).max(allPermissions).describe('Bit mask');
export const DivisionChallenge = z.object({ challengeId: Id, permissions: Permissions });
export const Division = z.object({
  id: Id,
  name: z.string(),
  inviteCode: z.string().nullable(),
  defaultPermissions: Permissions,
  challengeConfigs: z.array(DivisionChallenge),
  version: Version,
});
export type Division = z.infer<typeof Division>;

const ChallengeConfigs = z
  .array(z.object({ challengeId: Id, permissions: Permissions.default(allPermissions) }))
  .max(10_000);
const DivisionParams = GameParams.extend({ divisionId: pathId() });

export const DivisionCreateBody = z.object({
  name: shownName(31),
  inviteCode: text(32).nullish(),
  defaultPermissions: Permissions.nullish(),
  challengeConfigs: ChallengeConfigs.nullish(),
});
/** Absent and null members stay, an empty invite code clears, a list replaces all entries. */
export const DivisionUpdateBody = z.object({
  name: shownName(31).nullish(),
  inviteCode: text(32).nullish(),
  defaultPermissions: Permissions.nullish(),
  challengeConfigs: ChallengeConfigs.nullish(),
  version: EditedVersion,
});

export const divisionRoutes = {
  list: defineRoute({
    ...divisionEndpoints.list,
    access: 'organiser',
    summary: 'Divisions of a game',
    params: GameParams,
    reply: z.array(Division),
    errors: ['game.notFound'],
  }),
  create: defineRoute({
    ...divisionEndpoints.create,
    access: 'organiser',
    summary: 'Add a division',
    params: GameParams,
    body: DivisionCreateBody,
    bodyBytesMax: 1024 * 1024,
    reply: Division,
    errors: ['game.notFound', 'division.challengeUnknown', 'division.challengeTwice'],
  }),
  update: defineRoute({
    ...divisionEndpoints.update,
    access: 'organiser',
    summary: 'Change a division',
    params: DivisionParams,
    body: DivisionUpdateBody,
    bodyBytesMax: 1024 * 1024,
    reply: Division,
    errors: [
      'game.notFound',
      'division.notFound',
      'division.challengeUnknown',
      'division.challengeTwice',
      'request.outdated',
    ],
  }),
  delete: defineRoute({
    ...divisionEndpoints.delete,
    access: 'organiser',
    summary: 'Delete a division; its teams stay, without division',
    params: DivisionParams,
    reply: Empty,
    errors: ['game.notFound', 'division.notFound'],
  }),
};
