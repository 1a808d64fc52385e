import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './TabLinks.module.css';
import { useTabRow } from './use-tab-row';

/** A row of places that belong together; scrolls sideways where it is too long. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const row = useTabRow();
  return (
    <nav ref={row.ref} className={`${classes.tabs} ${row.className}`} aria-label={label}>
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
