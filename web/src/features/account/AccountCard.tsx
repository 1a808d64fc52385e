import type { ComponentProps, ReactNode } from 'react';
import { FailureAlert } from '../../ui/FailureAlert';
import { PageTitle } from '../../ui/PageHeader';
import classes from './AccountCard.module.css';

type AccountCardProps = {
  title: string;
  lead?: ReactNode;
  /** Failure of the last attempt that belongs to no field. */
  failure?: ReactNode;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  children: ReactNode;
  foot?: ReactNode;
};

export function AccountCard({ title, lead, failure, onSubmit, children, foot }: AccountCardProps) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <form className={classes.card} onSubmit={onSubmit} noValidate>
        <div>
          <h1 className="text-28 semibold tight display">{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        <FailureAlert>{failure}</FailureAlert>
        {children}
      </form>
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
