import { createLink, useRouterState } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react';
import classes from './TabLinks.module.css';

/** A row of places that belong together; scrolls sideways where it is too long. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is another one at another address
  useEffect(() => {
    const row = nav.current;
    if (!row) return;
    // Called once the row is laid out, and again when a count or a font that comes later makes tabs wider.
    const observer = new ResizeObserver(() => {
      const active = row.querySelector<HTMLElement>('[data-status="active"]');
      if (active) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
    });
    for (const each of [row, ...row.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [address]);
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

type TabProps = ComponentPropsWithRef<'a'> & { icon?: ReactNode; count?: ReactNode };

/** One of them: `<TabLink to="/admin/users" icon={…}>Users</TabLink>`. */
export const TabLink = createLink(({ icon, count, children, className, ...props }: TabProps) => (
  <a {...props} className={`${classes.tab} ${className ?? ''}`}>
    {icon}
    {children}
    {count !== undefined && <span className={`${classes.count} figures`}>{count}</span>}
  </a>
));
