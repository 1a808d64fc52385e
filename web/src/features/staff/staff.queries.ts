import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game.endpoints';
import type { StaffRole } from '@vexil/db/enums/game';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

export const staffQuery = (id: number) => routeQuery(gameEditEndpoints.staff, { params: { id } });

export function useSetStaff(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: StaffRole }) =>
      call(gameEditEndpoints.setStaff, { params: { id, userId }, body: { role } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: staffQuery(id).queryKey }),
  });
}

export function useRemoveStaff(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(gameEditEndpoints.removeStaff, { params: { id, userId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: staffQuery(id).queryKey }),
  });
}

/** Only administrators may call it. */
export const useAccountSearch = (hint: string, allowed: boolean) =>
  useQuery({
    ...routeQuery(accountAdminEndpoints.search, { query: { hint } }),
    enabled: allowed && hint.trim() !== '',
    staleTime: 30_000,
    placeholderData: (previous) => previous,
  });
