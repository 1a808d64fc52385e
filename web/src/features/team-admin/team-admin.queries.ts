import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { teamAdminEndpoints } from '@vexil/contract/team-admin.endpoints';
import type { InputOf, ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';
import type { TeamsSearch } from './teams-search';

export type AdminTeam = ReplyOf<typeof teamAdminEndpoints.list>['data'][number];
export type TeamChange = InputOf<typeof teamAdminEndpoints.update>['body'];
export const pageSize = 50;

export const useTeams = ({ q, locked, order = 'name', desc, page = 1 }: TeamsSearch) =>
  useQuery({
    ...routeQuery(teamAdminEndpoints.list, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        hint: q,
        locked: locked === undefined ? undefined : String(locked),
        order,
        descending: desc ? 'true' : undefined,
      },
    }),
    placeholderData: keepPreviousData,
  });

const foundMax = 20;

/** The first teams while nothing is typed. A chosen one stands as `Owls #7`, of which the name is searched. */
export const useTeamSearch = (typed: string, mergesWith: number) =>
  useQuery({
    ...routeQuery(teamAdminEndpoints.list, {
      query: { count: foundMax, order: 'name', mergesWith, hint: typed.replace(/ #\d+$/, '') || undefined },
    }),
    placeholderData: keepPreviousData,
  });

export const useTeamsChanged = () => useInvalidate(routeKey(teamAdminEndpoints.list));

export const useUpdateTeam = () =>
  useChange(
    ({ id, body }: { id: number; body: TeamChange }) => call(teamAdminEndpoints.update, { params: { id }, body }),
    useTeamsChanged(),
    'success',
  );

export const useMergeTeams = () =>
  useChange(
    ({ id, intoTeamId }: { id: number; intoTeamId: number }) =>
      call(teamAdminEndpoints.merge, { params: { id }, body: { intoTeamId } }),
    useTeamsChanged(),
  );

export const useDeleteTeam = () =>
  useChange((id: number) => call(teamAdminEndpoints.delete, { params: { id } }), useTeamsChanged());
