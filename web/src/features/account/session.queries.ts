import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';

export const sessionsQuery = () => ({ ...routeQuery(accountEndpoints.sessions), staleTime: 30_000 });

export function useSessionActions() {
  const client = useQueryClient();
  const { queryKey } = sessionsQuery();
  return {
    end: useMutation({
      mutationFn: (sessionId: string) => call(accountEndpoints.endSession, { params: { sessionId } }),
      onSuccess: (_, ended) => {
        client.setQueryData(queryKey, (known) => known?.filter(({ id }) => id !== ended));
      },
    }),
    endOthers: useMutation({
      mutationFn: () => call(accountEndpoints.endOtherSessions),
      onSuccess: () => {
        client.setQueryData(queryKey, (known) => known?.filter(({ isCurrent }) => isCurrent));
      },
    }),
  };
}
