import type { ReactNode } from 'react';
import { FailedState } from './FailedState';

export type QueryStateProps = {
  query: { data: unknown; error: unknown; isPending?: boolean; isFetching: boolean; refetch: () => unknown };
  /** What could not be had, as a sentence. */
  title?: string;
  /** Stands there until the first reply. */
  pending?: ReactNode;
};

/** A query's placeholder, or its failure with a retry button; nothing while there is data to show. */
export function QueryState({ query, title, pending }: QueryStateProps) {
  if (query.isPending) return pending;
  if (!query.error || query.data !== undefined) return null;
  return (
    <FailedState title={title} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
}
