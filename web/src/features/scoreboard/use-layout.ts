import { useRef } from 'react';
import { type CategoryGroup, type Layout, layoutOf, layoutSignature } from './board-rows';

/** Keeps its identity until a challenge is added, removed or moved. */
export function useLayout(groups: readonly CategoryGroup[]): Layout {
  const known = useRef<Layout>(undefined);
  if (known.current?.signature !== layoutSignature(groups)) known.current = layoutOf(groups);
  return known.current as Layout;
}
