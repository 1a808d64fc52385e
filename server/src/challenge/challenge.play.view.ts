import type { ContainerRow } from '@vexil/db/schema/container';
import type { InstanceRow } from '@vexil/db/schema/submission';
import { assetUrl, avatarUrl } from '../contract/asset.rules';
import type { ChallengeDetail, GameDetails } from '../contract/challenge';
import { containerEntry } from '../contract/container.rules';
import { grants } from '../contract/permission.rules';
import { emptyRow, type ScoreboardSolve } from '../contract/scoreboard.board.rules';
import type { BoardContent } from '../scoreboard/boards';
import type { AttachedFile } from './challenge.play.queries';
import type { Play, PlayedChallenge } from './challenge.play.service';

/**
 * What the team sees of the board: the challenges its division may view, and its own row. While the board is frozen its
 * own later solves stand behind those of the row; place, points and counts stay those of the board.
 */
export function viewDetails(
  play: Play,
  { board, rows }: BoardContent,
  laterSolves: readonly ScoreboardSolve[],
): GameDetails {
  const visible = Object.entries(board.challenges)
    .map(([category, list]) => [category, list.filter(({ id }) => grants(play.division, id, 'ViewChallenge'))] as const)
    .filter(([, list]) => list.length > 0);
  const { id, name, bio, avatarHash } = play.team;
  const { divisionId, token } = play.participation;
  const row = rows.get(id) ?? emptyRow({ id, name, bio: bio ?? '', avatar: avatarUrl(avatarHash), divisionId });
  return {
    challenges: Object.fromEntries(visible),
    challengeCount: visible.reduce((count, [, list]) => count + list.length, 0),
    rank: laterSolves.length === 0 ? row : { ...row, solvedChallenges: [...row.solvedChallenges, ...laterSolves] },
    teamToken: token,
    writeupRequired: play.game.writeupRequired,
    writeupDeadline: play.game.writeupDeadline.getTime(),
  };
}

export interface ChallengeParts {
  challenge: PlayedChallenge;
  texts: { content: string; hints: string[] };
  instance: InstanceRow | undefined;
  attachment: AttachedFile | undefined;
  container: ContainerRow | undefined;
  content: BoardContent;
}

export function viewChallenge(parts: ChallengeParts): ChallengeDetail {
  const { challenge, texts, instance, container, content } = parts;
  const running = container?.state === 'running' ? container : undefined;
  return {
    id: challenge.id,
    title: challenge.title,
    content: texts.content,
    category: challenge.category,
    hints: texts.hints,
    score: content.challenges.get(challenge.id)?.score ?? challenge.originalScore,
    type: challenge.type,
    context: {
      closeTime: running?.expiresAt.getTime() ?? null,
      instanceEntry: running ? containerEntry(running) : null,
      ...viewAttachment(parts),
    },
    limit: challenge.submissionLimit,
    attempts: instance?.submissionCount ?? 0,
    deadline: challenge.deadlineAt?.getTime() ?? null,
  };
}

/** Files of single flags are all shown under one name, or the name would tell them apart. */
function viewAttachment({ challenge, attachment }: ChallengeParts): { url: string | null; fileSize: number | null } {
  if (!attachment) return { url: null, fileSize: null };
  const { fileHash, fileName, remoteUrl, sizeBytes } = attachment;
  if (fileHash === null) return { url: remoteUrl, fileSize: null };
  const name = challenge.type === 'DynamicAttachment' ? challenge.fileName : (fileName ?? challenge.fileName);
  return { url: assetUrl(fileHash, name), fileSize: sizeBytes };
}
