import type { ChallengeRow, FlagRow } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Sealing } from '@vexil/db/sealing';
import { viewContainer } from '../container/container.view';
import type { ChallengeEdit, ChallengeInfo } from '../contract/challenge';
import { minimumScore } from '../contract/score.rules';
import type { AttachmentFile } from './attachment.queries';
import { viewAttachment } from './attachment.view';

/** `score` is the current one, where a board says it. */
export const viewChallengeInfo = (challenge: ChallengeRow, score: number | undefined): ChallengeInfo => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  type: challenge.type,
  isEnabled: challenge.isEnabled,
  score: score ?? challenge.originalScore,
  minScore: minimumScore(challenge),
  originalScore: challenge.originalScore,
  deadlineUtc: challenge.deadlineAt?.getTime() ?? null,
});

export interface ChallengeSeen {
  challenge: ChallengeRow;
  flags: FlagRow[];
  /** Of the challenge and of its flags. */
  attachments: AttachmentFile[];
  acceptedCount: number;
  testContainer: ContainerRow | undefined;
}

/** With flags and template in plain text: for organisers only. */
export function viewChallengeEdit(seen: ChallengeSeen, sealing: Sealing): ChallengeEdit {
  const { challenge, flags, acceptedCount, testContainer } = seen;
  const byId = new Map(seen.attachments.map((attachment) => [attachment.id, viewAttachment(attachment)]));
  return {
    id: challenge.id,
    title: challenge.title,
    content: challenge.content,
    category: challenge.category,
    type: challenge.type,
    hints: challenge.hints,
    flagTemplate: challenge.flagTemplateSealed && sealing.unseal(challenge.flagTemplateSealed),
    isEnabled: challenge.isEnabled,
    acceptedCount,
    fileName: challenge.fileName,
    attachment: byId.get(challenge.attachmentId ?? 0) ?? null,
    testContainer: testContainer ? viewContainer(testContainer) : null,
    flags: flags.map(({ id, sealed, attachmentId }) => ({
      id,
      flag: sealing.unseal(sealed),
      attachment: byId.get(attachmentId ?? 0) ?? null,
    })),
    containerImage: challenge.containerImage,
    memoryLimit: challenge.memoryLimitMiB,
    cpuCount: challenge.cpuTenths,
    storageLimit: challenge.storageLimitMiB,
    exposePort: challenge.exposePort,
    networkMode: challenge.networkMode,
    enableTrafficCapture: challenge.enableTrafficCapture,
    disableBloodBonus: challenge.disableBloodBonus,
    deadlineUtc: challenge.deadlineAt?.getTime() ?? null,
    submissionLimit: challenge.submissionLimit,
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
  };
}
