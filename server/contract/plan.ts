import { staffRoles } from '@vexil/db/enums/game';
import { z } from 'zod';
import { userNameLength } from './account';
import { DivisionCreateBody } from './division';
import { reportTwice } from './field';
import { GameUpdateBody, newDivisionsMax } from './game';
import { PackageChallenge } from './package';
import { planEndpoints } from './plan.endpoints';
import { planChallengesMax, planKeyLengthMax, planPathLengthMax } from './plan.limits';
import { reasonLengthMax } from './reason.limits';
import { defineRoutes } from './route';
import { filled, GameParams, Guid, Id, Time, text } from './wire';

const Key = filled(planKeyLengthMax);

const once =
  <Name extends string>(name: Name) =>
  (list: Record<Name, string>[], ctx: z.core.$RefinementCtx) =>
    reportTwice(
      ctx,
      list.map((item) => item[name]),
      (at) => [at, name],
    );

const PlanEntry = z.object({
  key: Key.describe('What the folder knows the challenge by; a challenge that has none yet is found by its title'),
  path: text(planPathLengthMax).describe('Of its file in the folder'),
  challenge: PackageChallenge.describe('As in a package; files by their SHA-256'),
});

/** Members that a folder does not have stay. */
const PlanGame = GameUpdateBody.omit({ version: true, hidden: true }).extend({
  divisions: z
    .array(DivisionCreateBody.omit({ challengeConfigs: true }))
    .max(newDivisionsMax)
    .optional()
    .describe('Found by their name; others stay'),
  staff: z
    .array(z.object({ user: filled(userNameLength.max).describe('Name of the account'), role: z.enum(staffRoles) }))
    .max(newDivisionsMax)
    .superRefine(once('user'))
    .optional()
    .describe('Others stay; the caller’s own role too'),
});

export const PlanBody = z.object({
  game: PlanGame.nullish().describe('Settings of the game; left out, they stay'),
  challenges: z.array(PlanEntry).max(planChallengesMax).superRefine(once('key')),
  repository: text(255).nullish().describe('Shown with each challenge, as is the commit'),
  commit: text(64).nullish(),
  rebuilt: z
    .array(text(512))
    .max(planChallengesMax)
    .optional()
    .describe('Images of the folder that were pushed anew: engines pull them also where they are present'),
  keepOthers: z
    .boolean()
    .default(false)
    .describe('Keep challenges that came from a folder and are not in this one; else they are deleted'),
});

const allowances = ['delete', 'flags', 'values', 'game', 'divisions'] as const;
export type Allowance = (typeof allowances)[number];

const sides = ['Folder', 'Browser', 'Both'] as const;
export type PlanSide = (typeof sides)[number];

export const PlanChange = z.object({
  key: z.string().describe('Of the folder; empty for the game itself'),
  path: z.string().describe('Empty for one that the folder does not have'),
  title: z.string(),
  challengeId: Id.nullable().describe('Null for a new one, and for the game itself'),
  kind: z
    .enum(['Add', 'Change', 'Replace', 'Remove'])
    .describe('Replace: its type differs, so it is deleted and made anew'),
  fields: z
    .array(
      z.object({
        field: z.string().describe('As the editor’s call names it'),
        before: z.string().nullable().describe('JSON, with … where it is cut; null where it is secret'),
        after: z.string().nullable().describe('JSON, with … where it is cut; null where it is secret'),
        changedIn: z.enum(sides).describe('Where it was changed since it was last applied'),
        noticed: z.boolean().describe('Players see it at once'),
      }),
    )
    .describe('Members that differ'),
  needs: z
    .array(z.enum(allowances))
    .describe('What `allow` must name: a deletion always, the others because the game is running'),
  problem: z
    .object({ code: z.string(), field: z.string().describe('Empty where it is about the whole'), message: z.string() })
    .nullable()
    .describe('Why it cannot be applied'),
});
export type PlanChange = z.infer<typeof PlanChange>;

export const Plan = z.object({
  id: Guid,
  createdAt: Time,
  changes: z.array(PlanChange).describe('In the order of the folder, then what is deleted'),
  unchanged: z.int().describe('Challenges of the folder that the game has as they are'),
  missingFiles: z
    .array(z.object({ sha256: z.string().describe('Of the content'), name: z.string(), sizeBytes: z.int() }))
    .describe('To be sent before it is applied'),
});
export type Plan = z.infer<typeof Plan>;

export const PlanImage = z.object({
  key: z.string().describe('Of the challenge in the folder'),
  field: z.enum(['containerImage', 'containerOptions', 'solver']).describe('Which names the image'),
  image: z.string(),
  state: z
    .enum(['present', 'waiting', 'failed', 'unknown'])
    .describe('Of all engines the worst; unknown: there is no engine'),
  reason: z.string().nullable().describe('Why an engine could not pull it, in the caller’s language'),
});
export type PlanImage = z.infer<typeof PlanImage>;

export const PlanApplyBody = z.object({
  allow: z.array(z.enum(allowances)).max(allowances.length).default([]).describe('What a running game asks for'),
  reason: z
    .string()
    .trim()
    .max(reasonLengthMax)
    .nullish()
    .describe('For the audit log; required where `divisions` is needed: teams play in what is changed'),
  choices: z
    .array(
      z.object({
        key: text(planKeyLengthMax).describe('Of the change; empty for the game itself'),
        take: z.enum(['Folder', 'Browser']).describe('The side that stays'),
      }),
    )
    .max(planChallengesMax)
    .default([])
    .describe('For what was changed in the browser: which side stays'),
});

const PlanParams = GameParams.extend({ planId: Guid });

export const planRoutes = defineRoutes(planEndpoints, { access: 'organiser', params: PlanParams })({
  create: {
    summary: 'Compare challenges of a folder with those of the game; nothing changes until the plan is applied',
    params: GameParams,
    body: PlanBody,
    bodyBytesMax: 16 * 1024 * 1024,
    reply: Plan,
  },
  get: {
    summary: 'A plan of the last day, compared anew, with the files that are missing still',
    reply: Plan,
    errors: ['plan.notFound'],
  },
  file: {
    summary: 'Send a file that the plan misses',
    params: PlanParams.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    rate: 'planFile',
    errors: ['plan.notFound', 'plan.fileUnknown', 'plan.fileDiffers', 'asset.fileMissing', 'asset.tooLarge'],
  },
  images: {
    summary: 'Whether the container engines have the images of a plan, which it has asked them to pull',
    reply: z.array(PlanImage),
    errors: ['plan.notFound'],
  },
  apply: {
    summary: 'Make the changes of a plan, all or none',
    body: PlanApplyBody,
    bodyBytesMax: 4 * 1024 * 1024,
    reply: Plan.pick({ changes: true }),
    errors: [
      'plan.notFound',
      'plan.outdated',
      'plan.filesMissing',
      'plan.notAllowed',
      'plan.undecided',
      'plan.notPossible',
      'division.reasonMissing',
    ],
  },
  delete: {
    summary: 'Forget a plan; files that nothing uses are deleted later',
    errors: ['plan.notFound'],
  },
});
