import { useState } from 'react';

export type Selection<Id extends string | number> = {
  /** The chosen ones among those shown, in their order. */
  chosen: readonly Id[];
  has: (id: Id) => boolean;
  toggle: (id: Id) => void;
  /** Chooses all that are shown, or none if all are chosen. */
  toggleAll: () => void;
  isAll: boolean;
  clear: () => void;
};

/** Rows that are chosen for an act on many; what a filter or another page hides is not chosen. */
export function useSelection<Id extends string | number>(shown: readonly Id[]): Selection<Id> {
  const [picked, setPicked] = useState<ReadonlySet<Id>>(new Set());
  const chosen = shown.filter((id) => picked.has(id));
  const isAll = shown.length > 0 && chosen.length === shown.length;
  return {
    chosen,
    has: (id) => picked.has(id),
    toggle: (id) =>
      setPicked((current) => {
        const next = new Set(current);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setPicked(new Set(isAll ? [] : shown)),
    isAll,
    clear: () => setPicked(new Set()),
  };
}
