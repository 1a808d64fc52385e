import { createLink, useRouterState } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react';
import classes from './TabLinks.module.css';

/** A row of places that belong together; scrolls sideways where it is too long. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is another one at another address
  useEffect(() => {
    // With the next frame: measured now, the whole page would be laid out within the task that made it.
    const frame = requestAnimationFrame(() => {
      const active = nav.current?.querySelector<HTMLElement>('[data-status="active"]');
      if (nav.current && active) {
        nav.current.scrollLeft = active.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2;
      }
    });
    return () => cancelAnimationFrame(frame);
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
