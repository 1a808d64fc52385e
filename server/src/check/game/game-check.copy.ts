// A check plays in a copy of the game, so that the game itself is never touched: no board, blood, event or notice of it can
// change. The copy is hidden, is in no list, and is deleted with its account and team.

import { DomainError } from '@vexil/contract/errors';
import { type ChallengeType, hasContainer } from '@vexil/db/enums/challenge';
import { violatedConstraint } from '@vexil/db/errors';
import { gameConstraints } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { signTeamToken } from '../../game/game.keys';
import { type GameFacts, storeCopy } from '../../package/package.copy.service';

import { openSession } from '../../session/session.service';
import { enableCopied, insertPlayer, markCopy } from './game-check.queries';

export interface CopiedChallenge {
  id: number;
  title: string;
  type: ChallengeType;
}

export interface CheckCopy {
  gameId: number;
  participationId: number;
  teamId: number;
  /** Of the account's session. */
  token: string;
  /** Those that are enabled in the game. */
  challenges: CopiedChallenge[];
}

const beganBeforeMs = 60_000;
const lastsMs = 60 * 60_000;

/** Open now for a team without division, without limits, and without what would start work of its own. */
function openNow(facts: GameFacts, title: string, now: number): GameFacts {
  const challenges = facts.challenges
    .filter(({ isEnabled }) => isEnabled)
    .map((challenge) => ({
      ...challenge,
      deadlineAt: null,
      submissionLimit: 0,
      enableTrafficCapture: false,
      solver: null,
      requires: null,
      nextId: null,
    }));
  const ids = new Set(challenges.map(({ id }) => id));
  return {
    ...facts,
    challenges,
    flags: facts.flags.filter(({ challengeId }) => ids.has(challengeId)),
    divisions: [],
    masks: [],
    game: {
      ...facts.game,
      title,
      content: '',
      startAt: new Date(now - beganBeforeMs),
      endAt: new Date(now + lastsMs),
      freezeAt: null,
      writeupRequired: false,
      posterHash: null,
      practiceMode: false,
      containerCountLimit: 0,
      containerTotalLimit: 0,
      boardVisibility: 'Everyone',
    },
  };
}

async function storeAll(deps: Deps, gameId: number): Promise<CheckCopy> {
  return inTransaction(deps, async ({ tx }) => {
    const at = deps.clock.now();
    const name = `check-${deps.random.bytes(4).toString('hex')}`;
    const change = (facts: GameFacts) => openNow(facts, name, at.getTime());
    const { game } = await storeCopy(deps, tx, { gameId, change, at });
    await markCopy(tx, game.id, gameId);
    const challenges = await enableCopied(tx, game.id);
    const tokenOf = (teamId: number) => signTeamToken(deps, game, teamId);
    const inviteToken = deps.random.bytes(16).toString('hex');
    const player = await insertPlayer(tx, { name, gameId: game.id, tokenOf, inviteToken });
    const token = await openSession(deps, tx, player, { ip: '127.0.0.1', userAgent: 'Check' });
    return { gameId: game.id, ...player, token, challenges };
  });
}

/** Throws `game.notFound`, and `gameCheck.runs` while another check of the game has its copy. */
export async function createCopy(deps: Deps, gameId: number): Promise<CheckCopy> {
  try {
    return await storeAll(deps, gameId);
  } catch (error) {
    if (violatedConstraint(error) !== gameConstraints.checkOnce) throw error;
    throw new DomainError('gameCheck.runs', { cause: error });
  }
}

export const runsContainer = ({ type }: CopiedChallenge): boolean => hasContainer(type);
