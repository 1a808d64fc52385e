import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import type { Role } from '@vexil/db/enums/account';
import type { ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export type AdminAccount = ReplyOf<typeof accountAdminEndpoints.list>['data'][number];

export const pageSize = 50;

/** One page of accounts, or the search results: at most 30, without pages. */
export function useAccounts(query: string, page: number) {
  const search = useQuery({
    ...routeQuery(accountAdminEndpoints.search, { query: { hint: query } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const list = useQuery({
    ...routeQuery(accountAdminEndpoints.list, { query: { count: pageSize, skip: (page - 1) * pageSize } }),
    enabled: query === '',
    placeholderData: keepPreviousData,
  });
  return query === '' ? list : search;
}

export function useSetRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      call(accountAdminEndpoints.update, { params: { userId }, body: { role } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: routeKey(accountAdminEndpoints.list) }),
        queryClient.invalidateQueries({ queryKey: routeKey(accountAdminEndpoints.search) }),
      ]),
  });
}
