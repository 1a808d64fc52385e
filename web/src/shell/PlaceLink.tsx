import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './PlaceLink.module.css';

type PlaceLinkProps = {
  path: string;
  label: string;
  icon: ReactNode;
  /** Shows the label as a tooltip, for the rail on which there is no room for it. */
  tooltip?: boolean;
  onClick?: () => void;
};

/** One line of the navigation. */
export function PlaceLink({ path, label, icon, tooltip = false, onClick }: PlaceLinkProps) {
  return (
    <Link
      data-hint={!tooltip ? undefined : label}
      data-hint-side="right"
      // Places are data, and some belong to pages that this build may not have yet.
      to={path as LinkProps['to']}
      className={classes.link}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: path === '/' }}
      onClick={onClick}
    >
      {icon}
      <span className={classes.label}>{label}</span>
    </Link>
  );
}
