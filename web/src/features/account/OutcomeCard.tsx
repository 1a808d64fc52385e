import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/PageHeader';
import classes from './AccountCard.module.css';

type OutcomeCardProps = {
  icon: ReactNode;
  tone?: 'good' | 'bad';
  title: string;
  children: ReactNode;
  actions?: ReactNode;
};

/** Replaces the form after its last step: the result and the next steps. */
export function OutcomeCard({ icon, tone, title, children, actions }: OutcomeCardProps) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <div className={classes.card} data-tone={tone}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <div role={tone === 'bad' ? 'alert' : 'status'} className={classes.words}>
          <h1 className="text-28 semibold tight display">{title}</h1>
          {children}
        </div>
        {actions && <div className="grid gap-8">{actions}</div>}
      </div>
    </div>
  );
}
