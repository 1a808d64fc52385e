// Compatible with other platforms' packages; what those cannot express is in `vexil` members, which they ignore.

import {
  challengeCategories,
  challengeTypes,
  fileTypes,
  flagMatches,
  type ScoreCurveKind,
  scoreCurves,
} from '@vexil/db/enums/challenge';
import { divisionKinds } from '@vexil/db/enums/division';
import { boardVisibilities } from '@vexil/db/enums/game';
import { z } from 'zod';
import { CategoryName, CustomCategories } from './category';
import { NetworkMode } from './ceiling';
import {
  Author,
  attachmentsMax,
  connectionLengthMax,
  FlagTemplate,
  FlagText,
  HintInput,
  Hints,
  hintsMax,
  Requires,
  Tags,
  Topics,
} from './challenge';
import { ContainerOptions } from './container-options';
import { problem, problemOf } from './field';
import { contentLengthMax, inviteCodeLengthMax, summaryLengthMax, titleLengthMax } from './game';
import { OwnFields } from './own-field';
import { packageEndpoints } from './package.endpoints';
import { planKeyLengthMax } from './plan.limits';
import { RetentionChange } from './retention';
import { Binary, defineRoutes } from './route';
import { SolverSettings } from './solver';
import { ruleTextLengthMax, termsLengthMax } from './terms.limits';
import { BloodBonusPoints, filled, GameParams, Guid, Id, int32Max, shownName, Time, text, timeMax } from './wire';

export const packageFormat = 'GZCTF-GAME';

const Integer = (min: number, max = int32Max) => z.int().min(min).max(max);
const isBlank = (text: string | null) => text === null || text.trim() === '';

/** ISO 8601 with offset; times before 1970, such as "never set", become 1970. */
const PackageTime = z.iso
  .datetime({ offset: true })
  .transform((text) => Math.min(Math.max(Date.parse(text), 0), timeMax));
const Code = text(inviteCodeLengthMax)
  .regex(/^[\w-]*$/)
  .nullable()
  .default(null);
const AnyCode = text(inviteCodeLengthMax);
const PermissionNames = z.array(z.string()).nullable();
const Hash = z.string().regex(/^[0-9a-f]{64}$/i);

export const PackageManifest = z.object({
  version: z.string().default('1.0'),
  format: z.string().default(packageFormat),
});
export type PackageManifest = z.output<typeof PackageManifest>;

const PackageDivision = z.object({
  name: shownName(31),
  inviteCode: Code,
  defaultPermissions: PermissionNames.default(['None']),
  challengeConfig: z
    .array(z.object({ challengeId: Integer(1), permissions: PermissionNames.default([]) }))
    .max(10_000)
    .default([]),
  vexil: z
    .object({
      inviteCode: AnyCode,
      kind: z.enum(divisionKinds).nullable(),
      ruleText: text(ruleTextLengthMax),
      scoresAlone: z.boolean(),
    })
    .partial()
    .optional(),
});

const GameExtra = z.object({
  practiceMode: z.boolean(),
  freezeTime: PackageTime.nullable(),
  inviteCode: AnyCode.optional(),
  containerCountLimit: Integer(0).optional(),
  containerTotalLimit: Integer(0).optional(),
  boardVisibility: z.enum(boardVisibilities).optional(),
  customCategories: CustomCategories.optional(),
  hintsMayGoBelowZero: z.boolean().optional(),
  individual: z.boolean().optional(),
  rules: text(termsLengthMax).optional(),
  fields: OwnFields.optional(),
  allowsMcp: z.boolean().optional(),
  ...RetentionChange.shape,
  bloodBonusPoints: BloodBonusPoints.optional(),
  writeupDeadline: PackageTime.optional(),
});

export const PackageGame = z
  .object({
    title: filled(titleLengthMax),
    summary: text(summaryLengthMax).default(''),
    content: text(contentLengthMax).default(''),
    hidden: z.boolean().default(false),
    practiceMode: z.boolean().default(true),
    acceptWithoutReview: z.boolean().default(false),
    inviteCode: Code,
    teamMemberCountLimit: Integer(0).default(0),
    containerCountLimit: Integer(1).default(3),
    startTime: PackageTime.default(0),
    endTime: PackageTime.default(0),
    writeup: z
      .object({
        required: z.boolean().default(false),
        deadline: PackageTime.default(0),
        note: text(contentLengthMax).nullable().default(null),
      })
      .nullable()
      .default(null),
    /** null is none; a missing member is the default. */
    bloodBonus: z
      .object({ first: Integer(0, 1023), second: Integer(0, 1023), third: Integer(0, 1023) })
      .nullable()
      .optional(),
    posterHash: Hash.nullable().default(null),
    divisions: z.array(PackageDivision).max(1000).default([]),
    vexil: GameExtra.optional(),
  })
  .refine(({ startTime, endTime }) => endTime > startTime, problemOf('endTime', 'field.afterStart'))
  .refine(({ writeup, endTime }) => !writeup?.required || writeup.deadline > endTime, {
    ...problem('field.afterEnd'),
    path: ['writeup', 'deadline'],
  });
export type PackageGame = z.output<typeof PackageGame>;
export type PackageGameText = z.input<typeof PackageGame>;

const remoteAddress = /^(https?|ftp|s3):\/\//i;

const PackageAttachment = z
  .object({
    type: z.enum(fileTypes).default('Local'),
    hash: Hash.nullable().default(null),
    fileName: z.string().nullable().default(null),
    fileSize: z.int().min(0).nullable().default(null),
    remoteUrl: text(2048).nullable().default(null),
  })
  .refine(({ type, hash }) => type !== 'Local' || hash !== null, problemOf('hash', 'field.missing'))
  .refine(({ type, fileName }) => type !== 'Local' || !isBlank(fileName), problemOf('fileName', 'field.missing'))
  .refine(({ type, fileSize }) => type !== 'Local' || fileSize !== null, problemOf('fileSize', 'field.missing'))
  // Packages of other platforms leave it out for remote files.
  .refine(({ type, remoteUrl }) => type !== 'Remote' || !isBlank(remoteUrl), problemOf('remoteUrl', 'field.missing'))
  .refine(({ remoteUrl }) => !remoteUrl || remoteAddress.test(remoteUrl), problemOf('remoteUrl', 'field.url'));
export type PackageAttachment = z.output<typeof PackageAttachment>;
export type PackageAttachmentText = z.input<typeof PackageAttachment>;
const OtherAttachments = z
  .array(PackageAttachment)
  .max(attachmentsMax)
  .optional()
  .describe('After the one that other platforms know');

const containerSettings = {
  memoryLimit: Integer(1).default(64),
  cpuCount: Integer(1).default(1),
  exposePort: Integer(1, 65_535).default(80),
  networkMode: NetworkMode.nullable().default('Open'),
};

const isBelowOriginal = (scoring: { curve: ScoreCurveKind; minimum: number } | undefined, original: number) =>
  !scoring || scoring.curve === 'Exponential' || scoring.curve === 'Static' || scoring.minimum <= original;

export const PackageChallenge = z
  .object({
    id: Integer(-int32Max - 1).default(0),
    title: filled(titleLengthMax),
    content: text(contentLengthMax).default(''),
    category: z.enum(challengeCategories).default('Misc'),
    type: z.enum(challengeTypes).default('StaticAttachment'),
    enabled: z.boolean().default(false).describe('Teams see it'),
    scoring: z
      .object({
        original: Integer(1).default(1000).describe('Points before the first solve'),
        minRate: z.number().min(0).max(1).default(0.25).describe('Part of the points that stays'),
        difficulty: z.number().min(0).default(5),
      })
      .prefault({})
      .describe('Of the exponential curve'),
    limits: z
      .object({ submission: Integer(0, 10_000).default(0), deadline: PackageTime.nullable().default(null) })
      .prefault({})
      .describe('Of submissions'),
    flags: z
      .object({
        disableBloodBonus: z.boolean().default(false),
        enableTrafficCapture: z.boolean().default(false),
        template: FlagTemplate.nullable().default(null).describe('Flags of instances are made of it'),
        static: z
          .array(
            z.object({
              value: FlagText.describe('The text, or a right answer to an expression'),
              attachment: PackageAttachment.nullable().default(null),
              vexil: z
                .object({
                  value: FlagText.optional().describe('The expression'),
                  match: z.enum(flagMatches).optional(),
                  example: FlagText.optional(),
                  attachments: OtherAttachments,
                })
                .optional()
                .describe('What other platforms do not have'),
            }),
          )
          .nullable()
          .default(null)
          .describe('Listed ones'),
      })
      .prefault({}),
    attachment: PackageAttachment.nullable().default(null),
    hints: Hints.nullable().default(null),
    container: z
      .object({
        image: filled(512),
        ...containerSettings,
        storageLimit: Integer(1).default(256),
        fileName: text(255).nullable().default(null),
      })
      .nullable()
      .default(null),
    vexil: z
      .object({
        fileName: filled(255).optional(),
        key: filled(planKeyLengthMax).optional().describe('What a folder knows it by'),
        connection: text(connectionLengthMax).optional(),
        release: PackageTime.optional().describe('When it is enabled by itself; imports leave it out'),
        attachments: OtherAttachments,
        author: Author.optional(),
        tags: Tags.optional(),
        customCategory: CategoryName.optional(),
        topics: Topics.optional(),
        requires: Requires.optional(),
        next: Integer(-int32Max - 1).optional(),
        flagTemplate: FlagTemplate.optional(),
        originalScore: Integer(0).optional(),
        // All hints, in place of `hints`.
        hintList: z
          .array(HintInput.extend({ releaseUtc: PackageTime.nullish().describe('When teams see that it exists') }))
          .max(hintsMax)
          .optional(),
        // Other platforms would take them for right answers.
        canaries: z
          .array(
            z.object({
              value: FlagText.describe('The wrong answer, or an expression'),
              match: z.enum(flagMatches),
              example: FlagText.nullish(),
            }),
          )
          .max(10_000)
          .optional()
          .describe('Wrong answers that are reported'),
        readOnlyRoot: z.boolean().optional(),
        tmpfsSize: Integer(1, 65_536).optional(),
        containerOptions: ContainerOptions.optional().describe('Ports, companions and start of the container'),
        solver: SolverSettings.optional().describe('Checks the challenge'),
        position: Integer(0).optional(),
        scoring: z
          .object({ curve: z.enum(scoreCurves), minimum: Integer(0).describe('Lowest value'), decay: Integer(0) })
          .optional()
          .describe('Of the other curves'),
        container: z.object({ image: text(512), ...containerSettings, storageLimit: Integer(0) }).optional(),
      })
      .optional()
      .describe('What other platforms do not have')
      .meta({ examples: [{ connection: 'nc {host} {port}' }] }),
  })
  .refine(
    ({ type, container }) => container !== null || !type.endsWith('Container'),
    problemOf('container', 'field.missing'),
  )
  // As the editor refuses it: a parabola that rises has no highest value.
  .superRefine(({ scoring, vexil }, ctx) => {
    const limit = vexil?.originalScore ?? scoring.original;
    if (isBelowOriginal(vexil?.scoring, limit)) return;
    ctx.addIssue({ code: 'custom', path: ['vexil', 'scoring', 'minimum'], ...problem('field.tooBig', { limit }) });
  });
export type PackageChallenge = z.output<typeof PackageChallenge>;
export type PackageChallengeText = z.input<typeof PackageChallenge>;

export const GameCopyBody = z.object({
  title: filled(titleLengthMax),
  start: Time.min(1000),
  // A required writeup is due after the end.
  end: Time.min(1000).max(timeMax - 1000),
});

const ImportRemark = z.object({
  file: z.string().describe('Of the export; empty for the whole'),
  line: z.int().nullable().describe('Null where the file is not read by lines'),
  field: z.string().describe('Number of the row from 0, then its field'),
  what: z.string().describe('A kind of remark, whose text has the values'),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const EventImport = z.object({
  id: Guid,
  state: z
    .enum(['Reading', 'Storing', 'Checked', 'Imported', 'Refused'])
    .describe('Refused for its problems or its error; then nothing was stored'),
  done: z.int().describe('Rows stored so far'),
  total: z.int(),
  gameId: Id.nullable().describe('Of the new game'),
  title: z.string(),
  challenges: z.int(),
  accounts: z.int(),
  teams: z.int(),
  submissions: z.int().describe('Answers with their verdicts'),
  awards: z.int().describe('Awards, and prices of hints'),
  problems: z.array(ImportRemark).describe('What refuses the export'),
  losses: z.array(ImportRemark).describe('What has no place here, or was changed'),
  error: z.string().nullable().describe('What is wrong with the archive as a whole'),
});
export type EventImport = z.output<typeof EventImport>;

export const packageRoutes = defineRoutes(packageEndpoints, { access: 'Admin' })({
  copy: {
    summary:
      'Make a game like another: hidden, its challenges disabled, without teams; deadlines keep their distance to the start',
    params: GameParams,
    body: GameCopyBody,
    reply: Id.describe('Id of the new game'),
    errors: ['game.endBeforeStart'],
  },
  export: {
    access: 'organiser',
    stepUp: 'factor',
    summary: 'Download a game as a package, flags included',
    params: GameParams,
    reply: Binary,
    errors: ['package.contentMissing', 'package.tooLarge', 'package.entriesTooMany', 'package.unpacksTooLarge'],
  },
  import: {
    summary: 'Make a game from a package: hidden, its challenges disabled',
    rate: 'upload',
    reply: Id.describe('Id of the new game'),
    errors: [
      'asset.fileMissing',
      'asset.empty',
      'asset.tooLarge',
      'package.notZip',
      'package.damaged',
      'package.entriesTooMany',
      'package.unpacksTooLarge',
      'package.entryUnsafe',
      'package.entryTwice',
      'package.entryEncrypted',
      'package.fileMissing',
      'package.formatUnknown',
      'package.invalid',
      'package.hashWrong',
    ],
  },
  startEvent: {
    // Sets passwords.
    scope: null,
    summary:
      'Read the export of a finished event of CTFd, or make a hidden game of it with accounts, teams and answers',
    rate: 'upload',
    query: z.object({ mode: z.enum(['check', 'import']).default('check') }),
    reply: z.object({ id: Guid }),
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'package.notZip', 'request.unavailable'],
  },
  getEvent: {
    summary: 'How far an import is, and its report; an hour long',
    params: z.object({ importId: Guid }),
    reply: EventImport,
    errors: ['request.notFound'],
  },
});
