import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { and, asc, desc, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { organisedGames } from '../play/access.queries';

export interface ContainerWithOwner {
  container: ContainerRow;
  /** Null for one that all teams share. */
  team: Pick<TeamRow, 'id' | 'name' | 'avatarHash'> | null;
  challenge: Pick<ChallengeRow, 'id' | 'title' | 'category' | 'customCategory' | 'exposePort'>;
  game: Pick<GameRow, 'id' | 'title'>;
}

function selectOwned(db: Executor, where: SQL | undefined) {
  return db
    .select({
      container: containers,
      team: { id: teams.id, name: teams.name, avatarHash: teams.avatarHash },
      game: { id: games.id, title: games.title },
      challenge: {
        id: challenges.id,
        title: challenges.title,
        category: challenges.category,
        customCategory: challenges.customCategory,
        exposePort: challenges.exposePort,
      },
    })
    .from(containers)
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(games, eq(games.id, containers.gameId))
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(where);
}

const isForTeams = inArray(containers.kind, ['Team', 'Shared']);

const isOrganisedBy = (db: Executor, accountId: string | null): SQL | undefined =>
  accountId === null ? undefined : inArray(containers.gameId, organisedGames(db, accountId));

export function listLiveTeamContainers(db: Executor, organiserId: string | null): Promise<ContainerWithOwner[]> {
  const isLive = inArray(containers.state, [...liveContainerStates]);
  return selectOwned(db, and(isLive, isForTeams, isOrganisedBy(db, organiserId))).orderBy(
    asc(containers.requestedAt),
    asc(containers.id),
  );
}

const failuresMax = 200;

/** The newest first, without those that were asked for again. */
export function listFailedStarts(
  db: Executor,
  { organiserId, since }: { organiserId: string | null; since: Date },
): Promise<ContainerWithOwner[]> {
  const later = alias(containers, 'later');
  const repeated = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.challengeId, containers.challengeId),
        eq(later.kind, containers.kind),
        sql`${later.participationId} is not distinct from ${containers.participationId}`,
        gt(later.requestedAt, containers.requestedAt),
      ),
    );
  const isFailed = and(eq(containers.state, 'failed'), gt(containers.endedAt, since));
  return selectOwned(db, and(isFailed, isForTeams, isOrganisedBy(db, organiserId), notExists(repeated)))
    .orderBy(desc(containers.endedAt), desc(containers.id))
    .limit(failuresMax);
}
