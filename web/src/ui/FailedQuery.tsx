import { FailedState } from './FailedState';

type FailedQueryProps = {
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  title?: string;
};

/** The failure of a query with a retry button; nothing while there is data to show. */
export function FailedQuery({ query, title }: FailedQueryProps) {
  if (!query.error || query.data !== undefined) return null;
  return (
    <FailedState title={title} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
}
