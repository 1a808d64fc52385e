import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { type Actor, viaOf } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { type FlagRefusal, flagRefusal } from '@vexil/rules/flag.rules';
import { grants, maySubmit } from '@vexil/rules/permission.rules';
import { answerRefusal } from '@vexil/rules/phase.rules';
import { originOf } from '../evidence/origin';
import { requirePlay } from '../play/play.service';
import { seesGame } from '../play/sight.policy';
import { requestJudging } from './submission.judging.service';
import { insertSubmission, isFlag, type OwnSubmission, type OwnTarget } from './submission.queries';
import { playerVerdict } from './submission.view';
import type { OwnSubmissions, TeamSubmissionRow } from './team-submission.queries';

const refusals: Record<FlagRefusal, ErrorCode> = {
  blank: 'submission.empty',
  tooLong: 'submission.tooLong',
  unstorable: 'request.invalid',
};

export interface NewSubmission {
  gameId: number;
  challengeId: number;
  /** As typed, including surrounding whitespace. */
  text: string;
  receivedAt: Date;
  ip: string;
}

/** Stores a submission and enqueues judging. Returns its id; ids are in order of arrival. */
export async function submitFlag(
  deps: Deps,
  actor: Actor,
  target: OwnTarget | null,
  submission: NewSubmission,
): Promise<number> {
  const { gameId, challengeId, receivedAt } = submission;
  const inner = submission.text.trim();
  const refusal = flagRefusal(inner);
  if (refusal) throw new DomainError(refusals[refusal], { field: 'flag' });
  const play = requirePlay(target, actor, { strict: true, now: receivedAt, solves: true });
  const challenge = target?.challenge;
  if (!challenge || play.locked.some(({ id }) => id === challengeId)) throw new DomainError('challenge.notFound');
  if (answerRefusal(play.clock, { deadline: challenge.deadlineAt }, receivedAt.getTime()) !== null) {
    throw new DomainError('submission.deadlinePassed');
  }
  if (!maySubmit(play.division, challengeId)) throw new DomainError('submission.notPermitted');

  // Blanks around a flag come from copying and are left out, unless a flag of the challenge has just these.
  const asTyped = { challengeId, answerHash: deps.sealing.hashFlag(challengeId, submission.text) };
  const hasBlanks = inner !== submission.text && (await isFlag(deps.database.sql, asTyped));
  const text = hasBlanks ? submission.text : inner;
  const id = await insertSubmission(deps.database.sql, {
    gameId,
    challengeId,
    participationId: play.player.id,
    accountId: actor.id,
    answerHash: deps.sealing.hashFlag(challengeId, text),
    answerSealed: deps.sealing.seal(text),
    submittedAt: receivedAt,
    ip: submission.ip,
    via: viaOf(actor),
    ...originOf(deps, gameId, { ip: submission.ip, deviceHash: actor.deviceHash }),
  });
  if (id === undefined) {
    throw new DomainError('submission.limitReached', { params: { limit: challenge.submissionLimit } });
  }
  requestJudging(deps, submission);
  return id;
}

/** `CheatDetected` is reported as `WrongAnswer`. Throws `submission.notFound`. */
export function readVerdict(actor: Actor, { status, participation, hidden, isInvited }: OwnSubmission): AnswerResult {
  // Indistinguishable from a game that does not exist.
  if (status === null || !(participation === 'Accepted' || seesGame(actor, { hidden, isInvited }))) {
    throw new DomainError('submission.notFound');
  }
  return playerVerdict(status);
}

/** Refuses whom the challenge itself refuses. */
export function readTeamSubmissions(
  actor: Pick<Actor, 'role'>,
  found: OwnSubmissions | null,
  { challengeId, now }: { challengeId: number; now: Date },
): readonly TeamSubmissionRow[] {
  // No challenge has such an id, so the refusal does not depend on the caller.
  if (challengeId <= 0) throw new DomainError('challenge.notFound');
  const play = requirePlay(found, actor, { strict: true, now });
  if (!found?.isEnabled || !grants(play.division, challengeId, 'ViewChallenge')) {
    throw new DomainError('challenge.notFound');
  }
  return found.submissions;
}
