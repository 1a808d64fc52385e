import { challengeCategories, challengeTypes, fileTypes, flagMatches, scoreCurves } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { awardPointsMax } from './award.limits';
import { CategoryLook } from './category';
import { categoryNameLengthMax } from './category.limits';
import { ceilingCodes, NetworkMode } from './ceiling';
import { challengeEndpoints } from './challenge.endpoints';
import { challengeEditEndpoints, flagEndpoints } from './challenge-edit.endpoints';
import { StartFailure, shownEndReasons, TestContainerInfo } from './container';
import { ContainerOptions } from './container-options';
import { problem, problemOf, report, reportTwice } from './field';
import { flagLengthMax, flagPatternLengthMax, flagTemplateLengthMax } from './flag.limits';
import { contentLengthMax, titleLengthMax } from './game';
import { defineJob } from './job';
import { defineRoutes } from './route';
import { ScoreboardChallenge, ScoreboardItem } from './scoreboard';
import { LastCheck } from './solver';
import {
  AssetUrl,
  ChallengeParams,
  EditedVersion,
  filled,
  GameParams,
  Id,
  int32Max,
  optionalName,
  pathId,
  shownName,
  Time,
  text,
  Version,
} from './wire';

/** Typed into a field of one line; the last break is what an editor leaves at the end of a file. */
const oneLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\r?\n$|\r$/, ''))
    .max(max)
    .refine((text) => !/[\r\n]/.test(text), problem('field.lineBreak'));

export const FlagText = oneLine(flagLengthMax).refine((text) => text.trim() !== '', problem('field.blank'));
export const FlagTemplate = oneLine(flagTemplateLengthMax);

const Category = z.enum(challengeCategories);
const Type = z.enum(challengeTypes);
const Curve = z.enum(scoreCurves);

export const hintTitleLengthMax = 80;
export const hintsMax = 1000;
const hintLengthMax = 65_536;
export const connectionLengthMax = 2000;

const Hint = z.object({
  id: Id,
  title: z.string(),
  content: z.string().describe('Markdown'),
  cost: z.int().describe('Points of the team; 0 is free'),
  releaseUtc: Time.nullable().describe('When teams see that it exists; null with the challenge'),
});

export const authorLengthMax = 200;
export const tagsMax = 20;
export const tagLengthMax = 80;
export const topicLengthMax = 255;

const distinctNames = (lengthMax: number) =>
  z
    .array(shownName(lengthMax))
    .max(tagsMax)
    .superRefine((names, ctx) => reportTwice(ctx, names));

export const Author = optionalName(authorLengthMax);
export const Tags = distinctNames(tagLengthMax);
export const Topics = distinctNames(topicLengthMax);

const Requirement = z.object({
  challengeIds: z.array(Id).describe('Challenges of the same game'),
  count: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('So many of them; null for all')
    .meta({ examples: [null] }),
  lockedShown: z.boolean().default(false).describe('Whether its name is shown while it is locked'),
});

const requiresMax = 100;

export const Requires = Requirement.extend({
  challengeIds: z
    .array(Id)
    .max(requiresMax)
    .describe('Challenges of the same game; none of them: nothing is required')
    .superRefine((ids, ctx) => reportTwice(ctx, ids)),
}).superRefine(({ challengeIds: { length }, count }, ctx) => {
  if (length === 0 || count === null || count <= length) return;
  report(ctx, 'count', 'field.tooBig', { limit: length });
});

/** Beyond the reference: `tags`. */
export const ListedChallenge = ScoreboardChallenge.extend({
  tags: z.array(z.string()).optional().describe('Absent without any'),
});
export type ListedChallenge = z.infer<typeof ListedChallenge>;

export const GameDetails = z.object({
  challenges: z.partialRecord(Category, z.array(ListedChallenge)),
  challengeCount: z.int().describe('Challenges the team may see'),
  locked: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        category: Category,
        customCategory: CategoryLook.optional(),
        missing: z.int().describe('How many solves the team still needs'),
        openCount: z.int().describe('Of how many challenges that it has not solved'),
        openIds: z.array(Id).describe('Those of them that it may know of'),
      }),
    )
    .optional()
    .describe('Shown by name until the team has solved what they require; absent without any'),
  rank: ScoreboardItem,
  teamToken: z.string(),
  writeupRequired: z.boolean(),
  writeupDeadline: Time,
});
export type GameDetails = z.infer<typeof GameDetails>;

export const ChallengeDetail = z.object({
  id: Id,
  title: z.string(),
  content: z.string().describe('Markdown'),
  author: z.string().describe('Who made it; empty where no one is named'),
  tags: z.array(z.string()),
  category: Category,
  customCategory: CategoryLook.nullable().describe('Of the game’s own, in place of `category`'),
  hints: z.array(z.string()).describe('Contents of the free ones'),
  score: z.int(),
  type: Type,
  context: z.object({
    closeTime: Time.nullable(),
    instanceEntry: z.string().nullable(),
    url: AssetUrl.nullable(),
    fileSize: z.int().nullable(),
    files: z
      .array(z.object({ name: z.string(), url: AssetUrl, size: z.int().nullable() }))
      .describe('All attachments, with names that differ; the first is `url`'),
    connection: z
      .string()
      .nullable()
      .describe('Ways to the service, one a line; {host} and {port} stand for the instance’s entry'),
  }),
  limit: z.int().describe('Submissions per team, 0 is no limit'),
  attempts: z.int(),
  deadline: Time.nullable(),
  check: z
    .object({ works: z.boolean().describe('Whether it found the flag'), at: Time })
    .nullable()
    .describe('Last run of the organiser’s solver; null unless the organiser shows it'),
  isShared: z.boolean().describe('One instance serves all teams'),
  lastEnd: z
    .object({ state: z.enum(['destroyed', 'failed']), endReason: z.enum(shownEndReasons).nullable() })
    .nullable()
    .describe('How the last instance of the team that has ended did; null when the team stopped it, or had none'),
  hintList: z
    .array(Hint.extend({ content: Hint.shape.content.nullable().describe('Markdown; null until the team takes it') }))
    .describe('Released ones; after the end all are free'),
  next: Id.nullable().describe('Suggested after this one; null for none, and while the team cannot see it'),
  hintBudget: z
    .object({ points: z.int().describe('What the team has'), mayGoBelowZero: z.boolean() })
    .nullable()
    .describe('Null where no hint costs anything, or the team may not see the scoreboard'),
});
export type ChallengeDetail = z.infer<typeof ChallengeDetail>;

export const ChallengePreview = GameDetails.pick({ challenges: true, challengeCount: true }).extend({
  statements: z.array(ChallengeDetail).describe('As a team reads them that has done nothing yet'),
});
export type ChallengePreview = z.infer<typeof ChallengePreview>;

export const challengeRoutes = defineRoutes(challengeEndpoints, { access: 'User' })({
  details: {
    summary: "The team's challenges, rank and token",
    params: GameParams,
    reply: GameDetails,
    errors: ['participation.missing', 'participation.notAccepted', 'game.notStarted', 'game.ended'],
  },
  get: {
    summary: 'A challenge; hands out its attachment or flag at the first look',
    params: ChallengeParams,
    reply: ChallengeDetail,
    errors: [
      'participation.missing',
      'participation.notAccepted',
      'game.notStarted',
      'game.ended',
      'game.paused',
      'challenge.noFlagLeft',
    ],
  },
  files: {
    scope: 'file:read',
    summary: 'Links to the attachments of a challenge that open for ten minutes, without a session or a token',
    params: ChallengeParams,
    reply: z.array(
      z.object({
        name: z.string(),
        size: z.int().nullable(),
        url: z.string().describe('Absolute; an external attachment has its own address'),
        expiresAt: Time.nullable().describe('Null for an external attachment'),
      }),
    ),
    errors: [
      'participation.missing',
      'participation.notAccepted',
      'game.notStarted',
      'game.ended',
      'game.paused',
      'challenge.noFlagLeft',
    ],
  },
  takeHint: {
    summary: 'Take a hint for the team at its price, once; a free one costs nothing and needs no call',
    params: ChallengeParams.extend({ hintId: pathId() }),
    errors: [
      'participation.missing',
      'participation.notAccepted',
      'participation.staffCannotPlay',
      'participation.isStaff',
      'game.notStarted',
      'game.ended',
      'game.paused',
      'challenge.hintNotFound',
      'challenge.hintTooExpensive',
    ],
  },
  preview: {
    access: 'observer',
    summary: 'What teams of a division read, for staff; before the start for organisers only',
    params: GameParams,
    query: z.object({
      division: z.coerce
        .number<number>()
        .pipe(Id)
        .optional()
        .describe('Of these teams; left out, of teams without a division'),
    }),
    reply: ChallengePreview,
    errors: ['game.notStarted', 'division.notFound'],
  },
});

export const FlagSupply = z.object({
  used: z.int().describe('Flags that a team has drawn'),
  left: z.int().describe('Flags that no team has'),
  waiting: z.int().describe('Accepted teams without one'),
  state: z
    .enum(['short', 'tight', 'ample'])
    .describe('Short: not for all accepted teams. Tight: for these, but hardly for more'),
});
export type FlagSupply = z.infer<typeof FlagSupply>;

const supply = FlagSupply.nullable().describe('Of a challenge that gives each team a flag of its list; else null');

export const ChallengeOrigin = z.object({
  path: z.string().describe('Of its file in the folder'),
  repository: z.string().nullable().describe('As the plan named it'),
  commit: z.string().nullable().describe('As the plan named it'),
  at: Time.describe('When a plan last brought it'),
});
const origin = ChallengeOrigin.nullable().describe(
  'The folder that it comes from; null where it was made in a browser',
);

export const ChallengeInfo = z.object({
  id: Id,
  title: z.string(),
  category: Category,
  customCategory: CategoryLook.nullable(),
  type: Type,
  isEnabled: z.boolean(),
  score: z.int(),
  minScore: z.int(),
  originalScore: z.int(),
  deadlineUtc: Time.nullable(),
  acceptedCount: z.int(),
  flagCount: z.int().describe('Stored flags'),
  hasFlagTemplate: z.boolean(),
  containerImage: z.string(),
  testedAt: Time.nullable().describe('When a test container last came to run'),
  releaseUtc: Time.nullable().describe('When it will be enabled by itself; null without a plan'),
  position: z.int().nullable().describe('Within its category; null comes last, by title'),
  bloods: z.array(z.string()).describe('Teams of the first three solves, in order'),
  supply,
  lastCheck: LastCheck.nullable().describe('Of its solver; null where there is none, or it has not run'),
  origin,
});
export type ChallengeInfo = z.infer<typeof ChallengeInfo>;

export const FoundChallenge = z.object({
  id: Id,
  title: z.string(),
  category: Category,
  customCategory: CategoryLook.nullable(),
  gameId: Id,
  gameTitle: z.string(),
});
export type FoundChallenge = z.infer<typeof FoundChallenge>;

export const Attachment = z.object({
  id: Id,
  type: z.enum(fileTypes),
  name: z.string(),
  url: AssetUrl.nullable(),
  fileSize: z.int().nullable(),
  fileHash: z.string().nullable().describe('SHA-256 of a stored file'),
});
const Attachments = z.array(Attachment).describe('All of them, in the order of players');

export const FlagInfo = z.object({
  id: Id,
  flag: z.string().describe('The text, or the expression'),
  match: z.enum(flagMatches),
  example: z.string().nullable().describe('A right answer to an expression'),
  canary: z.boolean(),
  attachment: Attachment.nullable(),
  attachments: Attachments,
  taken: z.boolean().describe('Some team has drawn it'),
});
export type FlagInfo = z.infer<typeof FlagInfo>;

export const ChallengeEdit = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  connection: z.string().describe('Ways to the service, one a line; {host} and {port} stand for the instance’s entry'),
  author: z.string(),
  tags: z.array(z.string()),
  topics: z.array(z.string()).describe('For staff only'),
  category: Category,
  customCategory: z.string().nullable().describe('Name of one of the game’s own, whose nearest is `category`'),
  type: Type,
  hints: z.array(z.string()).describe('Contents of the free and released ones'),
  hintList: z.array(Hint).describe('All of them'),
  flagTemplate: z.string().nullable(),
  isEnabled: z.boolean(),
  requires: Requirement.nullable().describe('What a team has to solve before it sees the challenge; null for nothing'),
  next: Id.nullable().describe('Suggested after a solve'),
  acceptedCount: z.int(),
  fileName: z.string().nullable(),
  attachment: Attachment.nullable(),
  attachments: Attachments,
  testContainer: TestContainerInfo.nullable(),
  lastFailure: StartFailure.nullable().describe(
    'The last start that failed, of a test or a team; null once an instance has run since',
  ),
  flags: z.array(FlagInfo),
  supply,
  origin,
  containerImage: z.string().nullable(),
  memoryLimit: z.int().nullable().describe('MiB'),
  cpuCount: z.int().nullable().describe('Tenths of a CPU'),
  storageLimit: z.int().nullable().describe('MiB'),
  exposePort: z.int().nullable(),
  readOnlyRoot: z.boolean().describe('The image’s files cannot be changed'),
  tmpfsSize: z.int().describe('MiB of each writable directory of a read-only image'),
  networkMode: NetworkMode.nullable(),
  enableTrafficCapture: z.boolean().nullable(),
  containerOptions: ContainerOptions.describe('Ports, companions and start of the container'),
  disableBloodBonus: z.boolean().nullable(),
  deadlineUtc: Time.nullable(),
  releaseUtc: Time.nullable().describe('When it will be enabled by itself; null without a plan'),
  submissionLimit: z.int(),
  curve: Curve,
  originalScore: z.int(),
  minScoreRate: z.number().describe('Of the exponential curve'),
  difficulty: z.number().describe('Of the exponential curve'),
  minimumScore: z.int().describe('Of the linear and the logarithmic curve'),
  decay: z.int().describe('Points per solve of the linear curve, solves until the minimum of the logarithmic one'),
  version: Version,
});
export type ChallengeEdit = z.infer<typeof ChallengeEdit>;

export const ChallengeHealth = z.object({
  challengeId: Id,
  teamsTried: z.int().describe('Teams that sent an answer'),
  teamsSolved: z.int().describe('Teams that solved it'),
  answers: z.int().describe('Answers of all teams'),
  wrongRecently: z.int().describe('Wrong answers of the last ten minutes'),
  wrongEarlier: z.int().describe('Wrong answers of the hour before'),
  instanceStarts: z.int().describe('Instances that teams asked for in the last hour'),
  failedStarts: z.int().describe('Those of them that did not start'),
  selfEnds: z.int().describe('Instances that ended by themselves in the last hour'),
  memoryEnds: z.int().describe('Those of them that ran out of memory'),
});
export type ChallengeHealth = z.infer<typeof ChallengeHealth>;

/** Markdown lines, shown in their order. */
export const Hints = z.array(text(hintLengthMax)).max(hintsMax);

export const HintInput = z.object({
  title: text(hintTitleLengthMax).default(''),
  content: filled(hintLengthMax),
  cost: z.int().min(0).max(awardPointsMax).default(0).describe('Points of a team that takes it; 0 is free'),
});
const HintList = z
  .array(
    HintInput.extend({
      id: Id.nullish().describe('Of a hint that it has; absent for a new one'),
      releaseUtc: Time.nullish().describe('When teams see that it exists; in the past or unset: with the challenge'),
    }),
  )
  .max(hintsMax)
  .superRefine((list, ctx) => {
    const ids = list.flatMap(({ id }) => id ?? []);
    const twice = list.findIndex(({ id }) => id != null && ids.indexOf(id) !== ids.lastIndexOf(id));
    if (twice >= 0) ctx.addIssue({ code: 'custom', path: [twice, 'id'], ...problem('field.twice') });
  });

export const ChallengeCreateBody = z.object({
  title: filled(titleLengthMax),
  category: Category.default('Misc'),
  customCategory: text(categoryNameLengthMax)
    .nullish()
    .describe('Name of one of the game’s own, which brings its nearest'),
  type: Type.default('StaticAttachment'),
});

// The wire format leaves score, difficulty and port without bounds. A negative score, a curve that divides by zero and a
// port that is none would be found out only by the teams.
/**
 * Null or absent members and a blank file name stay, but an unset `deadlineUtc` or `releaseUtc` and an empty template clear.
 * Enabling and disabling clear the planned release, unless the same body disables and plans.
 */
export const ChallengeUpdateBody = z
  .object({
    title: filled(titleLengthMax).nullish(),
    content: text(contentLengthMax).nullish(),
    connection: text(connectionLengthMax).nullish(),
    flagTemplate: FlagTemplate.nullish(),
    author: Author.nullish(),
    tags: Tags.nullish().describe(
      'Replaces all; a difficulty among them has a rank: beginner, easy, medium, hard, insane',
    ),
    topics: Topics.nullish().describe('Replaces all; players never see them'),
    category: Category.nullish().describe('Another than the present one ends `customCategory`'),
    customCategory: text(categoryNameLengthMax)
      .nullish()
      .describe('Name of one of the game’s own, whose nearest becomes `category`; empty for none'),
    hints: Hints.nullish().describe('Replaces the free and released ones'),
    hintList: HintList.nullish()
      .describe('Replaces all hints; not together with `hints`')
      .meta({ examples: [null] }),
    isEnabled: z.boolean().nullish(),
    requires: Requires.nullish().describe('Without a challenge in its list: nothing is required'),
    next: z.int().min(0).max(int32Max).nullish().describe('Challenge of the same game; 0 for none'),
    fileName: text(255).nullish(),
    deadlineUtc: Time.nullish(),
    releaseUtc: Time.nullish().describe('When to enable it; only while it is disabled'),
    submissionLimit: z.int().min(0).max(10_000).nullish(),
    containerImage: text(512).nullish(),
    memoryLimit: z.int().min(32).max(1_048_576).nullish(),
    cpuCount: z.int().min(1).max(1024).nullish(),
    storageLimit: z.int().min(0).max(1_048_576).nullish(),
    exposePort: z.int().min(0).max(65_535).nullish().describe('0 only where there is no container'),
    readOnlyRoot: z.boolean().nullish(),
    tmpfsSize: z.int().min(1).max(65_536).nullish(),
    networkMode: NetworkMode.nullish(),
    enableTrafficCapture: z.boolean().nullish(),
    containerOptions: ContainerOptions.nullish().describe('Replaces all of them; absent members get their defaults'),
    disableBloodBonus: z.boolean().nullish(),
    originalScore: z.int().min(0).max(int32Max).nullish(),
    minScoreRate: z.number().min(0).max(1).nullish(),
    difficulty: z.number().gt(0).nullish(),
    curve: Curve.nullish(),
    minimumScore: z.int().min(0).max(int32Max).nullish(),
    decay: z.int().min(0).max(int32Max).nullish(),
    version: EditedVersion,
  })
  .refine(
    ({ hints, hintList }) => hints == null || hintList == null,
    problemOf('hintList', 'field.notTogether', { other: 'hints' }),
  );

/** Challenges that are not named keep their position. */
export const ChallengeOrderBody = z.object({
  challengeIds: z.array(Id).min(1).max(2000).describe('In their new order'),
});

const attachmentFields = {
  attachmentType: z.enum(fileTypes).default('None'),
  fileHash: text(64).nullish(),
  remoteUrl: text(2048)
    .nullish()
    .describe('Of the web, or `s3://<bucket>/<prefix>/<game>/…` where the platform takes attachments from its bucket'),
};
export const AttachmentCreateBody = z.object(attachmentFields);
export const attachmentsMax = 50;
const AttachmentList = z
  .array(
    z.object({
      ...attachmentFields,
      attachmentType: z.enum(fileTypes).exclude(['None']),
      name: text(255).nullish().describe('For players; left out, that of the stored file or address'),
    }),
  )
  .max(attachmentsMax);
export const AttachmentsBody = z.object({
  attachments: AttachmentList.describe('In the order of players'),
  version: EditedVersion,
});
const AttachmentsReply = z.object({ attachments: Attachments, version: Version });
const matchFields = {
  match: z
    .enum(flagMatches)
    .default('Exact')
    .describe('Others than `Exact` where all teams have the same flags; an expression takes linear time (RE2)'),
  example: FlagText.nullish().describe('A right answer to an expression'),
  canary: z.boolean().default(false).describe('A wrong answer that is listed as a finding'),
};

/** Beyond the reference: `match`, `example`, `canary` and `attachments`. */
export const FlagCreateBody = z
  .object({
    flag: FlagText,
    ...matchFields,
    ...attachmentFields,
    attachments: AttachmentList.default([]).describe('After the one that the other members name'),
  })
  .refine(
    ({ attachmentType, attachments }) => attachmentType === 'None' || attachments.length < attachmentsMax,
    problemOf('attachments', 'field.tooMany', { limit: attachmentsMax - 1 }),
  )
  .refine(
    ({ match, flag }) => match !== 'Regex' || flag.length <= flagPatternLengthMax,
    problemOf('flag', 'field.tooLong', { limit: flagPatternLengthMax }),
  )
  .refine(
    ({ match, example }) => match !== 'Regex' || typeof example === 'string',
    problemOf('example', 'field.missing'),
  );

export const fileBindings = ['added', 'bound', 'same', 'kept'] as const;
export type FileBinding = (typeof fileBindings)[number];

/** Repeating it changes nothing: a flag that has an attachment keeps it. */
export const FlagFile = z.object({ flag: FlagText, fileHash: text(64) });

export const challengeEditRoutes = defineRoutes(challengeEditEndpoints, { access: 'organiser' })({
  search: {
    access: 'User',
    summary: 'At most 30 challenges of games that one organises whose name has the hint in it; ended games come last',
    query: z.object({ hint: filled(256) }),
    reply: z.array(FoundChallenge),
  },
  list: {
    summary: 'All challenges of a game',
    params: GameParams,
    reply: z.array(ChallengeInfo),
  },
  create: {
    summary: 'Add a challenge, disabled',
    params: GameParams,
    body: ChallengeCreateBody,
    reply: ChallengeEdit,
  },
  order: {
    summary: 'Set the order of the challenges of a category',
    params: GameParams,
    body: ChallengeOrderBody,
    bodyBytesMax: 64 * 1024,
    errors: ['challenge.notFound'],
  },
  health: {
    summary: 'What is odd about the challenges of a game: answers and failed starts',
    params: GameParams,
    reply: z.array(ChallengeHealth),
  },
  get: {
    summary: 'A challenge as organisers see it, flags included',
    params: ChallengeParams,
    reply: ChallengeEdit,
  },
  update: {
    summary: 'Change, enable or disable a challenge',
    params: ChallengeParams,
    body: ChallengeUpdateBody,
    bodyBytesMax: 4 * 1024 * 1024,
    reply: ChallengeEdit,
    errors: [
      'challenge.noFlags',
      'challenge.releaseEnabled',
      'challenge.releasePast',
      'challenge.captureNeedsContainer',
      'challenge.optionNotPossible',
      'challenge.minimumAbove',
      'challenge.requiresItself',
      'division.challengeUnknown',
      'challenge.templateWeak',
      'challenge.templateTooLong',
      'request.outdated',
      ...ceilingCodes,
    ],
  },
  delete: {
    summary: 'Delete a challenge; ends its containers',
    params: ChallengeParams,
  },
  listAttachments: {
    summary: 'All attachments of a challenge',
    params: ChallengeParams,
    reply: AttachmentsReply,
  },
  setAttachments: {
    summary: 'Replace all attachments of a challenge',
    params: ChallengeParams,
    body: AttachmentsBody,
    bodyBytesMax: 1024 * 1024,
    reply: AttachmentsReply,
    errors: [
      'challenge.attachmentPerFlag',
      'asset.notFound',
      'asset.urlInvalid',
      'asset.placeInvalid',
      'request.outdated',
    ],
  },
  setAttachment: {
    summary: 'Make one attachment the only one of a challenge, or clear all',
    params: ChallengeParams,
    body: AttachmentCreateBody,
    errors: ['challenge.attachmentPerFlag', 'asset.notFound', 'asset.urlInvalid', 'asset.placeInvalid'],
  },
});

export const challengeJobs = {
  /** Delayed to the moment of a release, and repeated, because the delayed one may be lost. */
  release: defineJob({ queue: 'sweep', name: 'release-challenges', payload: z.object({}), attempts: 1 }),
};

export const flagRoutes = defineRoutes(flagEndpoints, { access: 'organiser' })({
  add: {
    summary: 'Add flags',
    params: ChallengeParams,
    body: z.array(FlagCreateBody).max(10_000),
    bodyBytesMax: 4 * 1024 * 1024,
    errors: [
      'flag.notAllowed',
      'flag.notForAll',
      'flag.patternInvalid',
      'flag.patternTooWide',
      'flag.patternLimit',
      'flag.exampleWrong',
      'flag.overlaps',
      'asset.notFound',
      'asset.urlInvalid',
      'asset.placeInvalid',
    ],
  },
  bindFiles: {
    summary: 'Give flags their stored files; an unknown flag is added',
    params: ChallengeParams,
    body: z.array(FlagFile).max(100),
    bodyBytesMax: 256 * 1024,
    reply: z
      .array(z.enum(fileBindings))
      .describe(
        'In the order of the request. Added: a new flag. Bound: the flag had no attachment. Same: it has this file already. Kept: it has another attachment, and keeps it',
      ),
    errors: ['flag.notAllowed', 'flag.overlaps', 'asset.notFound'],
  },
  delete: {
    summary: 'Delete a flag; without any left the challenge is disabled',
    params: ChallengeParams.extend({ flagId: pathId() }),
    reply: z.enum(['Success', 'NotFound']),
  },
});
