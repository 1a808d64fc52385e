import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { teamAdminEndpoints } from '@vexil/contract/team-admin.endpoints';
import type { InputOf, ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export type AdminTeam = ReplyOf<typeof teamAdminEndpoints.list>['data'][number];
export type TeamsSearch = { q?: string; locked?: boolean; page?: number };

export const pageSize = 50;

export const useTeams = ({ q, locked, page = 1 }: TeamsSearch) =>
  useQuery({
    ...routeQuery(teamAdminEndpoints.list, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        hint: q,
        locked: locked === undefined ? undefined : String(locked),
      },
    }),
    placeholderData: keepPreviousData,
  });

function useTeamsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: routeKey(teamAdminEndpoints.list) });
}

export const useUpdateTeam = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: number; body: InputOf<typeof teamAdminEndpoints.update>['body'] }) =>
      call(teamAdminEndpoints.update, { params: { id }, body }),
    onSuccess: useTeamsChanged(),
  });

export const useDeleteTeam = () =>
  useMutation({
    mutationFn: (id: number) => call(teamAdminEndpoints.delete, { params: { id } }),
    onSuccess: useTeamsChanged(),
  });
