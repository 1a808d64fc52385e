import { allPermissions, divisionKinds } from '@vexil/db/enums/division';
import { z } from 'zod';
import { divisionEndpoints } from './division.endpoints';
import { reasonLengthMax } from './reason.limits';
import { defineRoutes } from './route';
import { ruleTextLengthMax } from './terms.limits';
import { EditedVersion, GameParams, Id, pathId, shownName, text, Version } from './wire';

const played = { description: 'Who plays in it: people, people with agents, or agents', examples: ['Agents'] };
export const DivisionKind = z.enum(divisionKinds).meta(played);
export const Permissions = z.int().min(0).max(allPermissions).describe('Bit mask');
export const DivisionChallenge = z.object({ challengeId: Id, permissions: Permissions });
export const Division = z.object({
  id: Id,
  name: z.string(),
  inviteCode: z.string().nullable(),
  defaultPermissions: Permissions,
  challengeConfigs: z.array(DivisionChallenge),
  // Beyond the reference.
  kind: DivisionKind.nullable().meta(played),
  ruleText: z.string().describe('Markdown; who joins accepts it. Empty for none'),
  scoresAlone: z.boolean().describe('Whether its teams have values, bloods and ranks of their own'),
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
  kind: DivisionKind.nullish().meta(played),
  ruleText: text(ruleTextLengthMax).nullish(),
  scoresAlone: z.boolean().nullish(),
});
/** Absent and null members stay, but a kind, which null takes away; an empty invite code clears, a list replaces all entries. */
export const DivisionUpdateBody = DivisionCreateBody.extend({
  name: shownName(31).nullish(),
  force: z.boolean().optional().describe('Changes `kind` and `scoresAlone` although teams of the division play'),
  reason: z.string().trim().max(reasonLengthMax).nullish().describe('For the audit log; required with `force`'),
  version: EditedVersion,
});

export const divisionRoutes = defineRoutes(divisionEndpoints, { access: 'organiser' })({
  list: {
    summary: 'Divisions of a game',
    params: GameParams,
    reply: z.array(Division),
  },
  create: {
    summary: 'Add a division',
    params: GameParams,
    body: DivisionCreateBody,
    bodyBytesMax: 1024 * 1024,
    reply: Division,
    errors: ['division.challengeUnknown', 'division.challengeTwice'],
  },
  update: {
    summary: 'Change a division',
    params: DivisionParams,
    body: DivisionUpdateBody,
    bodyBytesMax: 1024 * 1024,
    reply: Division,
    errors: [
      'division.notFound',
      'division.challengeUnknown',
      'division.challengeTwice',
      'division.hasTeams',
      'division.reasonMissing',
      'request.outdated',
    ],
  },
  delete: {
    summary: 'Delete a division; its teams stay, without division',
    params: DivisionParams,
    errors: ['division.notFound', 'division.hasTeams'],
  },
});
