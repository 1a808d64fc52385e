import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import { gameCheckEndpoints } from '@vexil/contract/game-check.endpoints';
import { healthEndpoints } from '@vexil/contract/health.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { currentLanguage } from '../../i18n/translate';
import { useLanguage } from '../../i18n/use-text';

/** The server says it in the language of the request. */
const inLanguage = <Query extends { queryKey: readonly unknown[] }>(query: Query, language: string) => ({
  ...query,
  queryKey: [...query.queryKey, language],
});

export const platformHealthQuery = (language: string = currentLanguage()) =>
  inLanguage(routeQuery(doctorEndpoints.get), language);

export const usePlatformHealth = ({ refetchInterval }: { refetchInterval?: number } = {}) =>
  useQuery({ ...platformHealthQuery(useLanguage()), refetchInterval });

const gameCheckQuery = (id: number, language: string) =>
  inLanguage(routeQuery(gameCheckEndpoints.get, { params: { id } }), language);

const runningPollMs = 1000;

/** Follows a check that runs. */
export const useGameCheck = (id: number, isShown: boolean) =>
  useQuery({
    ...gameCheckQuery(id, useLanguage()),
    enabled: isShown,
    refetchInterval: ({ state: { data } }) => (data && data.finishedAt === null ? runningPollMs : false),
  });

export function useStartGameCheck(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = gameCheckQuery(id, useLanguage());
  return useMutation({
    mutationFn: () => call(gameCheckEndpoints.start, { params: { id } }),
    onSuccess: (check) => queryClient.setQueryData(queryKey, check),
  });
}

const healthPollMs = 30_000;

export const useGameHealth = (id: number) =>
  useQuery({ ...routeQuery(healthEndpoints.get, { params: { id } }), refetchInterval: healthPollMs });

/** What is asked about before the start, besides the game; undefined until all of it is loaded. */
export function useGameParts(id: number) {
  const challenges = useQuery(routeQuery(challengeEditEndpoints.list, { params: { id } })).data;
  const divisions = useQuery(routeQuery(divisionEndpoints.list, { params: { id } })).data;
  return challenges && divisions && { challenges: challenges.filter(({ isEnabled }) => isEnabled), divisions };
}
