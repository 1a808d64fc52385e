import type { BasicGame, GameInfo, GamePause } from '@vexil/contract/game';
import type { DivisionRow } from '@vexil/db/schema/division';
import type { GameRow } from '@vexil/db/schema/game';
import type { PauseRow } from '@vexil/db/schema/pause';
import type { Actor } from '@vexil/http/call/actor';
import { shownFreeze, shownReveal } from '@vexil/rules/game-freeze.rules';
import { shownFieldValues } from '@vexil/rules/own-field.rules';
import { needsReview } from '@vexil/rules/participation.rules';
import { ruleOf, rulesOf } from '@vexil/runtime/consent-text';
import { assetUrl } from '../asset/asset.view';
import type { GameCaller } from '../play/game-caller.queries';
import { seesBoardOf } from '../play/sight.policy';

const posterUrl = (hash: string) => assetUrl(hash, 'poster');

export const viewBasicGame = (game: GameRow): BasicGame => ({
  id: game.id,
  title: game.title,
  summary: game.summary,
  poster: game.posterHash && posterUrl(game.posterHash),
  limit: game.individual ? 1 : game.teamMemberCountLimit,
  start: game.startAt.getTime(),
  end: game.endAt.getTime(),
  pausedAt: game.pausedAt?.getTime() ?? null,
});

export const viewPause = ({ reason, pausedAt, resumedAt }: PauseRow): GamePause => ({
  reason,
  pausedAt: pausedAt.getTime(),
  resumedAt: resumedAt?.getTime() ?? null,
});

type DivisionName = Pick<
  DivisionRow,
  'id' | 'name' | 'inviteCode' | 'defaultPermissions' | 'kind' | 'ruleText' | 'scoresAlone'
>;

/** What every caller who may see the game sees of it. */
export interface PublicGame {
  game: GameRow;
  divisions: DivisionName[];
  /** The newest first. */
  pauses: PauseRow[];
}

const isCode = (inviteCode: string | null) => inviteCode !== null && inviteCode.trim() !== '';

export const viewPublicGame = ({ game, divisions, pauses }: PublicGame) => ({
  ...viewBasicGame(game),
  content: game.content,
  hidden: game.hidden,
  divisions: divisions.map((division) => ({
    id: division.id,
    name: division.name,
    inviteCodeRequired: isCode(division.inviteCode),
    reviewRequired: needsReview(game, division),
    kind: division.kind,
    ruleText: division.ruleText,
    scoresAlone: division.scoresAlone,
    ruleHash: ruleOf(division)?.hash ?? null,
  })),
  inviteCodeRequired: isCode(game.inviteCode),
  reviewRequired: needsReview(game, null),
  writeupRequired: game.writeupRequired,
  writeupDeadline: game.writeupRequired ? game.writeupDeadline.getTime() : null,
  practiceMode: game.practiceMode,
  boardVisibility: game.boardVisibility,
  freezeTime: shownFreeze(game)?.getTime() ?? null,
  revealedAt: shownReveal(game)?.getTime() ?? null,
  containerCountLimit: game.containerCountLimit,
  individual: game.individual,
  rules: game.rules,
  rulesHash: rulesOf(game)?.hash ?? null,
  fields: game.fields,
  statementsHidden: game.statementsHidden,
  pauses: pauses.map(viewPause),
});

export const viewCallerInGame = (actor: Pick<Actor, 'role'> | null, game: GameRow, caller: GameCaller | null) => ({
  boardVisible: seesBoardOf(actor, game, {
    isInTeam: caller?.isInvited ?? false,
    isOfStaff: (caller?.staffRole ?? null) !== null,
  }),
  division: caller?.divisionId ?? null,
  teamName: caller?.teamName ?? null,
  teamId: caller?.teamId ?? null,
  status: caller?.status ?? ('Unsubmitted' as const),
  staffRole: caller?.staffRole ?? null,
  acceptedRules: caller?.acceptedRules ?? [],
  isAsked: caller?.isAsked ?? false,
  fieldValues: shownFieldValues(game.fields, caller?.fields ?? {}),
});

export const viewGameInfo = (game: GameRow): GameInfo => ({
  id: game.id,
  title: game.title,
  hidden: game.hidden,
  summary: game.summary,
  content: game.content,
  acceptWithoutReview: game.acceptWithoutReview,
  writeupRequired: game.writeupRequired,
  inviteCode: game.inviteCode,
  teamMemberCountLimit: game.teamMemberCountLimit,
  containerCountLimit: game.containerCountLimit,
  containerTotalLimit: game.containerTotalLimit,
  poster: game.posterHash && posterUrl(game.posterHash),
  publicKey: game.publicKey,
  practiceMode: game.practiceMode,
  start: game.startAt.getTime(),
  end: game.endAt.getTime(),
  writeupDeadline: game.writeupDeadline.getTime(),
  writeupNote: game.writeupNote,
  bloodBonus: game.bloodBonus,
  bloodBonusPoints: game.bloodBonusPoints,
  freezeTime: shownFreeze(game)?.getTime() ?? null,
  revealedAt: shownReveal(game)?.getTime() ?? null,
  boardVisibility: game.boardVisibility,
  customCategories: game.customCategories,
  hintsMayGoBelowZero: game.hintsMayGoBelowZero,
  individual: game.individual,
  rules: game.rules,
  fields: game.fields,
  allowsMcp: game.allowsMcp,
  addressesKeptDays: game.addressesKeptDays,
  capturesKeptDays: game.capturesKeptDays,
  writeupsKeptDays: game.writeupsKeptDays,
  pausedAt: game.pausedAt?.getTime() ?? null,
  version: game.version,
});
