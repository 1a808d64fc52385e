// The list of challenges is the largest part of the reply and the same for players with equal view permissions, so it
// is serialised and compressed once per scoreboard version. Both caches are dropped with the scoreboard.

import { GameDetails, type ListedChallenge } from '@vexil/contract/challenge';
import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import { tagOf } from '@vexil/http/reply/etag';
import { writeMembers } from '@vexil/http/reply/reply-parts';
import { avatarUrl } from '@vexil/rules/asset.rules';
import { type DivisionPermissions, grants, hasPermission } from '@vexil/rules/permission.rules';
import { emptyRow, lookOf } from '@vexil/rules/scoreboard.board.rules';
import { withLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import type { Play } from '../play/play.service';
import type { Board } from '../scoreboard-cache/board';
import type { ReadDetails } from './challenge.play.service';

const Challenges = GameDetails.pick({ challenges: true, challengeCount: true });
const Rank = GameDetails.pick({ rank: true });
const Own = GameDetails.pick({ teamToken: true, writeupRequired: true, writeupDeadline: true, locked: true });

interface CachedParts {
  challenges: Map<string, Buffer>;
  ids?: ReadonlySet<number>;
  /** By participation id: the last reply's inputs, its ETag, and the team's own part of it. */
  own: Map<number, { inputs: string; etag: string; text: Buffer }>;
}

const cache = new WeakMap<Board, CachedParts>();
/** Versions share rows that did not change. */
const rankTexts = new WeakMap<ScoreboardItem, Buffer>();

function cachedParts(board: Board): CachedParts {
  const parts: CachedParts = cache.get(board) ?? { challenges: new Map(), own: new Map() };
  cache.set(board, parts);
  return parts;
}

export function visibleKey(division: DivisionPermissions | null): string {
  if (!division) return 'all';
  const seen = hasPermission(division.defaultPermissions, 'ViewChallenge');
  const others = [...division.challengePermissions].filter(([, mask]) => hasPermission(mask, 'ViewChallenge') !== seen);
  const ids = others.map(([id]) => id).sort((a, b) => a - b);
  if (ids.length === 0) return seen ? 'all' : 'none';
  return `${seen ? 'all but' : 'only'} ${ids.join()}`;
}

export function visibleChallenges(board: Board, division: DivisionPermissions | null, divisionId: number | null) {
  const listed = (challenge: ListedChallenge): ListedChallenge => {
    const tags = board.tagsOf(challenge.id);
    return tags.length === 0 ? challenge : { ...challenge, tags: [...tags] };
  };
  const visible = Object.entries(board.challengesFor(divisionId))
    .map(([category, list]) => {
      const granted = list.filter(({ id }) => grants(division, id, 'ViewChallenge'));
      return [category, granted.map(listed)] as const;
    })
    .filter(([, list]) => list.length > 0);
  const count = visible.reduce((sum, [, list]) => sum + list.length, 0);
  return { challenges: Object.fromEntries(visible), challengeCount: count };
}

function challengesText({ board, play: { division, player } }: ReadDetails): Buffer {
  const { challenges } = cachedParts(board);
  const { divisionId } = player;
  const key = `${board.groupOf(divisionId)} ${visibleKey(division)}`;
  const text = challenges.get(key) ?? writeMembers(Challenges, visibleChallenges(board, division, divisionId), 'first');
  challenges.set(key, text);
  return text;
}

function rankText({ board, play, ranked, laterSolves }: ReadDetails): Buffer {
  const { teamId: id, name, bio, avatarHash, divisionId } = play.player;
  const shown = board.findRow(id);
  const isShared = ranked && laterSolves.length === 0;
  const cached = shown && isShared ? rankTexts.get(shown) : undefined;
  if (cached) return cached;
  const row: ScoreboardItem =
    shown ?? emptyRow({ id, name, bio: bio ?? '', avatar: avatarUrl(avatarHash), divisionId });
  const rank = withLaterSolves(ranked ? row : { ...row, rank: 0, divisionRank: null }, laterSolves);
  const text = writeMembers(Rank, { rank }, 'middle');
  // Only parts that come from the scoreboard alone may live as long as it does.
  if (shown && isShared) rankTexts.set(shown, text);
  return text;
}

/** Of what they require, only what the team may know of. */
function lockedPart(board: Board, { locked, division }: Play) {
  const shown = locked.filter(({ requires }) => requires.lockedShown);
  if (shown.length === 0) return {};
  const parts = cachedParts(board);
  parts.ids ??= new Set(Object.values(board.challengesFor(null)).flatMap((list) => list.map(({ id }) => id)));
  const known = (id: number) =>
    shown.some((one) => one.id === id) || (parts.ids?.has(id) && grants(division, id, 'ViewChallenge'));
  return {
    locked: shown.map(({ id, title, category, customCategory, missing, open }) => ({
      id,
      title,
      category,
      ...lookOf(customCategory),
      missing,
      openCount: open.length,
      openIds: open.filter(known),
    })),
  };
}

const ownOf = ({ board, play }: Pick<ReadDetails, 'board' | 'play'>) => ({
  teamToken: play.player.token,
  writeupRequired: play.game.writeupRequired,
  writeupDeadline: play.game.writeupDeadline,
  ...lockedPart(board, play),
});

function inputsOf({ board, play, ranked, laterSolves }: ReadDetails): string {
  const { player, division } = play;
  return JSON.stringify([
    board.etag,
    visibleKey(division),
    [player.teamId, player.name, player.bio, player.avatarHash, player.divisionId],
    laterSolves,
    ranked,
    ownOf({ board, play }),
  ]);
}

function ownPart(details: ReadDetails) {
  const { board, play } = details;
  const { own } = cachedParts(board);
  const { id } = play.player;
  const inputs = inputsOf(details);
  const cached = own.get(id);
  if (cached?.inputs === inputs) return cached;
  const part = { inputs, etag: tagOf(inputs), text: writeMembers(Own, ownOf(details), 'last') };
  own.set(id, part);
  return part;
}

export const detailsTag = (details: ReadDetails): string => ownPart(details).etag;

/** While the scoreboard is frozen, the team's later solves count with a score of 0; rank and score stay frozen. */
export const writeDetails = (details: ReadDetails): Buffer[] => [
  challengesText(details),
  rankText(details),
  ownPart(details).text,
];
