import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './TabLinks.module.css';

/** A row of places that belong together; scrolls sideways where it is too long. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
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
