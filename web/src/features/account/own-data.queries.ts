import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountErasure, AccountExport } from '@vexil/contract/own-data';
import { ownDataEndpoints } from '@vexil/contract/own-data.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { withStepUp } from '../../api/step-up';
import { saveReply } from '../../ui/save-reply';

const pollMs = 2000;

export const exportQuery = () => ({
  ...routeQuery(ownDataEndpoints.export),
  refetchInterval: ({ state: { data } }: { state: { data?: AccountExport | null } }) =>
    data && data.readyAt === null ? pollMs : (false as const),
});

export function useExportActions() {
  const client = useQueryClient();
  return {
    request: useMutation({
      mutationFn: () => call(ownDataEndpoints.requestExport),
      onSuccess: (requested) => client.setQueryData(exportQuery().queryKey, requested),
    }),
    download: useMutation({
      mutationFn: () =>
        withStepUp(async () => saveReply(await fetch(ownDataEndpoints.downloadExport.path), 'account.zip')),
    }),
  };
}

export const erasureQuery = () => routeQuery(ownDataEndpoints.erasure);

export function useErasureActions() {
  const client = useQueryClient();
  const store = (erasure: AccountErasure | null) => client.setQueryData(erasureQuery().queryKey, erasure);
  return {
    request: useMutation({ mutationFn: () => call(ownDataEndpoints.requestErasure), onSuccess: store }),
    keep: useMutation({ mutationFn: () => call(ownDataEndpoints.keepAccount), onSuccess: () => store(null) }),
  };
}
