import { boardVisibilities, staffRoles } from '@vexil/db/enums/game';
import { participationStatuses } from '@vexil/db/enums/participation';
import { z } from 'zod';
import { CustomCategories, CustomCategory } from './category';
import { Division, DivisionCreateBody } from './division';
import { gameEndpoints } from './game.endpoints';
import { gameEditEndpoints } from './game-edit.endpoints';
import { FieldValue, OwnField, OwnFields } from './own-field';
import { RetentionChange, retentionFields } from './retention';
import { defineRoutes } from './route';
import { termsLengthMax } from './terms.limits';
import {
  AssetUrl,
  BloodBonusPoints,
  EditedVersion,
  filled,
  GameParams,
  Guid,
  Id,
  int32Max,
  page,
  pageQuery,
  Time,
  text,
  Version,
} from './wire';

export const defaultBloodBonus = 52459530;

// Our bounds; the wire format has none.
export const titleLengthMax = 512;
export const summaryLengthMax = 16_384;
export const contentLengthMax = 1_048_576;
export const inviteCodeLengthMax = 32;
export const newDivisionsMax = 100;

export const BasicGame = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  poster: AssetUrl.nullable(),
  limit: z.int().describe('Members per team, 0 is no limit'),
  start: Time,
  end: Time,
  // Beyond the reference.
  pausedAt: Time.nullable().describe('Since when the game is paused; null while it is not'),
});
export type BasicGame = z.infer<typeof BasicGame>;

export const DivisionInfo = z.object({
  id: Id,
  name: z.string(),
  inviteCodeRequired: z.boolean(),
  // Beyond the reference.
  reviewRequired: z.boolean(),
  ...Division.pick({ kind: true, ruleText: true, scoresAlone: true }).shape,
  ruleHash: z.string().nullable().describe('SHA-256 of the rule; null: none'),
});

export const GamePause = z.object({
  reason: z.string().describe('Players read it'),
  pausedAt: Time.describe('Since when the clocks of the game do not advance'),
  resumedAt: Time.nullable().describe('null while it lasts'),
});
export type GamePause = z.infer<typeof GamePause>;

export const DetailedGame = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  content: z.string().describe('Markdown'),
  hidden: z.boolean(),
  divisions: z.array(DivisionInfo),
  inviteCodeRequired: z.boolean(),
  writeupRequired: z.boolean(),
  poster: AssetUrl.nullable(),
  limit: z.int(),
  teamCount: z.int(),
  division: z.int().nullable(),
  teamName: z.string().nullable(),
  practiceMode: z.boolean(),
  status: z.enum(participationStatuses),
  start: Time,
  end: Time,
  // Beyond the reference.
  freezeTime: Time.nullable(),
  revealedAt: Time.nullable(),
  isFrozen: z.boolean(),
  pausedAt: BasicGame.shape.pausedAt,
  statementsHidden: z.boolean().describe('Whether players cannot read challenges until the game goes on'),
  pauses: z.array(GamePause).describe('The newest first'),
  writeupDeadline: Time.nullable().describe('Null where no writeup is asked for'),
  boardVisibility: z.enum(boardVisibilities),
  boardVisible: z.boolean().describe('Whether the caller sees the scoreboard once the game has started'),
  containerCountLimit: z.int(),
  individual: z.boolean().describe('Whether accounts join without a team'),
  rules: z.string().describe('Markdown; who joins accepts them'),
  rulesHash: z.string().nullable().describe('SHA-256 of the rules; null: none'),
  isAsked: z.boolean().describe('The organisers have asked the team of the caller how it solved a challenge'),
  acceptedRules: z
    .array(z.string())
    .describe(
      'SHA-256 of each text that the caller, a participant, has accepted: of the rules, and of those of divisions',
    ),
  fields: z.array(OwnField).describe('What participants are asked, in this order'),
  fieldValues: z.array(FieldValue).describe('What the caller, a participant, has answered'),
  teamId: z.int().nullable(),
  staffRole: z.enum(staffRoles).nullable(),
  reviewRequired: z.boolean(),
});
export type DetailedGame = z.infer<typeof DetailedGame>;

const OwnPlace = z.object({ rank: z.int(), score: z.int(), solvedCount: z.int(), challengeCount: z.int() });

const OwnGame = DetailedGame.pick({
  id: true,
  status: true,
  teamId: true,
  teamName: true,
  staffRole: true,
  practiceMode: true,
  freezeTime: true,
  boardVisible: true,
  writeupDeadline: true,
}).extend({
  writeupSubmitted: z.boolean().describe('Whether the team has handed in a writeup'),
  place: OwnPlace.nullable().describe(
    'While the game runs, of an accepted team; null otherwise. Its rank is 0 where the team may not see the scoreboard',
  ),
});
export type OwnGame = z.infer<typeof OwnGame>;

export const OwnGames = z.object({
  hasTeam: z.boolean().describe('Whether one is in any team'),
  games: z.array(OwnGame),
});
export type OwnGames = z.infer<typeof OwnGames>;

export const gameRoutes = defineRoutes(gameEndpoints)({
  recent: {
    access: 'Anonymous',
    summary: 'Games nearest to now',
    query: z.object({ limit: z.coerce.number<number>().int().min(0).max(50).default(0) }),
    reply: z.array(BasicGame),
  },
  list: {
    access: 'Anonymous',
    summary: 'Public games, newest start first',
    query: pageQuery(50, 10),
    reply: page(BasicGame),
  },
  mine: {
    access: 'User',
    summary: 'Games one takes part in or is on the staff of, newest start first, 100 at most',
    reply: OwnGames,
  },
  get: {
    access: 'Anonymous',
    summary: "A game's page and the caller's place in it",
    params: GameParams,
    reply: DetailedGame,
  },
});

/** Creation requires only `title`, `start` and `end`. */
export const GameInfo = z.object({
  id: Id,
  title: z.string(),
  hidden: z.boolean(),
  summary: z.string(),
  content: z.string(),
  acceptWithoutReview: z.boolean(),
  writeupRequired: z.boolean(),
  inviteCode: z.string().nullable(),
  teamMemberCountLimit: z.int(),
  containerCountLimit: z.int(),
  containerTotalLimit: z.int(),
  poster: AssetUrl.nullable(),
  publicKey: z.string(),
  practiceMode: z.boolean(),
  start: Time,
  end: Time,
  writeupDeadline: Time,
  writeupNote: z.string(),
  bloodBonus: z.int(),
  bloodBonusPoints: BloodBonusPoints.nullable().describe('Points for the first three solves, in place of `bloodBonus`'),
  freezeTime: Time.nullable(),
  revealedAt: Time.nullable(),
  boardVisibility: z.enum(boardVisibilities),
  customCategories: z.array(CustomCategory).describe('Beside the thirteen'),
  hintsMayGoBelowZero: z.boolean().describe('Whether a team may take a hint for more points than it has'),
  individual: z.boolean().describe('Whether accounts join without a team'),
  rules: z.string(),
  fields: z.array(OwnField).describe('What participants are asked, in this order'),
  allowsMcp: z.boolean().describe('Whether players may use the tools of the Model Context Protocol'),
  ...retentionFields,
  pausedAt: BasicGame.shape.pausedAt,
  version: Version,
});
export type GameInfo = z.infer<typeof GameInfo>;

// Wire clients send the year 1 for unset times, see `isUnset`. Negative limits are refused.
const gameFields = {
  title: filled(titleLengthMax),
  start: Time.min(0),
  end: Time.min(0),
  hidden: z.boolean().optional(),
  summary: text(summaryLengthMax).optional(),
  content: text(contentLengthMax).optional(),
  acceptWithoutReview: z.boolean().optional(),
  writeupRequired: z.boolean().optional(),
  inviteCode: text(inviteCodeLengthMax).nullish(),
  teamMemberCountLimit: z.int().min(0).max(int32Max).optional(),
  containerCountLimit: z.int().min(0).max(int32Max).optional(),
  containerTotalLimit: z.int().min(0).max(int32Max).optional(),
  practiceMode: z.boolean().optional(),
  writeupDeadline: Time.optional(),
  writeupNote: text(contentLengthMax).optional(),
  bloodBonus: z.int().min(0).optional(),
  bloodBonusPoints: BloodBonusPoints.nullish().describe('In place of `bloodBonus`; null lets that count again'),
  freezeTime: Time.nullish(),
  boardVisibility: z.enum(boardVisibilities).optional(),
  customCategories: CustomCategories.optional(),
  hintsMayGoBelowZero: z.boolean().optional(),
  individual: z.boolean().optional(),
  rules: text(termsLengthMax).optional(),
  fields: OwnFields.optional(),
  allowsMcp: z.boolean().optional(),
  ...RetentionChange.shape,
};
// Beyond the reference: divisions. A new game has no challenges for which they could have permissions of their own.
export const GameCreateBody = z.object({
  ...gameFields,
  divisions: z
    .array(DivisionCreateBody.omit({ challengeConfigs: true }))
    .max(newDivisionsMax)
    .nullish()
    .describe('Made together with the game'),
});
export const GameUpdateBody = z.object({
  ...gameFields,
  title: gameFields.title.optional(),
  start: gameFields.start.optional(),
  end: gameFields.end.optional(),
  version: EditedVersion,
});

export const Staff = z.object({
  userId: Guid,
  userName: z.string(),
  avatar: AssetUrl.nullable(),
  role: z.enum(staffRoles),
});

const StaffParams = GameParams.extend({ userId: Guid });

export const gameEditRoutes = defineRoutes(gameEditEndpoints, { access: 'organiser' })({
  create: {
    access: 'Admin',
    summary: 'Make a game',
    body: GameCreateBody,
    bodyBytesMax: 4 * 1024 * 1024,
    reply: GameInfo,
    errors: ['game.endBeforeStart', 'game.freezeOutside'],
  },
  list: {
    access: 'User',
    summary: 'Games one may edit, newest first',
    query: pageQuery(100, 0),
    reply: page(GameInfo),
  },
  get: {
    summary: 'A game as organisers see it',
    params: GameParams,
    reply: GameInfo,
  },
  update: {
    summary: 'Change a game; absent members stay',
    params: GameParams,
    body: GameUpdateBody,
    bodyBytesMax: 4 * 1024 * 1024,
    reply: GameInfo,
    errors: [
      'game.endBeforeStart',
      'game.freezeOutside',
      'game.hasTeams',
      'game.categoryUsed',
      'account.fieldPrivate',
      'request.outdated',
    ],
  },
  unfreeze: {
    summary: 'Reveal a frozen board at once and keep its freeze time; changes nothing while the board is not frozen',
    params: GameParams,
    reply: GameInfo,
  },
  delete: {
    stepUp: 'factor',
    summary: 'Delete a game with all that belongs to it; ends its containers',
    params: GameParams,
  },
  poster: {
    summary: "Replace a game's poster",
    rate: 'upload',
    params: GameParams,
    reply: AssetUrl,
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  },
  hashSalt: {
    summary: 'The salt team hashes are computed with',
    params: GameParams,
    reply: z.string(),
  },
  flushScoreboard: {
    summary: 'Recompute the scoreboard from the stored facts',
    params: GameParams,
  },
  updateAccepted: {
    summary: 'Older name of scoreboard/flush',
    alias: true,
    params: GameParams,
  },
  staff: {
    summary: 'Organisers and observers of a game',
    params: GameParams,
    reply: z.array(Staff),
  },
  setStaff: {
    stepUp: 'factor',
    summary: 'Make an account organiser or observer of a game',
    params: StaffParams,
    body: z.object({ role: z.enum(staffRoles) }),
    reply: Staff,
    errors: ['account.notFound', 'game.staffIsPlayer'],
  },
  removeStaff: {
    summary: 'Remove an account from the staff of a game',
    params: StaffParams,
    errors: ['game.staffNotFound'],
  },
});
