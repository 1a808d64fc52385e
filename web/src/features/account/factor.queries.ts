import { useMutation, useQueryClient } from '@tanstack/react-query';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { call, type InputOf } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useInvalidate } from '../../api/use-invalidate';

export const factorsQuery = () => ({ ...routeQuery(factorEndpoints.list), staleTime: 30_000 });

export function useFactorActions() {
  const client = useQueryClient();
  const onSuccess = useInvalidate(factorsQuery().queryKey);
  // With the first factor other sessions end as well.
  const onAdded = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => /\/account\//.test(String(queryKey[0])) });
  return {
    begin: useMutation({ mutationFn: () => call(factorEndpoints.beginTotp) }),
    confirm: useMutation({
      mutationFn: (body: InputOf<typeof factorEndpoints.confirmTotp>['body']) =>
        call(factorEndpoints.confirmTotp, { body }),
      onSuccess: onAdded,
    }),
    confirmPasskey: useMutation({
      mutationFn: (body: InputOf<typeof factorEndpoints.confirmPasskey>['body']) =>
        call(factorEndpoints.confirmPasskey, { body }),
      onSuccess: onAdded,
    }),
    rename: useMutation({
      mutationFn: ({ factorId, name }: { factorId: string; name: string }) =>
        call(factorEndpoints.rename, { params: { factorId }, body: { name } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (factorId: string) => call(factorEndpoints.remove, { params: { factorId } }),
      onSuccess,
    }),
    renewCodes: useMutation({ mutationFn: () => call(factorEndpoints.renewCodes), onSuccess }),
  };
}
