// The list of challenges is the same for all who may see the same of them, and by far the most of what a player is told.
// It is written once for each board and visible set, each team's row once for each board, and both go with the board.

import { GameDetails } from '@vexil/contract/challenge';
import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import { avatarUrl } from '@vexil/rules/asset.rules';
import { type DivisionPermissions, grants, hasPermission } from '@vexil/rules/permission.rules';
import { emptyRow, type ScoreboardSolve } from '@vexil/rules/scoreboard.board.rules';
import { withLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import { tagOf } from '../plugins/conditional';
import { composed, writeMembers } from '../reply-parts';
import type { Board, BoardPieces } from '../scoreboard/board';
import type { Play } from './challenge.play.service';

const Challenges = GameDetails.pick({ challenges: true, challengeCount: true });
const Rank = GameDetails.pick({ rank: true });
const Own = GameDetails.pick({ teamToken: true, writeupRequired: true, writeupDeadline: true });

interface Written {
  /** By what of the challenges is seen. */
  challenges: Map<string, Buffer>;
  /** By team. */
  ranks: Map<number, Buffer>;
  /** By participation: of what a player's reply was made last, its tag, and the part that is the team's alone. */
  owns: Map<number, { made: string; etag: string; text: Buffer }>;
}

const written = new WeakMap<Board, Written>();

function writtenOf(board: Board): Written {
  const known = written.get(board) ?? { challenges: new Map(), ranks: new Map(), owns: new Map() };
  written.set(board, known);
  return known;
}

/** What of the challenges a division sees: the same text for all that see the same. */
export function visibleKey(division: DivisionPermissions | null): string {
  if (!division) return 'all';
  const seen = hasPermission(division.defaultPermissions, 'ViewChallenge');
  const others = [...division.challengePermissions].filter(([, mask]) => hasPermission(mask, 'ViewChallenge') !== seen);
  const ids = others.map(([id]) => id).sort((a, b) => a - b);
  if (ids.length === 0) return seen ? 'all' : 'none';
  return `${seen ? 'all but' : 'only'} ${ids.join()}`;
}

function writeChallenges({ challenges }: BoardPieces, division: DivisionPermissions | null): Buffer {
  const visible = Object.entries(challenges)
    .map(([category, list]) => [category, list.filter(({ id }) => grants(division, id, 'ViewChallenge'))] as const)
    .filter(([, list]) => list.length > 0);
  const count = visible.reduce((sum, [, list]) => sum + list.length, 0);
  return writeMembers(Challenges, { challenges: Object.fromEntries(visible), challengeCount: count }, 'first');
}

function challengesText(board: Board, pieces: BoardPieces, division: DivisionPermissions | null): Buffer {
  const { challenges } = writtenOf(board);
  const key = visibleKey(division);
  const text = challenges.get(key) ?? writeChallenges(pieces, division);
  challenges.set(key, text);
  return text;
}

function rankText(board: Board, pieces: BoardPieces, play: Play, laterSolves: readonly ScoreboardSolve[]): Buffer {
  const { ranks } = writtenOf(board);
  const { id, name, bio, avatarHash } = play.team;
  const known = laterSolves.length === 0 ? ranks.get(id) : undefined;
  if (known) return known;
  const stored = pieces.rowText(id);
  const { divisionId } = play.participation;
  const row: ScoreboardItem =
    stored === null
      ? emptyRow({ id, name, bio: bio ?? '', avatar: avatarUrl(avatarHash), divisionId })
      : JSON.parse(stored);
  const rank = withLaterSolves(row, laterSolves);
  const text = writeMembers(Rank, { rank }, 'middle');
  // What is not of the board is not kept with it.
  if (stored !== null && laterSolves.length === 0) ranks.set(id, text);
  return text;
}

const ownOf = ({ game, participation }: Play) => ({
  teamToken: participation.token,
  writeupRequired: game.writeupRequired,
  writeupDeadline: game.writeupDeadline.getTime(),
});

/** Names all that a reply is made of, the board by its own tag. */
function describeDetails(board: Board, play: Play, laterSolves: readonly ScoreboardSolve[]): string {
  const { team, participation, division } = play;
  return JSON.stringify([
    board.etag,
    visibleKey(division),
    // For a team without a row on the board.
    [team.id, team.name, team.bio, team.avatarHash, participation.divisionId],
    laterSolves,
    ownOf(play),
  ]);
}

function ownPart(board: Board, play: Play, laterSolves: readonly ScoreboardSolve[]) {
  const { owns } = writtenOf(board);
  const { id } = play.participation;
  const made = describeDetails(board, play, laterSolves);
  const known = owns.get(id);
  if (known?.made === made) return known;
  const part = { made, etag: tagOf(made), text: writeMembers(Own, ownOf(play), 'last') };
  owns.set(id, part);
  return part;
}

/** Differs whenever the reply does. */
export const detailsTag = (board: Board, play: Play, laterSolves: readonly ScoreboardSolve[]): string =>
  ownPart(board, play, laterSolves).etag;

/**
 * What the team sees of the board: the challenges its division may view, and its own row. While the board is frozen its
 * own later solves stand in the row and in its count, worth nothing yet; place and points stay those of the board.
 */
export async function composeDetails(
  board: Board,
  play: Play,
  laterSolves: readonly ScoreboardSolve[],
): Promise<never> {
  const pieces = await board.pieces();
  return composed([
    challengesText(board, pieces, play.division),
    rankText(board, pieces, play, laterSolves),
    ownPart(board, play, laterSolves).text,
  ]);
}
