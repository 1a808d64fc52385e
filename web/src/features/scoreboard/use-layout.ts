import { useRef } from 'react';
import { type CategoryGroup, type Layout, layoutOf, layoutSignature } from './board-rows';

/** The columns of the groups; the same object for as long as no challenge comes, goes or moves. */
export function useLayout(groups: readonly CategoryGroup[]): Layout {
  const known = useRef<Layout>(undefined);
  if (known.current?.signature !== layoutSignature(groups)) known.current = layoutOf(groups);
  return known.current as Layout;
}
