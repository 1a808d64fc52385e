import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/PageHeader';
import classes from './AccountCard.module.css';

type OutcomeCardProps = {
  icon: ReactNode;
  tone?: 'good' | 'bad';
  title: string;
  children: ReactNode;
  /** One or two links or buttons: what to do next. */
  actions?: ReactNode;
};

/** Stands in the place of the narrow form when there is nothing left to fill in: what happened, and what comes next. */
export function OutcomeCard({ icon, tone, title, children, actions }: OutcomeCardProps) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <div className={classes.card} data-tone={tone}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <div role={tone === 'bad' ? 'alert' : 'status'} className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}
