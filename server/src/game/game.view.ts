import type { BasicGame, DetailedGame, GameInfo } from '@vexil/contract/game';
import type { StaffRole } from '@vexil/db/enums/game';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import type { GameRow } from '@vexil/db/schema/game';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { assetUrl } from '../asset/asset.view';

const posterUrl = (hash: string) => assetUrl(hash, 'poster');

export const viewBasicGame = (game: GameRow): BasicGame => ({
  id: game.id,
  title: game.title,
  summary: game.summary,
  poster: game.posterHash && posterUrl(game.posterHash),
  limit: game.teamMemberCountLimit,
  start: game.startAt.getTime(),
  end: game.endAt.getTime(),
});

export interface GameForCaller {
  game: GameRow;
  divisions: { id: number; name: string; inviteCode: string | null }[];
  teamCount: number;
  registration:
    | { status: StoredParticipationStatus; divisionId: number | null; teamId: number; teamName: string }
    | undefined;
  staffRole: StaffRole | undefined;
}

const isCode = (inviteCode: string | null) => inviteCode !== null && inviteCode.trim() !== '';

export const viewDetailedGame = (
  { game, divisions, teamCount, registration, staffRole }: GameForCaller,
  at: Date,
): DetailedGame => ({
  ...viewBasicGame(game),
  content: game.content,
  hidden: game.hidden,
  divisions: divisions.map(({ id, name, inviteCode }) => ({ id, name, inviteCodeRequired: isCode(inviteCode) })),
  inviteCodeRequired: isCode(game.inviteCode),
  writeupRequired: game.writeupRequired,
  teamCount,
  division: registration?.divisionId ?? null,
  teamName: registration?.teamName ?? null,
  teamId: registration?.teamId ?? null,
  practiceMode: game.practiceMode,
  status: registration?.status ?? 'Unsubmitted',
  staffRole: staffRole ?? null,
  freezeTime: game.freezeAt?.getTime() ?? null,
  isFrozen: frozenSince(game.freezeAt, at) !== null,
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
  poster: game.posterHash && posterUrl(game.posterHash),
  publicKey: game.publicKey,
  practiceMode: game.practiceMode,
  start: game.startAt.getTime(),
  end: game.endAt.getTime(),
  writeupDeadline: game.writeupDeadline.getTime(),
  writeupNote: game.writeupNote,
  bloodBonus: game.bloodBonus,
  freezeTime: game.freezeAt?.getTime() ?? null,
});
