import type { ChallengeEdit, ChallengeInfo } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge.endpoints';
import { containerImageEndpoints } from '@vexil/contract/container-image.endpoints';
import { standardContainerOptions } from '@vexil/contract/container-options';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameEditEndpoints } from '@vexil/contract/game.endpoints';
import type { GameHealth } from '@vexil/contract/health';
import { healthEndpoints } from '@vexil/contract/health.endpoints';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { solverEndpoints } from '@vexil/contract/solver.endpoints';
import { answer } from './api';
import { buildAccount, signIn } from './builders';

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
  freezeTime: null,
  version: 1,
  ...given,
});

/** The times of a game that runs now. */
export const running = () => ({ start: Date.now() - hourMs, end: Date.now() + hourMs });

/** A challenge with one flag, enabled. */
export const buildChallengeEdit = (given: Partial<ChallengeEdit> = {}): ChallengeEdit => ({
  id: 11,
  title: 'Tide tables',
  content: 'When is high water?',
  category: 'Crypto',
  type: 'StaticAttachment',
  hints: [],
  flagTemplate: null,
  isEnabled: true,
  acceptedCount: 0,
  fileName: 'attachment',
  attachment: null,
  testContainer: null,
  flags: [{ id: 1, flag: 'flag{at_nine}', attachment: null, taken: false }],
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
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
  version: 1,
  ...given,
});

/** A challenge as the list says it. */
const infoOf = (challenge: ChallengeEdit): ChallengeInfo => ({
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
});

/** An enabled challenge with one flag, as the list says it. */
export const buildChallengeInfo = (given: Partial<ChallengeInfo> = {}): ChallengeInfo => ({
  ...infoOf(buildChallengeEdit()),
  ...given,
});

/** A team that waits for review; ids follow from its own. */
export function buildReview(id: number, given: Partial<ParticipationInfo> = {}): ParticipationInfo {
  const captain = buildAccount({ userId: `01890a5d-ac96-774b-bcce-00000000${1000 + id}`, userName: `captain${id}` });
  return {
    id,
    team: {
      id,
      locked: false,
      captainId: captain.userId,
      name: `Team ${id}`,
      bio: '',
      avatar: null,
      members: [captain],
    },
    registeredMembers: [captain.userId],
    divisionId: null,
    status: 'Pending',
    ...given,
  };
}

/** A game in which nothing needs attention. */
export const buildHealth = (given: Partial<GameHealth> = {}): GameHealth => ({
  incomplete: [],
  failedStarts: [],
  selfEnds: [],
  failedChecks: [],
  wrongFlags: [],
  unsolved: [],
  runningOut: [],
  unjudged: { count: 0, since: null },
  review: { count: 0, since: null },
  cheating: { count: 0, latest: null },
  writeups: { unread: 0, missing: 0 },
  ...given,
});

/** An administrator, and a game with these challenges. */
export function organise(game: GameInfo, challenges: ChallengeEdit[] = []): void {
  signIn({ role: 'Admin', userName: 'Admin' });
  answer(gameEditEndpoints.list, { data: [game], length: 1, total: 1 });
  answer(gameEditEndpoints.get, game);
  answer(challengeEditEndpoints.list, challenges.map(infoOf));
  answer(challengeEditEndpoints.health, []);
  answer(healthEndpoints.get, buildHealth());
  answer(divisionEndpoints.list, []);
  answer(containerImageEndpoints.list, []);
  answer(solverEndpoints.get, { solver: null, checks: [] });
  answer(challengeEditEndpoints.get, ({ params }) => {
    const challenge = challenges.find(({ id }) => id === Number(params.challengeId));
    if (!challenge) throw new Error(`The test has no challenge ${params.challengeId}`);
    return challenge;
  });
}
