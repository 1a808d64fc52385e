import type { ChallengeEdit, ChallengeInfo, FlagSupply } from '@vexil/contract/challenge';
import type { StartFailure, TestContainerInfo } from '@vexil/contract/container';
import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import type { LastCheck } from '@vexil/contract/solver';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Sealing } from '@vexil/db/sealing';
import { readContainerOptions } from '@vexil/rules/container-options.rules';
import { shownFlag } from '@vexil/rules/flag-match.rules';
import { readHints } from '@vexil/rules/hint.rules';
import { lowestScore } from '@vexil/rules/score-curve.rules';
import type { AttachmentFile } from './attachment.queries';
import { viewAttachment } from './attachment.view';
import type { ChallengeUpdate } from './challenge.edit.checks';
import type { ChallengeCounts, FlagWithUse } from './challenge.edit.queries';

export interface ChallengeListed {
  challenge: ChallengeRow;
  /** undefined when the challenge was inserted between the two statements. */
  counts: ChallengeCounts | undefined;
  supply: FlagSupply | null;
  /** null where no solver has run. */
  lastCheck: LastCheck | null;
  /** undefined for a disabled one. */
  board: Pick<ScoreboardChallenge, 'score' | 'bloods'> | undefined;
}

export const viewChallengeInfo = ({ challenge, counts, supply, lastCheck, board }: ChallengeListed): ChallengeInfo => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  customCategory: challenge.customCategory,
  type: challenge.type,
  isEnabled: challenge.isEnabled,
  score: board?.score ?? challenge.originalScore,
  minScore: lowestScore(challenge),
  originalScore: challenge.originalScore,
  deadlineUtc: challenge.deadlineAt?.getTime() ?? null,
  acceptedCount: counts?.acceptedCount ?? 0,
  flagCount: counts?.flagCount ?? 0,
  hasFlagTemplate: challenge.flagTemplateSealed !== null,
  containerImage: challenge.containerImage,
  testedAt: counts?.testedAt?.getTime() ?? null,
  releaseUtc: challenge.releaseAt?.getTime() ?? null,
  position: challenge.position,
  bloods: board?.bloods.map(({ name }) => name) ?? [],
  supply,
  lastCheck: challenge.solver === null ? null : lastCheck,
  origin: challenge.source,
});

export interface ChallengeForEdit {
  challenge: ChallengeRow;
  flags: FlagWithUse[];
  supply: FlagSupply | null;
  /** By the id of the first. */
  attachments: ReadonlyMap<number, AttachmentFile[]>;
  acceptedCount: number;
  testContainer: ContainerRow | undefined;
  lastFailure: StoredFailure | undefined;
}

export interface StoredFailure {
  row: ContainerRow;
  team: string | null;
  exposePort: number;
}

/** Of the feature of containers. */
export interface ContainerViews {
  viewTest(container: ContainerRow): TestContainerInfo;
  viewFailure(failure: StoredFailure): StartFailure;
}

/** What a change may set, as it is stored. Contains the template in plain text. */
export const viewSettings = (challenge: ChallengeRow, sealing: Sealing) =>
  ({
    title: challenge.title,
    content: challenge.content,
    connection: challenge.connection,
    author: challenge.author,
    tags: challenge.tags,
    topics: challenge.topics,
    category: challenge.category,
    customCategory: challenge.customCategory?.name ?? null,
    hintList: readHints(challenge),
    requires: challenge.requires,
    next: challenge.nextId,
    flagTemplate: challenge.flagTemplateSealed && sealing.unseal(challenge.flagTemplateSealed),
    isEnabled: challenge.isEnabled,
    fileName: challenge.fileName,
    containerImage: challenge.containerImage,
    memoryLimit: challenge.memoryLimitMiB,
    cpuCount: challenge.cpuTenths,
    storageLimit: challenge.storageLimitMiB,
    exposePort: challenge.exposePort,
    readOnlyRoot: challenge.readOnlyRoot,
    tmpfsSize: challenge.tmpfsMiB,
    networkMode: challenge.networkMode,
    enableTrafficCapture: challenge.enableTrafficCapture,
    containerOptions: readContainerOptions(challenge.containerOptions),
    disableBloodBonus: challenge.disableBloodBonus,
    deadlineUtc: challenge.deadlineAt?.getTime() ?? null,
    releaseUtc: challenge.releaseAt?.getTime() ?? null,
    submissionLimit: challenge.submissionLimit,
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    curve: challenge.curve,
    minimumScore: challenge.minimumScore,
    decay: challenge.decay,
  }) satisfies Partial<ChallengeEdit> & Partial<Record<keyof ChallengeUpdate, unknown>>;

/** Contains flags and template in plain text: for organisers only. */
export function viewChallengeEdit(
  seen: ChallengeForEdit,
  sealing: Sealing,
  { viewTest, viewFailure }: ContainerViews,
): ChallengeEdit {
  const { challenge, flags, acceptedCount, testContainer, lastFailure } = seen;
  const attached = ({ attachmentId }: { attachmentId: number | null }) => {
    const attachments = (seen.attachments.get(attachmentId ?? 0) ?? []).map(viewAttachment);
    return { attachment: attachments[0] ?? null, attachments };
  };
  return {
    ...viewSettings(challenge, sealing),
    id: challenge.id,
    type: challenge.type,
    hints: challenge.hints,
    acceptedCount,
    ...attached(challenge),
    testContainer: testContainer ? viewTest(testContainer) : null,
    lastFailure: lastFailure ? viewFailure(lastFailure) : null,
    flags: flags.map(({ id, sealed, match, exampleSealed, isCanary, taken, ...flag }) => ({
      id,
      flag: shownFlag(sealing.unseal(sealed)),
      match,
      example: exampleSealed && sealing.unseal(exampleSealed),
      canary: isCanary,
      ...attached(flag),
      taken,
    })),
    supply: seen.supply,
    origin: challenge.source,
    version: challenge.version,
  };
}
