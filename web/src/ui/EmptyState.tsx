import type { ReactNode } from 'react';
import classes from './State.module.css';

export type EmptyStateProps = {
  icon?: ReactNode;
  /** What will be here. */
  title: string;
  /** What to do next. */
  hint?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
};

/** Stands where a list has nothing yet. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
