import { ChallengeDetail, type challengeRoutes } from '@vexil/contract/challenge';
import type { ReplyOf } from '@vexil/contract/route';
import type { Deps } from '@vexil/http/deps';
import { PartsReply, writeMembers } from '@vexil/http/reply/reply-parts';
import { addressName, assetUrl, distinctNames } from '@vexil/rules/asset.rules';
import { containerEntry, shownEndReason } from '@vexil/rules/container.rules';
import type { NameSettings } from '@vexil/rules/container-names.rules';
import { hintsOf, pointsOf } from '@vexil/rules/hint.rules';
import { grants } from '@vexil/rules/permission.rules';
import { LRUCache } from 'lru-cache';
import { createFileTicket } from '../asset/file-ticket';
import type { Board } from '../scoreboard-cache/board';
import type { AttachedFile, OpenedChallenge } from './challenge.open.queries';
import type { Opening } from './challenge.open.service';

const own = {
  score: true,
  context: true,
  attempts: true,
  lastEnd: true,
  hintList: true,
  hintBudget: true,
  next: true,
} as const;
const Shared = ChallengeDetail.omit(own);
const Own = ChallengeDetail.pick(own);

/** Written and compressed once for all teams, as long as nothing of it changed in the database. */
const sharedParts = new LRUCache<number, { source: string; part: Buffer }>({ max: 1000 });

function sharedPart(challenge: OpenedChallenge): Buffer {
  const source = JSON.stringify(challenge);
  const kept = sharedParts.get(challenge.id);
  if (kept?.source === source) return kept.part;
  const part = writeMembers(Shared, { ...challenge, limit: challenge.submissionLimit }, 'first');
  sharedParts.set(challenge.id, { source, part });
  return part;
}

export interface ChallengeParts {
  names: NameSettings;
  opening: Opening;
  board: Board;
  readerHost: string | null;
  /** Whether the team may see the board. */
  ranked: boolean;
  /** After the end. */
  isOver: boolean;
}

export function composeChallenge(parts: ChallengeParts): PartsReply {
  const { opening, board, readerHost, names } = parts;
  const { challenge, teamChallenge, container } = opening;
  const ownPart = writeMembers(
    Own,
    {
      score: scoreOf(challenge, board, opening.player?.divisionId ?? null),
      context: {
        closeTime: container?.expiresAt ?? null,
        instanceEntry: container ? containerEntry(container, { host: readerHost, names }) : null,
        connection: challenge.connection || null,
        ...viewFiles(challenge, opening.files),
      },
      attempts: teamChallenge?.submissionCount ?? 0,
      lastEnd: viewLastEnd(opening),
      next:
        challenge.nextId !== null && grants(opening.division, challenge.nextId, 'ViewChallenge')
          ? challenge.nextId
          : null,
      ...viewHints(parts),
    },
    'last',
  );
  return new PartsReply([sharedPart(challenge), ownPart]);
}

/** As a team reads it that has neither answered nor started an instance; a file of its own it would get by opening. */
export const viewUnopened = (challenge: OpenedChallenge, board: Board, divisionId: number | null): ChallengeDetail => ({
  ...challenge,
  limit: challenge.submissionLimit,
  score: scoreOf(challenge, board, divisionId),
  context: {
    closeTime: null,
    instanceEntry: null,
    connection: challenge.connection || null,
    ...viewFiles(challenge, challenge.type === 'DynamicAttachment' ? [] : (challenge.files ?? [])),
  },
  attempts: 0,
  lastEnd: null,
  next: challenge.nextId,
  hintList: hintsOf(challenge, { taken: [], isOver: false }),
  hintBudget: null,
});

function viewHints({
  opening,
  board,
  ranked,
  isOver,
}: ChallengeParts): Pick<ChallengeDetail, 'hintList' | 'hintBudget'> {
  const { challenge, takenHints, awardPoints, game, player } = opening;
  const hintList = hintsOf(challenge, { taken: takenHints ?? [], isOver });
  if (!ranked || !hintList.some(({ content }) => content === null)) return { hintList, hintBudget: null };
  const points = pointsOf(board.findRow(player?.teamId ?? 0), awardPoints);
  return { hintList, hintBudget: { points, mayGoBelowZero: game.hintsMayGoBelowZero } };
}

const scoreOf = ({ id, originalScore }: OpenedChallenge, board: Board, divisionId: number | null) =>
  board.findChallenge(id, divisionId)?.score ?? originalScore;

function viewLastEnd({ ended }: Opening): ChallengeDetail['lastEnd'] {
  if (!ended) return null;
  const endReason = shownEndReason(ended);
  if (ended.state === 'failed') return { state: 'failed', endReason };
  return endReason && { state: 'destroyed', endReason };
}

/** Links that open until then. */
export function viewLinks(
  deps: Pick<Deps, 'sealing'>,
  { challenge, files }: Pick<Opening, 'challenge' | 'files'>,
  { origin, expiresAt }: { origin: string; expiresAt: number },
): ReplyOf<typeof challengeRoutes.files> {
  const linked = (hash: string, name: string) =>
    `${origin}/api/file/${createFileTicket(deps, hash, expiresAt)}/${encodeURIComponent(name)}`;
  const shown = viewFiles(challenge, files, linked).files;
  return shown.map((file, index) => ({ ...file, expiresAt: files[index]?.fileHash ? expiresAt : null }));
}

function viewFiles(
  { fileName: ofAll }: OpenedChallenge,
  files: readonly AttachedFile[],
  urlOf: (hash: string, name: string) => string = assetUrl,
): Pick<ChallengeDetail['context'], 'url' | 'fileSize' | 'files'> {
  const names = distinctNames(
    files.map(({ fileName, remoteUrl }) => fileName ?? (remoteUrl === null ? ofAll : addressName(remoteUrl))),
  );
  const shown = files.map(({ fileHash, remoteUrl, sizeBytes: size }, index) => {
    const name = names[index] ?? ofAll;
    return { name, url: fileHash === null ? (remoteUrl ?? '') : urlOf(fileHash, name), size };
  });
  return { url: shown[0]?.url ?? null, fileSize: shown[0]?.size ?? null, files: shown };
}
