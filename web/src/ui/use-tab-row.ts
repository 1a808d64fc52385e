import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './TabRow.module.css';

/** For a row of links that scrolls sideways: the active one is in view, and an end with more behind it fades. */
export function useTabRow() {
  const ref = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is another one at another address
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const markEnds = () => {
      row.toggleAttribute('data-before', row.scrollLeft > 1);
      row.toggleAttribute('data-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    // Called once the row is laid out, and again when a count or a font that comes later makes tabs wider.
    const observer = new ResizeObserver(() => {
      const active = row.querySelector<HTMLElement>('[data-status="active"]');
      if (active) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
      markEnds();
    });
    for (const each of [row, ...row.children]) observer.observe(each);
    row.addEventListener('scroll', markEnds, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', markEnds);
    };
  }, [address]);
  return { ref, className: classes.row };
}
