import type { ChallengeEdit, ChallengeInfo } from '@vexil/contract/challenge';
import { standardContainerOptions } from '@vexil/contract/container-options';
import type { GameInfo } from '@vexil/contract/game';
import { defaultScoreCurve } from '../score-curve.rules';

const hourMs = 3_600_000;

/** A game as its organisers see it, that starts in a day. */
export const buildGameInfo = (given: Partial<GameInfo> = {}): GameInfo => ({
  id: 7,
  title: 'Northwind Qualifier',
  hidden: false,
  summary: 'Two days of puzzles.',
  content: 'Be kind.',
  acceptWithoutReview: false,
  writeupRequired: false,
  inviteCode: null,
  teamMemberCountLimit: 4,
  containerCountLimit: 3,
  containerTotalLimit: 0,
  poster: null,
  publicKey: 'cHVibGlj',
  practiceMode: true,
  start: Date.now() + 24 * hourMs,
  end: Date.now() + 72 * hourMs,
  writeupDeadline: Date.now() + 96 * hourMs,
  writeupNote: '',
  bloodBonus: 52459530,
  bloodBonusPoints: null,
  freezeTime: null,
  revealedAt: null,
  boardVisibility: 'Everyone',
  hintsMayGoBelowZero: false,
  individual: false,
  pausedAt: null,
  version: 1,
  ...given,
});

/** A challenge with one flag, enabled. */
export const buildChallengeEdit = (given: Partial<ChallengeEdit> = {}): ChallengeEdit => ({
  id: 11,
  title: 'Tide tables',
  content: 'When is high water?',
  connection: '',
  author: '',
  tags: [],
  topics: [],
  requires: null,
  next: null,
  category: 'Crypto',
  type: 'StaticAttachment',
  hints: [],
  hintList: [],
  flagTemplate: null,
  isEnabled: true,
  acceptedCount: 0,
  fileName: 'attachment',
  attachment: null,
  attachments: [],
  testContainer: null,
  lastFailure: null,
  flags: [
    {
      id: 1,
      flag: 'flag{at_nine}',
      match: 'Exact' as const,
      example: null,
      canary: false,
      attachment: null,
      attachments: [],
      taken: false,
    },
  ],
  supply: null,
  containerImage: '',
  memoryLimit: 64,
  cpuCount: 5,
  storageLimit: 256,
  exposePort: 80,
  readOnlyRoot: false,
  tmpfsSize: 16,
  networkMode: 'Open',
  enableTrafficCapture: false,
  containerOptions: standardContainerOptions,
  disableBloodBonus: false,
  deadlineUtc: null,
  releaseUtc: null,
  submissionLimit: 0,
  ...defaultScoreCurve,
  version: 1,
  ...given,
});

/** A challenge as the list says it. */
export const infoOf = (challenge: ChallengeEdit): ChallengeInfo => ({
  id: challenge.id,
  title: challenge.title,
  category: challenge.category,
  type: challenge.type,
  isEnabled: challenge.isEnabled,
  score: challenge.originalScore,
  minScore: 250,
  originalScore: challenge.originalScore,
  deadlineUtc: challenge.deadlineUtc,
  acceptedCount: challenge.acceptedCount,
  flagCount: challenge.flags.length,
  hasFlagTemplate: challenge.flagTemplate !== null,
  containerImage: challenge.containerImage ?? '',
  testedAt: challenge.testContainer?.startedAt ?? null,
  releaseUtc: challenge.releaseUtc,
  position: null,
  bloods: [],
  supply: challenge.supply,
  lastCheck: null,
  origin: null,
});

/** An enabled challenge with one flag, as the list says it. */
export const buildChallengeInfo = (given: Partial<ChallengeInfo> = {}): ChallengeInfo => ({
  ...infoOf(buildChallengeEdit()),
  ...given,
});
