import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Gives a function that has queries fetched again, because a call has changed what they read. */
export function useInvalidate(...keys: QueryKey[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
