import type { ReactNode } from 'react';
import { Panel } from './Panel';
import { QueryState, type QueryStateProps } from './QueryState';
import { ListSkeleton } from './skeletons';

type ListPanelProps = {
  query: QueryStateProps['query'] & { isPending: boolean };
  /** Rows of the placeholder. */
  count: number;
  isEmpty: boolean;
  /** Stands there instead of no rows. */
  empty: ReactNode;
  children: ReactNode;
};

/** The list of a page: a placeholder, what failed, that there is nothing, or the rows. */
export function ListPanel({ query, count, isEmpty, empty, children }: ListPanelProps) {
  return (
    <Panel flush>
      <QueryState query={query} pending={<ListSkeleton count={count} />} />
      {query.data !== undefined && (isEmpty ? empty : children)}
    </Panel>
  );
}
