import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import type { Role } from '@vexil/db/enums/account';
import type { InputOf, ReplyOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type AdminAccount = ReplyOf<typeof accountAdminEndpoints.list>['data'][number];
export type AccountOrder = 'registered' | 'visited' | 'name' | 'email';

/** What the address of the page says. */
export type AccountsSearch = {
  q?: string;
  page?: number;
  role?: Role;
  confirmed?: boolean;
  order?: AccountOrder;
  desc?: boolean;
};

/** With the own fields that accounts answer. */
export const askedQuery = () => routeQuery(termsEndpoints.get);

export const pageSize = 50;

export const useAccounts = ({ q, page = 1, role, confirmed, order, desc }: AccountsSearch) =>
  useQuery({
    ...routeQuery(accountAdminEndpoints.list, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        hint: q,
        role,
        confirmed: confirmed === undefined ? undefined : String(confirmed),
        order,
        descending: desc ? 'true' : undefined,
      },
    }),
    placeholderData: keepPreviousData,
  });

export const useAccountsChanged = () =>
  useInvalidate(routeKey(accountAdminEndpoints.list), routeKey(accountAdminEndpoints.search));

export type AccountChange = InputOf<typeof accountAdminEndpoints.update>['body'];

export const useUpdateAccount = () =>
  useChange(
    ({ userId, body }: { userId: string; body: AccountChange }) =>
      call(accountAdminEndpoints.update, { params: { userId }, body }),
    useAccountsChanged(),
    'success',
  );

/** The result is the new password, which is shown once and not cached. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (userId: string) => call(accountAdminEndpoints.resetPassword, { params: { userId } }),
    gcTime: 0,
  });

/** The link is shown once and not cached. */
export const useMakeResetLink = () =>
  useMutation({
    mutationFn: (userId: string) => call(accountAdminEndpoints.makeResetLink, { params: { userId } }),
    gcTime: 0,
  });

export const useEndSessions = () =>
  useMutation({ mutationFn: (userId: string) => call(accountAdminEndpoints.endSessions, { params: { userId } }) });

export const useDeleteAccount = () =>
  useChange((userId: string) => call(accountAdminEndpoints.delete, { params: { userId } }), useAccountsChanged());

export type ImportedAccount = InputOf<typeof accountAdminEndpoints.import>['body'][number];

export const useImportAccounts = () =>
  useChange(
    ({ rows, existing }: { rows: ImportedAccount[]; existing: 'replace' | 'refuse' }) =>
      call(accountAdminEndpoints.import, { query: { existing }, body: rows }),
    useAccountsChanged(),
  );
