import { useQuery } from '@tanstack/react-query';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { StaffRole } from '@vexil/db/enums/game';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export const staffQuery = (id: number) => routeQuery(gameEditEndpoints.staff, { params: { id } });

export const useSetStaff = (id: number) =>
  useChange(
    ({ userId, role }: { userId: string; role: StaffRole }) =>
      call(gameEditEndpoints.setStaff, { params: { id, userId }, body: { role } }),
    useInvalidate(staffQuery(id).queryKey),
  );

export const useRemoveStaff = (id: number) =>
  useChange(
    (userId: string) => call(gameEditEndpoints.removeStaff, { params: { id, userId } }),
    useInvalidate(staffQuery(id).queryKey),
  );

/** Only administrators may call it. */
export const useAccountSearch = (hint: string, allowed: boolean) =>
  useQuery({
    ...routeQuery(accountAdminEndpoints.search, { query: { hint } }),
    enabled: allowed && hint.trim() !== '',
    staleTime: 30_000,
    placeholderData: (previous) => previous,
  });
