import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { containerImageEndpoints } from '@vexil/contract/container-image.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { GameHealth } from '@vexil/contract/health';
import { healthEndpoints } from '@vexil/contract/health.endpoints';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { rejudgingEndpoints } from '@vexil/contract/rejudging.endpoints';
import { solverEndpoints } from '@vexil/contract/solver.endpoints';
import { buildChallengeEdit, buildChallengeInfo, buildGameInfo, infoOf } from '@vexil/rules/testing/organiser-facts';
import { answer } from './api';
import { buildAccount, signIn } from './builders';

export { buildChallengeEdit, buildChallengeInfo, buildGameInfo };

const hourMs = 3_600_000;

/** The times of a game that runs now. */
export const running = () => ({ start: Date.now() - hourMs, end: Date.now() + hourMs });

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
    memberFields: [],
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
  answer(auditEndpoints.game, { data: [], length: 0, total: 0 });
  answer(challengeEditEndpoints.list, challenges.map(infoOf));
  answer(challengeEditEndpoints.health, []);
  answer(healthEndpoints.get, buildHealth());
  answer(divisionEndpoints.list, []);
  answer(containerImageEndpoints.list, []);
  answer(solverEndpoints.get, { solver: null, checks: [] });
  answer(rejudgingEndpoints.count, { changedCount: 0, keptCount: 0 });
  answer(challengeEditEndpoints.get, ({ params }) => {
    const challenge = challenges.find(({ id }) => id === Number(params.challengeId));
    if (!challenge) throw new Error(`The test has no challenge ${params.challengeId}`);
    return challenge;
  });
}
