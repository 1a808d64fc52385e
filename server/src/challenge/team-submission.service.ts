import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import { grants } from '@vexil/rules/permission.rules';
import { requirePlay } from './challenge.play.service';
import type { FoundTeamSubmission, FoundTeamSubmissions } from './team-submission.queries';

export { type FoundTeamSubmission, findTeamSubmissions } from './team-submission.queries';

/** Refuses whom the challenge itself refuses. */
export function readTeamSubmissions(
  actor: Pick<Actor, 'role'>,
  found: FoundTeamSubmissions | null,
  { challengeId, now }: { challengeId: number; now: Date },
): readonly FoundTeamSubmission[] {
  // No challenge has such an id, so the refusal does not depend on the caller.
  if (challengeId <= 0) throw new DomainError('challenge.notFound');
  if (!found) throw new DomainError('game.notFound');
  const play = requirePlay(found.play, actor, { strict: true, now });
  if (!found.isEnabled || !grants(play.division, challengeId, 'ViewChallenge')) {
    throw new DomainError('challenge.notFound');
  }
  return found.submissions;
}
