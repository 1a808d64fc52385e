import { DomainError } from '@vexil/contract/errors';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { violatedConstraint } from '@vexil/db/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { flagRefusal } from '@vexil/rules/flag.rules';
import { maySubmit } from '@vexil/rules/permission.rules';
import { answerRefusal } from '@vexil/rules/phase.rules';
import { loadPlayedChallenge } from '../challenge/challenge.play.service';
import { seesGame } from '../game/visible-game.service';
import { requestJudging } from './submission.judging.service';
import { type Arrival, insertSubmission, isFlag, type OwnSubmission } from './submission.queries';
import { playerVerdict } from './submission.view';

const accountConstraint = 'submissions_account_id_accounts_id_fk';

export interface Answer {
  gameId: number;
  challengeId: number;
  /** As typed, including surrounding whitespace. */
  text: string;
  receivedAt: Date;
  ip: string;
}

/** Stores a submission and enqueues judging. Returns its id; ids are in order of arrival. */
export async function submitAnswer(deps: Deps, actor: Actor, answer: Answer): Promise<number> {
  const { gameId, challengeId, receivedAt } = answer;
  checkText(answer.text.trim());
  const { play, challenge } = await loadPlayedChallenge(deps, actor, answer, {
    strict: true,
    now: receivedAt,
    solves: true,
  });
  if (answerRefusal(play.clock, challenge, receivedAt.getTime()) !== null) {
    throw new DomainError('submission.deadlinePassed');
  }
  if (!maySubmit(play.division, challengeId)) throw new DomainError('submission.notPermitted');

  const text = await readText(deps, answer);
  const id = await storeAnswer(deps, challenge.submissionLimit, {
    gameId,
    challengeId,
    participationId: play.participation.id,
    accountId: actor.id,
    answerHash: deps.sealing.hashFlag(challengeId, text),
    answerSealed: deps.sealing.seal(text),
    submittedAt: receivedAt,
    ip: answer.ip,
  });
  requestJudging(deps, answer);
  return id;
}

/** Blanks around a flag come from copying and are left out, unless a flag of the challenge has just these. */
async function readText(deps: Deps, { challengeId, text }: Answer): Promise<string> {
  const inner = text.trim();
  if (inner === text || flagRefusal(text) !== null) return inner;
  const answerHash = deps.sealing.hashFlag(challengeId, text);
  return (await isFlag(deps.database.sql, { challengeId, answerHash })) ? text : inner;
}

function checkText(text: string): void {
  const refusal = flagRefusal(text);
  if (refusal === 'tooLong') throw new DomainError('submission.tooLong', { field: 'flag' });
  if (refusal === 'blank') throw new DomainError('submission.empty', { field: 'flag' });
  if (refusal === 'unstorable') throw new DomainError('request.invalid', { field: 'flag' });
}

async function storeAnswer(deps: Deps, limit: number, arrival: Arrival): Promise<number> {
  try {
    const id = await insertSubmission(deps.database.sql, arrival);
    if (id === undefined) throw new DomainError('submission.limitReached', { params: { limit } });
    return id;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint?.endsWith('_participation_fkey')) throw new DomainError('participation.missing', { cause: error });
    if (constraint?.endsWith('_challenge_fkey')) throw new DomainError('challenge.notFound', { cause: error });
    if (constraint === accountConstraint) throw new DomainError('account.unauthenticated', { cause: error });
    throw error;
  }
}

/** `CheatDetected` is reported as `WrongAnswer`. Throws `submission.notFound`. */
export function readVerdict(actor: Actor, { status, participation, hidden, isInvited }: OwnSubmission): AnswerResult {
  // Indistinguishable from a game that does not exist.
  if (status === null || !(participation === 'Accepted' || seesGame(actor, { hidden, isInvited }))) {
    throw new DomainError('submission.notFound');
  }
  return playerVerdict(status);
}
