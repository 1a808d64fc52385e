import type { ChallengeDetail } from '@vexil/contract/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { TeamChallengeRow } from '@vexil/db/schema/submission';
import { assetUrl } from '@vexil/rules/asset.rules';
import { containerEntry } from '@vexil/rules/container.rules';
import type { Board } from '../scoreboard-cache/board';
import type { AttachedFile } from './challenge.play.queries';
import type { EnabledChallenge } from './challenge.play.service';

export interface ChallengeParts {
  challenge: EnabledChallenge;
  texts: { content: string; hints: string[] };
  teamChallenge: TeamChallengeRow | undefined;
  attachment: AttachedFile | undefined;
  container: ContainerRow | undefined;
  board: Board;
  readerHost: string | null;
}

export function viewChallenge(parts: ChallengeParts): ChallengeDetail {
  const { challenge, texts, teamChallenge, container, board, readerHost } = parts;
  const running = container?.state === 'running' ? container : undefined;
  return {
    id: challenge.id,
    title: challenge.title,
    content: texts.content,
    category: challenge.category,
    hints: texts.hints,
    score: board.findChallenge(challenge.id)?.score ?? challenge.originalScore,
    type: challenge.type,
    context: {
      closeTime: running?.expiresAt.getTime() ?? null,
      instanceEntry: running ? containerEntry(running, readerHost) : null,
      ...viewAttachment(parts),
    },
    limit: challenge.submissionLimit,
    attempts: teamChallenge?.submissionCount ?? 0,
    deadline: challenge.deadlineAt?.getTime() ?? null,
  };
}

/** Attachments of single flags share one file name, or the name would identify the flag. */
function viewAttachment({ challenge, attachment }: ChallengeParts): { url: string | null; fileSize: number | null } {
  if (!attachment) return { url: null, fileSize: null };
  const { fileHash, fileName, remoteUrl, sizeBytes } = attachment;
  if (fileHash === null) return { url: remoteUrl, fileSize: null };
  const name = challenge.type === 'DynamicAttachment' ? challenge.fileName : (fileName ?? challenge.fileName);
  return { url: assetUrl(fileHash, name), fileSize: sizeBytes };
}
