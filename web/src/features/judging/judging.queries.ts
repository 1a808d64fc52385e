import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { awardEndpoints } from '@vexil/contract/award.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import type { InputOf, ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';

export type Award = ReplyOf<typeof awardEndpoints.list>['data'][number];
export type NewAward = InputOf<typeof awardEndpoints.create>['body'];
export interface AwardedTeam {
  id: number;
  name: string;
}

export const pageSize = 50;

/** Programs give awards too, and no live message reports them to staff. */
const pollMs = 20_000;

export const useAwards = (id: number, page: number) =>
  useQuery({
    ...routeQuery(awardEndpoints.list, { params: { id }, query: { count: pageSize, skip: (page - 1) * pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** Accepted teams by name. */
export const useTeams = (id: number) =>
  useQuery({
    ...routeQuery(reviewEndpoints.list, { params: { id } }),
    select: (all): AwardedTeam[] =>
      all
        .filter(({ status }) => status === 'Accepted')
        .map(({ team }) => ({ id: team.id, name: team.name ?? '' }))
        .sort((one, other) => one.name.localeCompare(other.name)),
  });

function useRefresh(id: number) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: routeKey(awardEndpoints.list, { params: { id } }) });
}

export const useGiveAward = (id: number) =>
  useChange((body: NewAward) => call(awardEndpoints.create, { params: { id }, body }), useRefresh(id));

export const useTakeBack = (id: number) =>
  useChange((awardId: number) => call(awardEndpoints.delete, { params: { id, awardId } }), useRefresh(id));
