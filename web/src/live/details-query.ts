import { useQuery } from '@tanstack/react-query';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { retryUntilStarted } from '../api/query-client';
import { routeQuery } from '../api/route-query';

/** The team's challenges, place and token; refused before the start, after the end without practice, and to outsiders. */
export const detailsQuery = (gameId: number) => ({
  ...routeQuery(challengeEndpoints.details, { params: { id: gameId } }),
  staleTime: 60_000,
  ...retryUntilStarted,
});

export type ChallengeFinder = (named: string | number) => { id: number; title: string } | undefined;

/** Finds a challenge by its title or number, among those the team may see; asks nothing of the server. */
export function useChallengeFinder(gameId: number): ChallengeFinder {
  const { data } = useQuery({ ...detailsQuery(gameId), enabled: false });
  return (named) =>
    Object.values(data?.challenges ?? {})
      .flat()
      .find(({ id, title }) => id === named || title === named);
}
