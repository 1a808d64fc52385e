import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import { grants } from '@vexil/rules/permission.rules';
import { requirePlay } from './challenge.play.service';
import type { FoundTeamContainer, FoundTeamContainers } from './team-container.queries';

export {
  type FoundTeamContainer,
  type FoundTeamContainers,
  findTeamContainers,
  type TeamContainerFacts,
  teamContainerMember,
  teamContainersOf,
} from './team-container.queries';

/** Throws as `loadPlay` does. */
export function readTeamContainers(
  actor: Pick<Actor, 'role'>,
  found: FoundTeamContainers | null,
  now: Date,
): readonly FoundTeamContainer[] {
  if (!found) throw new DomainError('game.notFound');
  const { division } = requirePlay(found.play, actor, { strict: true, now });
  return found.containers.filter(
    ({ kind, challengeId }) => kind === 'Team' || grants(division, challengeId, 'ViewChallenge'),
  );
}
