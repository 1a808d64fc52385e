import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { organisedGames } from '../play/access.queries';

export interface ContainerWithOwner {
  container: ContainerRow;
  /** Null for one that all teams share. */
  team: Pick<TeamRow, 'id' | 'name' | 'avatarHash'> | null;
  challenge: Pick<ChallengeRow, 'id' | 'title' | 'category'>;
  game: Pick<GameRow, 'id' | 'title'>;
}

export function listLiveTeamContainers(db: Executor, organiserId: string | null): Promise<ContainerWithOwner[]> {
  return db
    .select({
      container: containers,
      team: { id: teams.id, name: teams.name, avatarHash: teams.avatarHash },
      game: { id: games.id, title: games.title },
      challenge: { id: challenges.id, title: challenges.title, category: challenges.category },
    })
    .from(containers)
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(games, eq(games.id, containers.gameId))
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(
      and(
        inArray(containers.state, [...liveContainerStates]),
        inArray(containers.kind, ['Team', 'Shared']),
        organiserId === null ? undefined : inArray(containers.gameId, organisedGames(db, organiserId)),
      ),
    )
    .orderBy(asc(containers.requestedAt), asc(containers.id));
}
